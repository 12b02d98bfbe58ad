package sampling

import (
	"context"
	"errors"
	"slices"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/front"
)

// sampled is the width of the passes that executions are drawn from.
const sampled = 256

// Sample shows n executions, which may repeat, drawn nearly evenly from the classes of p. Each is from a pass of its
// own, in which an execution is drawn with a probability proportional to its weight. That is as even as the sums of
// the passes are equal, and exactly even if passes need not be thinned. An execution is valid until show returns.
func Sample(ctx context.Context, o algos.Options, p *model.Program, n int, seed uint64, show func(*model.Execution) error) error {
	r, err := newRun(ctx, o, p, Effort{Seed: seed})
	if err != nil {
		return err
	}
	defer r.Close()
	for _, prepare := range []func() error{r.lookAround, r.pilots} {
		if err := prepare(); err != nil {
			return err
		}
	}
	r.anyWay = true
	for range n {
		e, err := r.draw(p)
		if err != nil {
			return err
		}
		if err := show(e); err != nil {
			return err
		}
	}
	return nil
}

// draw makes passes until one has reached maximal executions, and draws one of them.
func (r *run) draw(p *model.Program) (*model.Execution, error) {
	const most = 100
	for range most {
		if _, err := r.once(sampled, always); err != nil {
			return nil, err
		}
		drawn, sum := int32(none), 0.0
		for _, n := range r.maximal {
			weight := r.nodes[n].weight
			if sum += weight; r.chance(weight / sum) {
				drawn = n
			}
		}
		if drawn != none {
			return r.execute(p, drawn)
		}
	}
	return nil, errors.New("no execution was found that the algorithm explores to its end: the program is too large to draw from")
}

// execute repeats the way to n.
func (r *run) execute(p *model.Program, n int32) (*model.Execution, error) {
	var ways []span
	for ; n != none; n = r.nodes[n].parent {
		ways = append(ways, r.nodes[n].way)
	}
	r.begin()
	for _, way := range slices.Backward(ways) {
		for _, m := range r.moves[way.from:way.to] {
			if err := r.step(m.thread, m.choice); err != nil {
				return nil, err
			}
		}
	}
	outcome, failure := r.Ending()
	return (*front.Program)(p).NewExecution(r.Events, outcome, failure), nil
}

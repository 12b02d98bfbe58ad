package sampling

import (
	"context"
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/model"
)

// Sample shows n executions, which may repeat, drawn nearly evenly from all that an algorithm explores, which
// must be as for Executions. Each is from a pass of its own, where an execution is drawn with the
// probability that its weight is of the sum: that is as even as the sums of the passes are equal. The
// execution is valid until show returns.
func Sample(ctx context.Context, explorer func(algos.Options) algos.Explorer, o algos.Options, p *model.Program, n int, seed uint64, show func(*model.Execution) error) error {
	r := &passes{explorer: explorer, options: o, program: p, random: rand.New(rand.NewPCG(seed, 0)), weights: map[uint64]float64{}}
	for range Pilots {
		if _, err := r.pass(ctx, true); err != nil {
			return err
		}
	}
	for range n {
		drawn, sum := (*model.Execution)(nil), 0.0
		r.visit = func(e *model.Execution, weight float64) {
			if sum += weight; r.random.Float64() < weight/sum {
				drawn = e.Clone()
			}
		}
		if _, err := r.pass(ctx, false); err != nil {
			return err
		}
		if err := show(drawn); err != nil {
			return err
		}
	}
	return nil
}

package algos

import (
	"context"
	"errors"
	"math/rand/v2"

	"dporbench/model"
	"dporbench/model/machine"
)

// caller is the one who called Explore.
type caller struct {
	ctx      context.Context
	visit    func(*model.Execution) error // or nil
	goOn     func(*Stats) bool            // nil if nothing suspends the exploration
	progress func(*Stats)                 // or nil
}

var errSuspended = errors.New("suspended")

// continues returns the error with which the caller ends the exploration after an execution, or nil.
func (c *caller) continues(stats *Stats) error {
	if err := c.cancelled(); err != nil || c.goOn == nil || c.goOn(stats) {
		return err
	}
	return errSuspended
}

// cancelled returns the cause if the context is done.
func (c *caller) cancelled() error {
	select {
	case <-c.ctx.Done():
		return context.Cause(c.ctx)
	default:
		return nil
	}
}

// work sums up counts made outside the Stats.
type work struct {
	counts    []func(*Work)
	discarded Work             // what counts counted before the task began
	machine   *machine.Machine // which counts events; nil for an explorer of graphs
}

// counted is the sum so far.
func (w *work) counted() (sum Work) {
	for _, count := range w.counts {
		count(&sum)
	}
	return sum
}

// discard discards all counts so far, there and in s.
func (w *work) discard(s *Stats) {
	s.Counts, s.Work, w.discarded = Counts{}, Work{}, w.counted()
	if w.machine != nil {
		w.machine.ForgetSteps()
	}
}

// end adds to s the counts since the task began.
func (w *work) end(s *Stats) {
	s.Work.Add(w.counted())
	s.Work.Subtract(w.discarded)
}

// draws seeds the generator of Session.Random.
type draws struct {
	seed      uint64
	generator *rand.PCG
	inTasks   bool // the exploration may be a part of another one
}

// at makes the next draws depend only on the seed and a place in the exploration, if tasks need that. place is
// called only then.
func (d *draws) at(place func() uint64) {
	if d.inTasks {
		d.generator.Seed(d.seed, place())
	}
}

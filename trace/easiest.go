package trace

import (
	"math"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/preemption"
)

// Easiest finds the easiest to read of several executions of a program: the one whose class has an order with the fewest
// preemptions, and then the one with the fewest events, and then the first. It must be closed.
type Easiest struct {
	Events      []event.Event // of the easiest one, in that order
	Number      int64         // that it was given
	Preemptions int
	Seen        int64 // executions
	Unknown     int64 // those of them whose classes are too large to say how few preemptions they have
	counter     *preemption.Counter
	found       bool
}

// NewEasiest is that of no executions of p, under sequential consistency.
func NewEasiest(p *model.Program) (*Easiest, error) {
	c, err := preemption.NewCounter(p)
	return &Easiest{counter: c}, err
}

// Close frees what it holds.
func (x *Easiest) Close() { x.counter.Close() }

// Add looks at another execution.
func (x *Easiest) Add(number int64, events []event.Event) error {
	x.Seen++
	most := math.MaxInt
	if x.found {
		if most = x.Preemptions; len(events) >= len(x.Events) {
			most--
		}
	}
	if most < 0 {
		return nil
	}
	f, err := x.counter.FewestUpTo(most, events)
	switch {
	case err != nil:
		return err
	case f.Found:
		x.found, x.Number, x.Preemptions, x.Events = true, number, f.Preemptions, f.Order
	case f.TooLarge:
		x.Unknown++
	}
	return nil
}

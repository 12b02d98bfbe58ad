package trace

import (
	"math"
	"slices"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/preemption"
)

// Easiest finds the easiest to read of several executions of a program: the one whose class has an order with the fewest
// preemptions, and then the one with the fewest events, and then the first. Under a memory model with store buffers, where it is not
// defined what a preemption is, the events alone count. It must be closed.
type Easiest struct {
	Events      []event.Event // of the easiest one, in that order
	Number      int64         // that it was given
	Preemptions int           // none where they are not counted
	Seen        int64         // executions
	Unknown     int64         // those of them whose classes are too large to say how few preemptions they have
	counter     *preemption.Counter
	found       bool
}

// NewEasiest is that of no executions of p, under that memory model.
func NewEasiest(p *model.Program, m memory.Model) (*Easiest, error) {
	if m != memory.SC {
		return &Easiest{}, nil
	}
	c, err := preemption.NewCounter(p)
	return &Easiest{counter: c}, err
}

// Counts reports whether preemptions are counted.
func (x *Easiest) Counts() bool { return x.counter != nil }

// Close frees what it holds.
func (x *Easiest) Close() {
	if x.counter != nil {
		x.counter.Close()
	}
}

// Add looks at another execution.
func (x *Easiest) Add(number int64, events []event.Event) error {
	x.Seen++
	if !x.Counts() {
		if !x.found || len(events) < len(x.Events) {
			x.found, x.Number, x.Events = true, number, slices.Clone(events)
		}
		return nil
	}
	most := math.MaxInt
	if x.found {
		if most = x.Preemptions; len(events) >= len(x.Events) {
			most--
		}
	}
	if most < 0 {
		return nil
	}
	f, err := x.counter.Fewest(most, events)
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

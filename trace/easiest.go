package trace

import (
	"math"
	"slices"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/preemption"
)

// Easiest finds the execution of a program that is easiest to read, among several: the one whose class has an order with the fewest
// preemptions, then the one with the fewest events, then the first. Under memory models other than sc, preemptions are not counted,
// and only the events matter. It must be closed.
type Easiest struct {
	Events      []event.Event // of the easiest one, in that order
	Number      int64         // the number it was given
	Preemptions int           // 0 where they are not counted
	Seen        int64         // executions
	Unknown     int64         // those whose classes are too large to find their fewest preemptions
	counter     *preemption.Counter
	found       bool
}

// NewEasiest returns an Easiest for executions of p under that memory model.
func NewEasiest(p *model.Program, m memory.Model) (*Easiest, error) {
	if m != memory.SC {
		return &Easiest{}, nil
	}
	c, err := preemption.NewCounter(p)
	return &Easiest{counter: c}, err
}

// Counts reports whether preemptions are counted.
func (x *Easiest) Counts() bool { return x.counter != nil }

// Close frees its resources.
func (x *Easiest) Close() {
	if x.counter != nil {
		x.counter.Close()
	}
}

// Add adds an execution.
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

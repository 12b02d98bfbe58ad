package trace

import (
	"math"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/preemption"
)

// FewestPreemptions returns the events of an execution of p in an order of its class that
// has the fewest preemptions, and their number: the fewer there are, the easier an execution is to read. ok is false if
// finding it would take too long; see [preemption.Counter.Fewest].
func FewestPreemptions(p *model.Program, events []event.Event) (order []event.Event, preemptions int, ok bool, err error) {
	c, err := preemption.NewCounter(p)
	if err != nil {
		return nil, 0, false, err
	}
	defer c.Close()
	f, err := c.Fewest(math.MaxInt, events)
	return f.Order, f.Preemptions, f.Found, err
}

package states

import (
	"math/rand/v2"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/preemption"
)

// mostExtension bounds the events by which an execution is extended.
const mostExtension = 20_000

// mostPreemptions bounds the preemptions that are looked for.
const mostPreemptions = 5

// Extend continues an execution of p until no thread continues, as other explorers run it: these stop a thread whose loop has changed nothing. Of the
// orders of its class, it returns one with the fewest preemptions, if that is found. ok is false if the execution cannot be continued, or takes too many
// events.
func Extend(p *model.Program, m memory.Model, events []event.Event) (maximal []event.Event, ok bool) {
	r, err := machine.NewReplay(p, behaviour.Limits{Memory: m})
	if err != nil {
		return nil, false
	}
	defer r.Close()
	if _, err := r.Run(events); err != nil {
		return nil, false
	}
	if err := r.Walk(rand.New(rand.NewPCG(1, 1)), 4, len(events)+mostExtension, 4*MostThreads); err != nil {
		return nil, false
	}
	if maximal = slices.Clone(r.Events()); r.NextEnabled(event.NoThread) != event.NoThread {
		return maximal, false
	}
	if m != memory.SC {
		return maximal, true
	}
	return withFewestPreemptions(p, maximal), true
}

// withFewestPreemptions returns an order of the class of an execution that has few preemptions, or the execution itself if there are too many orders.
func withFewestPreemptions(p *model.Program, events []event.Event) []event.Event {
	c, err := preemption.NewCounter(p)
	if err != nil {
		return events
	}
	defer c.Close()
	if f, err := c.Fewest(mostPreemptions, events); err == nil && f.Found {
		return f.Order
	}
	return events
}

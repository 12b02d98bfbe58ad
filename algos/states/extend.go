package states

import (
	"math/rand/v2"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// mostExtension bounds the events by which an execution is extended.
const mostExtension = 20_000

// Extend continues an execution of p until no thread continues, as other explorers run it: these stop a thread whose loop has changed nothing. ok
// is false if that fails, or takes too many events.
func Extend(p *model.Program, events []event.Event) (maximal []event.Event, ok bool) {
	r, err := machine.NewReplay(p, behaviour.Limits{})
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
	return slices.Clone(r.Events()), r.NextEnabled(event.NoThread) == event.NoThread
}

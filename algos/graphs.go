package algos

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

// GraphExploration is one call of Explore by an explorer of execution graphs, which runs no Machine: it adds events to a
// graph by itself, and says so.
type GraphExploration struct{ *Session }

// pollInterval is the number of events between two checks of ctx; checking it at each event would
// cost several per cent of the time.
const pollInterval = 16

// CountEvent counts an event that is about to be added. It returns the cause if it finds ctx done; the error must be
// returned.
func (x GraphExploration) CountEvent() error {
	x.Stats.Events++
	if x.Stats.Events%pollInterval != 0 {
		return nil
	}
	return x.caller.cancelled()
}

// Choose chooses one of the threads by the Order. progress, which may be nil unless the explorer is Splittable, is a hash
// of how far each thread is.
func (x GraphExploration) Choose(threads []event.ThreadID, progress func() uint64) event.ThreadID {
	switch x.Order {
	case LastThread:
		return threads[len(threads)-1]
	case RandomThread:
		x.draws.at(progress)
		return threads[x.Random.IntN(len(threads))]
	}
	return threads[0]
}

// Maximal counts a maximal graph that leaves the threads at these positions, and shows it to visit; events linearises it,
// and is called only if needed. An error must be returned.
func (x GraphExploration) Maximal(threads *behaviour.Behaviour, ends []behaviour.Position, events func() []event.Event) error {
	outcome, failure := threads.Ending(ends)
	if outcome == model.AssumeBlocked && threads.Spun() {
		if err := x.Declare(EndlessLoops); err != nil {
			return err
		}
	}
	if threads.MayBeStuck(outcome) {
		outcome = threads.Stuck(ends, events())
	}
	return x.executed(outcome, failure, events)
}

package sequence

import (
	"dporbench/model/event"
	"dporbench/model/order"
)

// Where Stores are buffered, happens-before does not follow from the dependent pairs of events (see
// order.HappensBefore): l, a Load of a store of its own thread, its flush f, and a foreign write g of the
// variable commute pairwise, but l does not commute with f·g. What algorithms must know about this is
// in docs/rules.md; happens-before and races follow rules R19 to R22.
//
// Under PSO there is an actor for each thread and variable. The races of a Lock depend on what happens
// before it because of its thread, including the flushes that it waits for (rule R23); a Lock that waits
// for its thread's buffers does not wait for the mutex.

// Buffered reports whether Stores are buffered.
func (r Reader) Buffered() bool { return r.order.Buffered() }

// HappensBeforeNext reports whether the event at position i happens before next, which would come after E.
// Stores must be buffered.
func (r Reader) HappensBeforeNext(i int, next event.Event) bool {
	return Predecessors(r.order.NextPast(next)).Has(r.Event(i))
}

// HiddenRace is order.HappensBefore.HiddenRace, but order.None if the last event of E awaits a value that its
// variable does not have before that flush.
func (r Reader) HiddenRace() int32 {
	first := r.order.HiddenRace()
	if first != order.None {
		if guard := r.machine.GuardAt(r.Len() - 1); guard != nil && !guard.Holds(r.machine.Overwritten(int(first))) {
			return order.None
		}
	}
	return first
}

// EachBufferRead calls yield for the positions of the Loads that read the last write of variable x while it
// was buffered, if it was.
func (r Reader) EachBufferRead(x int32, yield func(at int)) {
	last := r.LastAccesses(x)
	for i := last.Read; i != order.None; i = r.Links(int(i)).Read {
		if i < last.Write {
			yield(int(i))
		}
	}
}

// CountBefore is the number of events of thread t before a position.
func (r Reader) CountBefore(t event.ThreadID, position int) int32 {
	return r.order.CountBefore(t, position)
}

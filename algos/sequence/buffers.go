package sequence

import "dporbench/model/event"

// Where Stores are buffered, happens-before does not follow from the dependent pairs of events (see
// order.HappensBefore): l, a Load of a store of its own thread, its flush f, and a foreign write g of the
// variable commute pairwise, but l does not commute with f·g. The consequences for algorithms are
// in docs/rules.md; happens-before and races follow rules R19 to R22.
//
// Under PSO there is an actor for each thread and variable. The races of a Lock depend on the events that happen
// before it because of its thread, including the flushes that it waits for (rule R23); a Lock that waits
// for its thread's buffers does not wait for the mutex.

// Buffered reports whether Stores are buffered.
func (r Reader) Buffered() bool { return r.order.Buffered() }

// NextPast returns the events that happen before next, which would come after E. It is valid until the next call.
// Stores must be buffered.
func (r Reader) NextPast(next event.Event) Predecessors { return r.order.NextPast(next) }

// HiddenRace calls the same method of [order.HappensBefore].
func (r Reader) HiddenRace() int32 { return r.order.HiddenRace() }

// CountBefore is the number of events of thread t before a position.
func (r Reader) CountBefore(t event.ThreadID, position int) int32 {
	return r.order.CountBefore(t, position)
}

package sequence

import (
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/order"
)

// Reader reads E. It cannot change E, so types built on a Sequence can embed a
// Reader and allow only their own way to append an event. Positions count from 0.
type Reader struct {
	machine *machine.Machine
	order   *order.HappensBefore
}

// Len is |E|.
func (r Reader) Len() int { return r.order.Len() }

// Event is the event at position i.
func (r Reader) Event(i int) event.Event { return r.order.Event(i) }

// At is Event without the copy. It must not be changed, and is valid until the next
// event.
func (r Reader) At(i int) *event.Event { return r.order.At(i) }

// Links are the direct predecessors of the event at position i.
func (r Reader) Links(i int) order.Links { return r.order.Links(i) }

// Clock is the vector clock of the event at position i; see
// order.HappensBefore.Clock.
func (r Reader) Clock(i int) []int32 { return r.order.Clock(i) }

// Before reports whether the event at i happens before the one at j, or is it.
func (r Reader) Before(i, j int) bool { return r.order.Before(i, j) }

// LastWrite is the position of the last write of variable x, or order.None.
func (r Reader) LastWrite(x int32) int { return r.order.LastWrite(x) }

// LastAccesses and LastOperation call the same methods of [order.HappensBefore].
func (r Reader) LastAccesses(x int32) order.Links { return r.order.LastAccesses(x) }
func (r Reader) LastOperation(m int32) int32      { return r.order.LastOperation(m) }

// LastOf is the position of the last event of thread t or, if it has none, of the Spawn that
// started t, or order.None.
func (r Reader) LastOf(t event.ThreadID) int { return r.order.LastOf(t) }

// ValueAfter is the value of the variable of the event at position i right after it: the value that the next write of
// the variable replaced. It is 0 if that event does not access a variable.
func (r Reader) ValueAfter(i int) int64 {
	e := r.Event(i)
	if !e.Kind.OnVariable() {
		return 0
	}
	next := order.None
	for w := r.LastWrite(e.Object); w > i; w = int(r.Links(w).Write) {
		next = w
	}
	if next == order.None {
		return r.machine.Value(e.Object)
	}
	return r.machine.Overwritten(next)
}

// LastLock is the position of the last Lock of mutex m, or order.None.
func (r Reader) LastLock(m int32) int { return r.order.LastLock(m) }

// Races are the positions of the events that race with the last event of E, the later
// ones first; see order.HappensBefore.Races. An Await or a When races with an event
// only if its guard holds before that event; and also, beyond the last write of its
// variable, with the ends of all stretches (see appendStretchEnds). The slice is valid
// until E changes.
func (r Reader) Races() []int32 { return r.order.Races() }

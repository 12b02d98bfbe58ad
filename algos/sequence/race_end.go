package sequence

import (
	"dporbench/model/event"
	"dporbench/model/order"
)

// RaceEnd is the second event e' of a race e ≲ e': the last event of E; a CompareAndSwap before it, if the last event is
// the flush that completes its race (rule R49); or a Lock, an Await or a When that E leaves pending and that might have
// come before e. It is valid as long as E stays the same, and again when E is restored.
type RaceEnd struct {
	Thread event.ThreadID
	Value  int32 // of a choice that is the last event of E with another value
	At     int   // its position in E, or order.None if it is pending or such a choice
	// before is the position of the event whose clock holds the events that happen before e', as its races see it. For
	// a Lock it is the previous event of its thread: the edge from the Unlock that freed the mutex does not count,
	// because reversing the race removes it; nor does the edge from the last write to an Await or a When that races
	// with an earlier write. order.None: nothing happens before. threadPast: e' is one of these, and Stores are
	// buffered. Then the past of e', as its races see it, is the previous event of its thread and the flushes that it
	// waits for (order.HappensBefore.ThreadPast). drainedPast: the same for a CompareAndSwap that has
	// not waited for them in E (rule R49); At may then be before the last event.
	before int
}

const (
	threadPast  = order.None - 1
	drainedPast = order.None - 2
)

// raceEndOf returns the last event of E as the second one of its race with the event at position first.
func (r Reader) raceEndOf(first int) RaceEnd {
	at := r.Len() - 1
	end := RaceEnd{r.At(at).Thread, 0, at, at}
	links := r.Links(at)
	switch {
	case r.At(at).Kind == event.Pass:
		end.before = int(links.Thread)
	case first < int(links.Write) && !r.HasApply(first, at):
		end.before = r.beforeBeyond(at, first)
	}
	if r.machine.Expecting() && r.isExpectedEnd(int32(first)) {
		end.before = int(links.Thread) // the last event fails there, and waits for no flush
	}
	return end
}

// beforeBeyond is RaceEnd.before of the last event, at position at, for a race with an event before the last write of
// its variable, or the last operation on its mutex: without the edges that disappear when the race is reversed (rules
// R2, R11 and R23).
func (r Reader) beforeBeyond(at, first int) int {
	switch {
	case !r.order.Buffered():
		return int(r.Links(at).Thread)
	case r.At(first).Kind == event.BufferRead:
		return at // it reads what that write left
	}
	return threadPast
}

// LastChoosing returns the last event of E, a Choice, with another value, as if the two raced.
func (r Reader) LastChoosing(value int32) RaceEnd {
	at := r.Len() - 1
	return RaceEnd{r.At(at).Thread, value, order.None, int(r.Links(at).Thread)}
}

// RaceEndEvent is e' itself; E must be the execution in which it races.
func (r Reader) RaceEndEvent(second RaceEnd) event.Event {
	if second.At != order.None {
		return r.Event(second.At)
	}
	if second.Value > 0 {
		e := r.Event(r.Len() - 1)
		e.Object = second.Value
		return e
	}
	e, _ := r.machine.Next(second.Thread)
	return e
}

// Precedes reports whether e, an event of E other than e', happens before e' as
// the races of e' see it.
func (r Reader) Precedes(e event.Event, second RaceEnd) bool { return r.Predecessors(second).Has(e) }

// Predecessors is the set of events that happen before e' as its races see it. It
// is valid until E changes and, where Stores are buffered, until the next call.
func (r Reader) Predecessors(second RaceEnd) Predecessors {
	switch second.before {
	case order.None:
		return nil
	case threadPast:
		return r.order.ThreadPast(second.At, second.Thread)
	case drainedPast:
		flush, _ := r.lastFlush(second.At)
		return r.order.DrainedPast(second.At, flush)
	}
	return r.Clock(second.before)
}

// Predecessors is a set of events of E: a vector clock, or nil if it is empty.
type Predecessors []int32

// Has reports whether e, an event of E, is in the set.
func (p Predecessors) Has(e event.Event) bool { return p != nil && p[e.Thread] >= e.Index }

package sequence

import "dporbench/model"

// Reader reads E. It cannot change it, so types built on a Sequence can embed a
// Reader and leave only their own way to append an event. Positions count from 0.
type Reader struct {
	machine *model.Machine
	order   *model.HappensBefore
}

// Len is |E|.
func (r Reader) Len() int { return r.order.Len() }

// Event is the event at position i.
func (r Reader) Event(i int) model.Event { return r.order.Event(i) }

// Links are the direct predecessors of the event at position i.
func (r Reader) Links(i int) model.Links { return r.order.Links(i) }

// Clock is the vector clock of the event at position i; see
// model.HappensBefore.Clock.
func (r Reader) Clock(i int) []int32 { return r.order.Clock(i) }

// Before reports whether the event at i happens before the one at j, or is it.
func (r Reader) Before(i, j int) bool { return r.order.Before(i, j) }

// LastWrite is the position of the last write of variable x, or model.None.
func (r Reader) LastWrite(x int32) int { return r.order.LastWrite(x) }

// LastAccesses and LastOperation are those of [model.HappensBefore].
func (r Reader) LastAccesses(x int32) model.Links { return r.order.LastAccesses(x) }
func (r Reader) LastOperation(m int32) int32      { return r.order.LastOperation(m) }

// LastOf is the position of the last event of thread t, of the Spawn that started
// t if it has had none, or model.None.
func (r Reader) LastOf(t model.ThreadID) int { return r.order.LastOf(t) }

// LastLock is the position of the last Lock of mutex m, or model.None.
func (r Reader) LastLock(m int32) int { return r.order.LastLock(m) }

// Races are the positions of the events that race with the last event of E, the
// later ones first; see model.HappensBefore.Races. The slice is valid until E
// changes.
func (r Reader) Races() []int32 { return r.order.Races() }

// LastAsRaceEnd is the last event of E as the second one of its races.
func (r Reader) LastAsRaceEnd() RaceEnd {
	at := r.Len() - 1
	e := r.Event(at)
	if e.Kind == model.Lock {
		return RaceEnd{e.Thread, at, 0, int(r.Links(at).Thread)}
	}
	return RaceEnd{e.Thread, at, 0, at}
}

// LastChoosing is the last event of E, a Choice, with another value, as if it raced with that.
func (r Reader) LastChoosing(value int32) RaceEnd {
	at := r.Len() - 1
	return RaceEnd{r.Event(at).Thread, model.None, value, int(r.Links(at).Thread)}
}

// PendingLock returns the Lock that thread t waits at as the second event of a
// race, and the position of the first: the Lock by which the mutex is held. ok is
// false if t waits at no Lock, or if the two do not race.
func (r Reader) PendingLock(t model.ThreadID) (first int, second RaceEnd, ok bool) {
	mutex, waits := r.machine.WaitsForLock(t)
	if !waits {
		return 0, RaceEnd{}, false
	}
	first = r.LastLock(mutex)
	second = RaceEnd{t, model.None, 0, r.LastOf(t)}
	return first, second, !r.Precedes(r.Event(first), second)
}

// RaceEndEvent is e' itself, while E is the one in which it races.
func (r Reader) RaceEndEvent(second RaceEnd) model.Event {
	if second.At != model.None {
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
func (r Reader) Precedes(e model.Event, second RaceEnd) bool { return r.Predecessors(second).Has(e) }

// Predecessors is the set of events that happen before e' as its races see it. It
// is valid until E changes.
func (r Reader) Predecessors(second RaceEnd) Predecessors {
	if second.before == model.None {
		return nil
	}
	return r.Clock(second.before)
}

// Predecessors is a set of events of E: a vector clock, or nil if it is empty.
type Predecessors []int32

// Has reports whether e, an event of E, is in the set.
func (p Predecessors) Has(e model.Event) bool { return p != nil && p[e.Thread] >= e.Index }

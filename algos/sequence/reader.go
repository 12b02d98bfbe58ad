package sequence

import (
	"slices"

	"dporbench/model"
)

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

// At is Event, not copied. It must not be changed, and is valid until the next event.
func (r Reader) At(i int) *model.Event { return r.order.At(i) }

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
// later ones first; see model.HappensBefore.Races. An Await or a When races with an
// event only if its guard holds before that event; and as well, beyond the last write
// of its variable, with the ends of all stretches (see appendStretchEnds). The slice is
// valid until E changes.
func (r Reader) Races() []int32 { return r.order.Races() }

// RaceEndOf is the last event of E as the second one of its race with the event at
// position first.
func (r Reader) RaceEndOf(first int) RaceEnd {
	at := r.Len() - 1
	end := RaceEnd{r.Event(at).Thread, 0, at, at}
	if links := r.Links(at); first < int(links.Write) && !r.HasApply(first, at) {
		end.before = r.beforeBeyond(at, first)
	}
	return end
}

// beforeBeyond is RaceEnd.before of the event at position at, the last one, for a race with
// one before the last write of its variable, or operation on its mutex: without the edges that go
// away with the race (rules R2, R11 and R23).
func (r Reader) beforeBeyond(at, first int) int {
	switch {
	case !r.order.Buffered():
		return int(r.Links(at).Thread)
	case r.At(first).Kind == model.BufferRead:
		return at // it reads what that write left
	}
	return threadPast
}

// LastChoosing is the last event of E, a Choice, with another value, as if it raced with that.
func (r Reader) LastChoosing(value int32) RaceEnd {
	at := r.Len() - 1
	return RaceEnd{r.Event(at).Thread, value, model.None, int(r.Links(at).Thread)}
}

// AppendPendingRaces (rules R3 and R12) appends to firsts the positions of the events with which the
// next event of t races, if t waits at a Lock, an Await or a When, and returns that
// event as the second one of these races. A Lock races with the Lock by which the mutex
// is held, the others with the ends of stretches.
func (r Reader) AppendPendingRaces(firsts []int32, t model.ThreadID) ([]int32, RaceEnd) {
	if mutex, waits := r.machine.WaitsForLock(t); waits {
		second := r.pendingRaceEnd(t)
		if first := r.LastLock(mutex); !r.Precedes(r.Event(first), second) {
			firsts = append(firsts, int32(first))
		}
		return firsts, second
	}
	if r.machine.NextGuard(t) == nil || r.machine.Enabled(t) {
		return firsts, RaceEnd{}
	}
	return r.AppendStretchEnds(firsts, t), r.pendingRaceEnd(t)
}

func (r Reader) pendingRaceEnd(t model.ThreadID) RaceEnd {
	if r.order.Buffered() {
		if e, _ := r.machine.Next(t); e.Waits() {
			return RaceEnd{t, 0, model.None, threadPast}
		}
	}
	return RaceEnd{t, 0, model.None, r.LastOf(t)}
}

// AppendStretchEnds appends to firsts the positions of the writes with which the next
// event of t races if it is that of an Await or a When, even if it is enabled: those that
// end a stretch of E in which its guard held.
func (r Reader) AppendStretchEnds(firsts []int32, t model.ThreadID) []int32 {
	guard := r.machine.NextGuard(t)
	if guard == nil {
		return firsts
	}
	e, _ := r.machine.Next(t)
	if e.Kind == model.BufferRead {
		return firsts // whatever others write
	}
	return r.appendStretchEnds(firsts, guard, r.LastWrite(e.Object), r.machine.Value(e.Object), r.pendingRaceEnd(t))
}

// appendStretchEnds (rules R10 and R11) appends to firsts the positions of the writes that end
// a stretch of E: the guard of second holds right before them and not after. The search begins at
// write, which left that value, and ends at what happens before second without the
// edges from writes of its variable: these go away when the race is reversed.
//
// A write within a stretch is not among them: once second comes before the end of the
// stretch, it races with the last write before it, and so goes on backwards write by
// write. That ends where the guard does not hold, so each stretch needs an end to begin
// from.
//
// Where Stores are buffered, the search also ends at the flush of the last store of the variable by the
// thread of second, which reads that or what is written later (rule R24).
func (r Reader) appendStretchEnds(firsts []int32, guard *model.Guard, write int, value int64, second RaceEnd) []int32 {
	past := r.Predecessors(second)
	held := guard.Holds(value)
	for w := write; w != model.None && !past.Has(r.Event(w)) && !r.flushes(second.Thread, w); w = int(r.Links(w).Write) {
		holds := guard.Holds(r.machine.Overwritten(w))
		if holds && !held {
			firsts = append(firsts, int32(w))
		}
		held = holds
	}
	return firsts
}

// flushes reports whether the event at position w is the flush of a store by thread t.
func (r Reader) flushes(t model.ThreadID, w int) bool {
	e := r.At(w)
	return e.IsFlush() && e.Issuer() == t
}

// findGuardedRaces finds the races of the last event of E, which waited for guard: those it has
// without that if the guard holds before them (rule R13), and those with the ends of stretches.
func (r Reader) findGuardedRaces(guard *model.Guard) {
	at := r.Len() - 1
	e, links := r.Event(at), r.Links(at)
	seen := r.machine.Value(e.Object)
	if e.Kind == model.Update {
		seen = r.machine.Overwritten(at)
	}
	races := slices.DeleteFunc(r.order.Races(), func(first int32) bool {
		return first == links.Write && !guard.Holds(r.machine.Overwritten(int(first)))
	})
	second := RaceEnd{e.Thread, 0, at, int(links.Thread)}
	if r.order.Buffered() {
		second.before = threadPast
	}
	r.order.SetRaces(r.appendStretchEnds(races, guard, int(links.Write), seen, second))
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
// is valid until E changes and, where Stores are buffered, until the next call.
func (r Reader) Predecessors(second RaceEnd) Predecessors {
	switch second.before {
	case model.None:
		return nil
	case threadPast:
		return r.order.ThreadPast(second.At, second.Thread)
	}
	return r.Clock(second.before)
}

// Predecessors is a set of events of E: a vector clock, or nil if it is empty.
type Predecessors []int32

// Has reports whether e, an event of E, is in the set.
func (p Predecessors) Has(e model.Event) bool { return p != nil && p[e.Thread] >= e.Index }

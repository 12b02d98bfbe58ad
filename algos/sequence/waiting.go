package sequence

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/order"
)

// AppendStretchEnds appends to firsts the positions of the writes with which the next
// event of t races if it is the event of an Await or a When, even if it is enabled: the writes that end a stretch of E
// in which its guard held.
func (r Reader) AppendStretchEnds(firsts []int32, t event.ThreadID) []int32 {
	guard := r.machine.NextGuard(t)
	if guard == nil {
		return firsts
	}
	e, _ := r.machine.Next(t)
	if e.Kind == event.BufferRead {
		return firsts // whatever others write
	}
	return r.appendStretchEnds(firsts, guard.Holds, r.LastWrite(e.Object), r.machine.Value(e.Object), r.pendingRaceEnd(t))
}

// appendStretchEnds (rules R10 and R11) appends to firsts the positions of the writes that end
// a stretch of E: the guard of second holds right before them and not after. The search begins at
// write, which left that value, and ends at the past of second, without the
// edges from writes of its variable, which disappear when the race is reversed.
//
// A write within a stretch is not among them: once second comes before the end of the
// stretch, it races with the last write before it, and so moves backwards write by
// write. That stops where the guard does not hold, so each stretch needs an end to
// start from.
//
// Where Stores are buffered, the search also ends at the flush of the last store of the variable by the
// thread of second, which reads that store or a later write (rule R24).
func (r Reader) appendStretchEnds(firsts []int32, guard func(value int64) bool, write int, value int64, second RaceEnd) []int32 {
	past := r.Predecessors(second)
	held := guard(value)
	for w := write; w != order.None && !past.Has(r.Event(w)) && !r.flushes(second.Thread, w); w = int(r.Links(w).Write) {
		holds := guard(r.machine.Overwritten(w))
		if holds && !held {
			firsts = append(firsts, int32(w))
		}
		held = holds
	}
	return firsts
}

// flushes reports whether the event at position w is the flush of a store by thread t.
func (r Reader) flushes(t event.ThreadID, w int) bool {
	e := r.At(w)
	return e.IsFlush() && e.Issuer() == t
}

// findGuardedRaces finds the races of the last event of E, which waited for guard: those it has
// anyway, if the guard holds before them (rule R13), or without them (rule R55), and those with the ends of stretches.
func (r Reader) findGuardedRaces(guard *operation.Guard) {
	at := r.Len() - 1
	e, links := r.Event(at), r.Links(at)
	if e.Kind == event.Pass {
		if first := r.lastPass(guard, int(links.Write), int(links.Thread)); first != order.None {
			r.order.SetRaces([]int32{int32(first)})
		}
		return
	}
	races := slices.DeleteFunc(r.order.Races(), func(first int32) bool {
		return r.isLastWrite(int(first), at) && !guard.Holds(r.ValueReversed(int(first), at))
	})
	second := RaceEnd{e.Thread, 0, at, int(links.Thread)}
	if r.order.Buffered() {
		second.before = threadPast
	}
	r.order.SetRaces(r.appendStretchEnds(races, guard.Holds, int(links.Write), r.seenAt(at), second))
}

// seenAt returns the value that the last event of E, at position at, has seen in memory.
func (r Reader) seenAt(at int) int64 {
	if e := r.At(at); e.Kind != event.Update {
		return r.machine.Value(e.Object)
	}
	return r.machine.Overwritten(at)
}

// isLastWrite reports whether the event at position first is the last write of its variable before second, or, where updates commute, one of
// the phase of the last write.
func (r Reader) isLastWrite(first, second int) bool {
	return first == int(r.Links(second).Write) || r.Commuting() && r.At(first).Kind.Applies()
}

// lastPass returns the position of the last Pass of a variable, at or before write and after the position from, before which
// guard held, or order.None. A Pass after which a thread does nothing until its own races with that one: both were enabled there, where nothing
// else was. It races with no other event, since it is enabled only where these have happened.
func (r Reader) lastPass(guard *operation.Guard, write, from int) int {
	for w := write; w > from; w = int(r.Links(w).Write) {
		if r.At(w).Kind == event.Pass && guard.Holds(r.machine.Overwritten(w)) {
			return w
		}
	}
	return order.None
}

package sequence

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/order"
)

// Where a CompareAndSwap c that fails does not wait for the buffers of its thread (memory.GenMCTSO), it is a Load that
// awaits a value other than the one it expects, or an update that waits for the buffers. So there are two kinds of
// races of c with a write w. Suppose that c sees the value from before w once the race is reversed:
//
//   - c then fails. If c writes, or fails for another reason, right after w, at a prefix where its buffers are not
//     empty, c has to wait there. Then w ends a stretch for c, as for an Await (rule R48).
//   - c then writes. Then the flushes that it waits for also happen before c, although it has not waited for them in E.
//     They may come after c in E, so the race is found when the last of them is in E (rule R49).
//
// A c that reads a store of its own thread has no races, like any such Load (rule R19).

// findExpectingRaces finds the races of the last event of E, a CompareAndSwap that expects that value, except those
// of DrainedRace.
func (r Reader) findExpectingRaces(expected int64) {
	at := r.Len() - 1
	links := r.Links(at)
	races := slices.DeleteFunc(r.order.Races(), func(first int32) bool {
		return first == links.Write && (r.drains(at) || r.isExpectedEnd(first))
	})
	if r.At(at).ReadsOwn() {
		return
	}
	n, second := len(races), RaceEnd{r.At(at).Thread, 0, at, int(links.Thread)}
	races = r.appendStretchEnds(races, otherThan(expected), int(links.Write), r.seenAt(at), second)
	waiting := slices.DeleteFunc(races[n:], func(w int32) bool { return !r.waitsAfter(w, at) })
	r.order.SetRaces(races[:n+len(waiting)])
}

// otherThan is the guard that a CompareAndSwap fails.
func otherThan(expected int64) func(value int64) bool {
	return func(value int64) bool { return value != expected }
}

// appendExpectingRaces (rule R58) appends to dst the races of the CompareAndSwap at which t waits for its buffers after E: with the writes before which
// it would have failed, and not waited. E then ends because a flush is asleep.
func (r Reader) appendExpectingRaces(dst []Race, t event.ThreadID) []Race {
	step, second := r.machine.NextStep(t), RaceEnd{t, 0, order.None, r.LastOf(t)}
	for _, first := range r.appendStretchEnds(nil, otherThan(step.A), r.LastWrite(step.Object), r.machine.Value(step.Object), second) {
		dst = append(dst, Race{int(first), second})
	}
	return dst
}

// isExpectedEnd reports whether the last event of E, if it is a CompareAndSwap that expects a value, races with the event
// at position w as with the end of a stretch. w may be the last write of its variable, if the buffers have become empty
// since.
func (r Reader) isExpectedEnd(w int32) bool {
	at := r.Len() - 1
	last := r.Links(at).Write
	expected, ok := r.machine.ExpectsAt(at)
	switch {
	case !ok || w > last || !r.At(int(w)).Kind.Writes():
		return false
	case w < last:
		return true
	}
	return r.At(at).Kind == event.Update && r.machine.Overwritten(int(w)) != expected && r.waitsAfter(w, at)
}

// waitsAfter reports whether the CompareAndSwap at position i, if it finds its expected value right after w, has to
// wait there: whether one of the flushes that it waits for comes neither before w nor before its predecessor in its
// thread.
func (r Reader) waitsAfter(w int32, i int) bool {
	flush, ok := r.lastFlush(i)
	return !ok || flush > w && !r.threadBefore(i).Has(r.Event(int(flush)))
}

// drains reports whether the CompareAndSwap at position i has failed, and writes if its race with the last write of the
// variable is reversed.
func (r Reader) drains(i int) bool {
	w := r.Links(i).Write
	expected, ok := r.machine.ExpectsAt(i)
	return ok && w != order.None && r.At(i).Kind == event.Read && !r.At(i).ReadsOwn() && r.machine.Overwritten(int(w)) == expected
}

// lastFlush is the position of the last flush that the CompareAndSwap at position i has to wait for if it writes, or
// order.None if there is none; ok is false if E does not have it yet.
func (r Reader) lastFlush(i int) (flush int32, ok bool) {
	e := r.At(i)
	actor, n := r.machine.LastStoreBefore(e.Thread, e.Index)
	if n == 0 {
		return order.None, true
	}
	flush = r.order.PositionOf(actor, n)
	return flush, flush != order.None
}

// DrainedRace (rule R49) is the race of the event at position i, if that is a CompareAndSwap that has failed and is to
// write once the race is reversed. ok is false if it is not, or if E lacks a flush that it then has to wait for.
func (r Reader) DrainedRace(i int) (race Race, ok bool) {
	if !r.drains(i) {
		return race, false
	}
	if _, ok = r.lastFlush(i); !ok {
		return race, false
	}
	race = Race{int(r.Links(i).Write), RaceEnd{r.At(i).Thread, 0, i, drainedPast}}
	return race, !r.Precedes(r.Event(race.First), race.Second)
}

// appendDrainedRaces appends to dst the races of DrainedRace that the last event of E completes: its own, or the races
// of the thread whose store it flushes.
func (r Reader) appendDrainedRaces(dst []Race) []Race {
	at := r.Len() - 1
	e := r.At(at)
	if !e.IsFlush() {
		if race, ok := r.DrainedRace(at); ok {
			dst = append(dst, race)
		}
		return dst
	}
	for i := r.LastOf(e.Issuer()); i != order.None && r.At(i).Thread == e.Issuer() && r.At(i).Index > int32(e.Ref); i = int(r.Links(i).Thread) {
		if flush, _ := r.lastFlush(i); int(flush) != at {
			continue
		}
		if race, ok := r.DrainedRace(i); ok {
			dst = append(dst, race)
		}
	}
	return dst
}

// threadBefore returns the events that happen before the event at position i because of its thread's previous event.
func (r Reader) threadBefore(i int) Predecessors {
	before := r.Links(i).Thread
	if before == order.None {
		return nil
	}
	return r.Clock(int(before))
}

package sequence

import (
	"dporbench/model/event"
	"dporbench/model/order"
)

// Race is a race e ≲ e' of E. Two Locks race (rule R1); Spawn and Join do not (rule R5).
type Race struct {
	First  int // the position of e
	Second RaceEnd
}

// AppendRaces appends to dst the races that the last event of E completes: first the ones that it completes as a flush
// or without having waited for one (rule R49), then its own, the later ones first.
func (r Reader) AppendRaces(dst []Race) []Race {
	if r.machine.Expecting() && r.Len() > 0 {
		dst = r.appendDrainedRaces(dst)
	}
	for _, first := range r.Races() {
		dst = append(dst, Race{int(first), r.raceEndOf(int(first))})
	}
	return dst
}

// AppendPendingRaces (rules R3, R12 and R58) appends to dst the races of the events at which threads wait after E: a Lock
// races with the Lock that holds the mutex, an Await, a When or a CompareAndSwap with the ends of stretches.
func (r Reader) AppendPendingRaces(dst []Race) []Race {
	for t := r.machine.NextActive(event.NoThread); t != event.NoThread; t = r.machine.NextActive(t) {
		if mutex, waits := r.machine.WaitsForLock(t); waits {
			second := r.pendingRaceEnd(t)
			if first := r.LastLock(mutex); !r.Precedes(r.Event(first), second) {
				dst = append(dst, Race{first, second})
			}
		} else if guard := r.machine.NextGuard(t); guard != nil && !r.machine.Enabled(t) {
			if e, _ := r.machine.Next(t); e.Kind == event.Pass {
				if first := r.lastPass(guard, r.LastWrite(e.Object), r.LastOf(t)); first != order.None {
					dst = append(dst, Race{first, r.pendingRaceEnd(t)})
				}
				continue
			}
			for _, first := range r.AppendStretchEnds(nil, t) {
				dst = append(dst, Race{int(first), r.pendingRaceEnd(t)})
			}
		} else if r.machine.Expecting() && r.machine.NextStep(t).Compares() && !r.machine.Enabled(t) {
			dst = r.appendExpectingRaces(dst, t)
		}
	}
	return dst
}

func (r Reader) pendingRaceEnd(t event.ThreadID) RaceEnd {
	if r.order.Buffered() {
		if e, _ := r.machine.Next(t); e.Waits() {
			return RaceEnd{t, 0, order.None, threadPast}
		}
	}
	return RaceEnd{t, 0, order.None, r.LastOf(t)}
}

// IsStretchEnd reports whether the last event of E races with the event at position w as with the end of a stretch:
// beyond the last write of its variable, or also with that, for a CompareAndSwap (rule R48).
func (r Reader) IsStretchEnd(w int) bool {
	switch at := r.Len() - 1; {
	case !r.machine.Guarded() || !r.At(w).Kind.Writes() || r.At(at).Kind == event.Pass || r.HasApply(w, at):
		return false
	case w < int(r.Links(at).Write):
		return true
	}
	return r.isExpectedEnd(int32(w))
}

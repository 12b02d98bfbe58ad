package trust

import (
	"math"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Awaits. An Await is a read, and a When the read of an update, with a guard. If the guard
// does not hold for the value, the read is Unmet: its thread reads again, from a later write.
// So a thread that waits forever ends with an unmet read from the last write in co. For other
// threads an unmet read does not exist: it is not after its write in porf, and not before any
// other write in hb (rule R41).
//
// An await is added while its guard holds for the last write in co. When nothing else can be
// added, a thread whose guard does not hold for it reads from an earlier write for which it
// does or, last, from the last one, which makes the read unmet (rule R42).
//
// Let b, the base of an await r, be the last in co of the writes added before r. If co has writes
// after b for which the guard does not hold, the first of these is the end of r's stretch. A graph
// in which r reads from a write after that, or waits, is reached when the end of the stretch
// revisits r, which makes r unmet, and by no other revisit of r. So a write u revisits r
//
//   - at a place before b, if the guard holds for u;
//   - at a place after b, if it holds for b and all writes between b and u (rule R43).
//
// From then on, no write for which it does not hold is placed between b and u (rule R44). This
// ends when an earlier read is revisited by a write that r is porf-before: from then on r counts
// as added after the writes that it was added before, and has a new base (rule R45).
//
// None of this leads to a dead end: the last write can always be read, and the last place
// in co taken.

// holds reports whether s, if it has a guard, continues with that value.
func holds(s operation.Step, value int64) bool { return s.Guard() == nil || s.Enabled(value) }

// nextUnmet chooses, where nothing else can be added, a thread that awaits a value other than that
// of the last write in co, and has not yet read from that write.
func (x *exploration) nextUnmet() (t event.ThreadID, s operation.Step, any bool) {
	for t := x.Active(event.NoThread); t != event.NoThread; t = x.Active(t) {
		if s := x.Step(t); s.Guard() != nil && !x.isPending(t) {
			return t, s, true
		}
	}
	return 0, operation.Step{}, false
}

// isPending reports whether t waits, and has read the last write.
func (x *exploration) isPending(t event.ThreadID) bool {
	r := x.Graph.Last(t)
	return r != graph.None && x.Graph.Event(r).Unmet && x.Graph.Later(x.Graph.Event(r).Source) == graph.None
}

// allows reports whether r, which has been cut, may be revisited by u right after w in co.
func (x *exploration) allows(r graph.ID, u *write, w graph.ID) bool {
	value, s := x.written(u), x.Step(x.Graph.Event(r).Thread)
	if x.refuses(w, value) {
		return false
	}
	if s.Guard() == nil {
		return true
	}
	stamp := x.Graph.Event(r).Stamp
	if x.firstAfter(w) < stamp {
		return s.Enabled(value)
	}
	return x.inStretch(s, stamp, w)
}

// written is the value that u writes.
func (x *exploration) written(u *write) int64 { return u.step.Written(x.seen(u)) }

// inStretch reports whether the guard of s holds for all writes from the base of a read
// with that stamp up to w.
func (x *exploration) inStretch(s operation.Step, stamp, w graph.ID) bool {
	for ; s.Enabled(x.Graph.Event(w).Value); w = x.Graph.Earlier(w) {
		if x.Graph.Event(w).Stamp < stamp {
			return true
		}
	}
	return false
}

// firstAfter is the first stamp of the writes after w in co. The base of a read is w or before w
// if its stamp is less.
func (x *exploration) firstAfter(w graph.ID) graph.ID {
	first := graph.ID(math.MaxInt32)
	for w = x.Graph.Later(w); w != graph.None; w = x.Graph.Later(w) {
		first = min(first, x.Graph.Event(w).Stamp)
	}
	return first
}

// refusesUpdate reports whether an update s that reads from w is refused because of its write.
func (x *exploration) refusesUpdate(s operation.Step, w graph.ID) bool {
	value := x.Graph.Event(w).Value
	return isUpdate(s, value) && x.refuses(w, s.Written(value))
}

// isRefused is refusesUpdate for the update whose read r has just been revisited by u.
func (x *exploration) isRefused(r graph.ID, u *write) bool {
	t := x.Graph.Event(r).Thread
	s := x.Step(t)
	return x.InUpdate(t) && x.refusesUpdate(s, x.Graph.Last(u.thread))
}

// nextWrite is the write of the update whose read was r.
func (x *exploration) nextWrite(r graph.ID) write {
	t := x.Graph.Event(r).Thread
	return x.writeOf(t, x.Step(t))
}

// mayComeBefore reports whether a write may come before w in co, although w is porf-before it, and
// revisit an unmet read there.
func (x *exploration) mayComeBefore(w graph.ID) bool {
	return x.buffers && x.unblocks() && x.Graph.Earlier(w) != graph.None
}

// refuses reports whether a write of that value right after w would end the stretch of an
// await that reads from a later write.
func (x *exploration) refuses(w graph.ID, value int64) bool {
	first := x.firstAfter(w)
	for u := x.Graph.Later(w); u != graph.None; u = x.Graph.Later(u) {
		for r := x.Graph.FirstReader(u); r != graph.None; r = x.Graph.NextReader(r) {
			if x.Graph.Event(r).Stamp < first && x.endsAt(r, value) && !x.isSettled(r) {
				return true
			}
		}
	}
	return false
}

// endsAt reports whether that value does not satisfy the guard of r.
func (x *exploration) endsAt(r graph.ID, value int64) bool {
	return !holds(x.Behaviour.Step(x.Graph.PositionBefore(r)), value)
}

// isSettled reports whether the revisit of an earlier read has kept r.
func (x *exploration) isSettled(r graph.ID) bool {
	for t := range event.ThreadID(x.Graph.Threads()) {
		for _, id := range x.Graph.ThreadEvents(t) {
			if e := x.Graph.Event(id); e.Kind == event.Read && e.Stamp < x.Graph.Event(r).Stamp && x.Graph.PorfBefore(r, x.revisiter(e)) {
				return true
			}
		}
	}
	return false
}

// revisiter is the write that r reads from or, if r acquired a mutex in place, was revisited
// by.
func (x *exploration) revisiter(r *graph.Event) graph.ID {
	if x.acquiredInPlace(r) {
		return x.Graph.Earlier(r.Source)
	}
	return r.Source
}

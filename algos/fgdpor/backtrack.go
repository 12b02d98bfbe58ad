package fgdpor

import (
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/order"
)

// addBacktrackPoint is the body of the paper's loop "for all processes p", for
// next(s, p).
func (x *exploration) addBacktrackPoint(next event.Event) {
	if guard := x.Run.Machine.NextGuard(next.Thread); guard != nil {
		x.addGuardedBacktrackPoints(next, guard)
		return
	}
	if next.Kind.Writes() && x.Buffered() {
		x.addBacktrackPointsAtBufferReads(next)
	}
	if i := x.lastDependent(next); i != order.None {
		x.backtrackBefore(i, next)
	}
}

// addBacktrackPointsAtBufferReads (rule R30) adds backtrack points at the Loads that read the last write of next's
// variable while it was buffered. They come before that write in S, but it is next that depends on them.
func (x *exploration) addBacktrackPointsAtBufferReads(next event.Event) {
	last := x.LastAccesses(next.Object)
	for i := last.Read; i != order.None; i = x.Links(int(i)).Read {
		if i < last.Write && !x.before(int(i), next) {
			x.backtrackBefore(int(i), next)
		}
	}
}

// addGuardedBacktrackPoints (rule R18) is addBacktrackPoint for an Await or a When. Only events before which its
// guard holds are useful: besides the last of them, each write after which the guard does not hold
// (sequence.Reader.AppendStretchEnds).
func (x *exploration) addGuardedBacktrackPoints(next event.Event, guard *operation.Guard) {
	if next.Kind.Writes() && x.Buffered() && guard.Holds(x.Run.Machine.Value(next.Object)) {
		x.addBacktrackPointsAtBufferReads(next)
	}
	if i := x.lastDependent(next); i != order.None && guard.Holds(x.valueBefore(i)) {
		x.backtrackBefore(i, next)
	}
	x.ends = x.AppendStretchEnds(x.ends[:0], next.Thread)
	if x.Commuting() {
		x.ends = x.appendPhase(x.ends, next, guard)
	}
	for _, i := range x.ends {
		x.backtrackBefore(int(i), next)
	}
}

// appendPhase (rule R57) appends to dst the Applies right before next, which waits for guard, without which it is enabled. Where it is not
// enabled without two of them, a backtracking point at the last leads to no other.
func (x *exploration) appendPhase(dst []int32, next event.Event, guard *operation.Guard) []int32 {
	last := x.LastAccesses(next.Object)
	x.EachInPhase(last.Write, func(i int32) {
		if x.At(int(i)).Kind.Applies() && !x.before(int(i), next) && guard.Holds(x.ValueWithout(int(i), int(last.Write))) {
			dst = append(dst, i)
		}
	})
	return dst
}

// valueBefore is the value before S_i of its variable; S_i must be one of the variable's last accesses.
func (x *exploration) valueBefore(i int) int64 {
	e := x.Event(i)
	if e.Kind == event.Read {
		return x.Run.Machine.Value(e.Object)
	}
	return x.Run.Machine.Overwritten(i)
}

// backtrackBefore adds to backtrack(pre(S, i)) for the race of S_i and next.
func (x *exploration) backtrackBefore(i int, next event.Event) {
	x.Run.Stats.Work.Races++
	if q, ok := x.leading(i, next); ok {
		x.backtrackTo(i, q, next)
		return
	}
	for q := range x.enabled.Of(i) {
		x.backtrackTo(i, q, next)
	}
}

// backtrackTo adds q to backtrack(pre(S, i)), for S_i and next.
func (x *exploration) backtrackTo(i int, q event.ThreadID, next event.Event) {
	if !x.Backtrack.Contains(i, q) {
		x.Backtrack.Add(i, q)
		x.Run.NotifyBacktrack(i, next, q, x.Sleep.Contains(i, q))
	}
}

// lastDependent returns the largest i such that S_i is dependent and may be co-enabled with next(s, p), and does not
// happen before it; order.None if there is none. It searches from the last access of the variable to its last write,
// or only the last Lock of the mutex: any dependent event before that happens before next(s, p), if that write or
// Lock does.
func (x *exploration) lastDependent(next event.Event) int {
	var latest, oldest int
	switch {
	case next.ReadsOwn(): // rule R19
		return order.None
	case next.Kind.OnVariable():
		last := x.LastAccesses(next.Object)
		latest = int(last.Write)
		if next.Kind != event.Read {
			latest = max(latest, int(last.Read))
		}
		if !x.Commuting() { // rule R39: there the last write may commute with next
			oldest = max(0, int(last.Write))
		}
	case next.Kind == event.Lock:
		latest = x.LastLock(next.Object)
		oldest = max(0, latest)
	default:
		return order.None
	}
	for i := latest; i >= oldest; i-- {
		x.Run.Stats.Work.Comparisons++
		if sequence.DependentAndCoEnabled(x.Event(i), next) && !x.before(i, next) {
			return i
		}
	}
	return order.None
}

// before reports whether S_i happens before next = next(s, p), i ≤ C(p)(proc(S_i)).
func (x *exploration) before(i int, next event.Event) bool {
	if x.Buffered() {
		return x.NextPast(next).Has(x.Event(i))
	}
	last := x.LastOf(next.Thread)
	return last != order.None && x.Before(i, last)
}

// leading returns an element of the paper's set E that is, or may be, explored at
// pre(S, i): p, or the thread of an event after S_i that happens before next(s, p), if
// it is enabled there. ok is false if there is none.
func (x *exploration) leading(i int, next event.Event) (q event.ThreadID, ok bool) {
	if p := next.Thread; x.mayStart(i, p) {
		return p, true
	}
	for j := i + 1; j < x.Len(); j++ {
		if q := x.Event(j).Thread; x.before(j, next) && x.mayStart(i, q) {
			return q, true
		}
	}
	return 0, false
}

// mayStart reports whether q is enabled at pre(S, i) and has been explored there or is
// not asleep. (A thread that is done is asleep too.)
func (x *exploration) mayStart(i int, q event.ThreadID) bool {
	return x.enabled.Contains(i, q) && (x.Backtrack.Contains(i, q) || !x.Sleep.Contains(i, q))
}

package lapor

import (
	"slices"

	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// next chooses the thread whose next event is added: any that can continue, at a Lock only if the mutex is free. If
// there is none, it is one at a Lock that is consistent anyway, then one that isLate and, last, one at a Lock that
// may wait forever.
func (x *exploration) next() event.ThreadID {
	x.sections = x.Graph.Sections(x.sections[:0])
	x.ready, x.late, x.locks = x.ready[:0], x.late[:0], x.locks[:0]
	for t := x.Active(event.NoThread); t != event.NoThread; t = x.Active(t) {
		s := x.Step(t)
		x.note(t, s)
		switch {
		case s.Stopped() || s.Kind(0) == event.Join && !x.HasEnded(event.ThreadID(s.Object)):
		case s.Kind(0) == event.Lock && x.isHeld(s.Object):
			x.locks = append(x.locks, t)
		case x.isLate(t):
			x.late = append(x.late, t)
		default:
			x.ready = append(x.ready, t)
		}
	}
	if len(x.ready) > 0 {
		return x.Choose(x.ready, x.Progress)
	}
	if i := slices.IndexFunc(x.locks, x.mayLock); i >= 0 {
		return x.locks[i]
	}
	if len(x.late) > 0 {
		return x.Choose(x.late, x.Progress)
	}
	if i := slices.IndexFunc(x.locks, x.mayWait); i >= 0 {
		return x.locks[i]
	}
	return event.NoThread
}

// isHeld reports whether a thread is in a section of mutex m.
func (x *exploration) isHeld(m int32) bool {
	return slices.ContainsFunc(x.sections, func(s graph.Section) bool { return s.Open && s.Mutex == m })
}

// isLate reports whether t is in a section that comes after another thread's open section of the same mutex,
// which must end first.
func (x *exploration) isLate(t event.ThreadID) bool {
	for _, b := range x.sections {
		if b.Open && b.Thread == t && slices.ContainsFunc(x.sections, func(a graph.Section) bool {
			return a.Open && a.Thread != t && a.Mutex == b.Mutex && x.Graph.Before(a.Lock, b.Lock)
		}) {
			return true
		}
	}
	return false
}

// mayLock reports whether the graph stays consistent if t, which is at a Lock, is given the mutex.
func (x *exploration) mayLock(t event.ThreadID) bool {
	_, fits, err := x.latest(t)
	return fits && err == nil
}

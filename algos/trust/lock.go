package trust

import (
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// Mutexes (rule R40). A mutex is a location. A Lock is an update that waits for the value Free and
// writes Held; an Unlock is a write. A Lock waits in one of two ways.
//
// Outside the graph, if the mutex is held at the end of co: nothing is added for it. If
// another Lock has read a Free that this one could read too, that read is revisited by
// this Lock's write: when this Lock is added or, if it never is, when nothing else can
// be added (revisitPendingLock).
//
// In the graph, if it was revisited by the write of another Lock: it is then a read of
// Held without a write, and blocked. When the Unlock that belongs to the other Lock is
// added, the read acquires the mutex in place: it now reads from that Unlock, with no
// alternative, and its own write is added again. If the Unlock is deleted, the read
// reads Held again. A blocked read is revisited in no other way.

// isHeld reports whether w is the write of a Lock.
func (x *exploration) isHeld(w graph.ID) bool {
	e := x.Graph.Event(w)
	return e.Exclusive && x.Graph.IsMutex(e.Object)
}

// isBlocked reports whether e is the read of a Lock that waits in the graph.
func (x *exploration) isBlocked(e *graph.Event) bool {
	return e.Kind == event.Read && !e.Exclusive && x.Graph.IsMutex(e.Object)
}

// acquiredInPlace reports whether the read r was blocked and then acquired the mutex in
// place. All other Locks were added after the Unlock they read from.
func (x *exploration) acquiredInPlace(r *graph.Event) bool {
	return r.Exclusive && x.Graph.IsMutex(r.Object) && r.Stamp < x.Graph.Event(r.Source).Stamp
}

// unlock adds the Unlock u after heldBy, the write of its Lock, and lets the read that is
// blocked by that write acquire the mutex. There is at most one, because a write revisits
// one read when it is added, and none later.
func (x *exploration) unlock(u *write, heldBy graph.ID) error {
	r := x.Graph.FirstReader(heldBy)
	if r != graph.None {
		x.Graph.Cut(r)
	}
	if err := x.addWrite(u, heldBy); err != nil || r == graph.None {
		return err
	}
	return x.addReadAs(r, x.Graph.Last(u.thread))
}

// restoreHeld lets the read that acquired the mutex in place from u, which has been cut, read
// Held again.
func (x *exploration) restoreHeld(u graph.ID) error {
	r := x.Graph.FirstReader(u)
	if r == graph.None {
		return nil
	}
	x.Graph.Cut(r)
	return x.addReadAs(r, x.Graph.Earlier(u))
}

// revisitPendingLock makes the revisits of the Lock at which t waits outside the graph, at the
// end of an execution.
func (x *exploration) revisitPendingLock(t event.ThreadID) error {
	s := x.Step(t)
	if s.Stopped() || s.Kind(0) != event.Lock {
		return nil
	}
	if r := x.Graph.Event(x.Graph.Pred(t)); x.isBlocked(r) {
		if x.Graph.Later(r.Source) != graph.None {
			return x.stuck() // the mutex is not held any more
		}
		return nil
	}
	return x.readEarlier(t, s)
}

package trust

import (
	"dporbench/algos/internal/graph"
	"dporbench/model"
)

// Mutexes. A mutex is a location. A Lock is an update that waits for the value
// Free and writes Held; an Unlock is a write. A Lock that has to wait does so in
// one of two ways.
//
// Outside the graph, as long as the mutex is held at the end of co: nothing is
// added for it. Each Lock that has taken a Free which this one could read as
// well, is revisited for that by its write: when the Lock is added, or when
// nothing else can be added (lockForGood).
//
// In the graph, as a read of Held without a write, if it was revisited by the
// write of another Lock. It is blocked. When the Unlock that belongs to that
// Lock is added, the read takes it in place, with no alternative, and its own
// write is added anew. When that Unlock is deleted, the read has its Held back.
// In no other way is a blocked read revisited.

// isHeld reports whether w is the write of a Lock.
func (x *exploration) isHeld(w graph.ID) bool {
	e := x.graph.Event(w)
	return e.Exclusive && x.graph.IsMutex(e.Object)
}

// isBlocked reports whether e is the read of a Lock that waits in the graph.
func (x *exploration) isBlocked(e *graph.Event) bool {
	return e.Kind == model.Read && !e.Exclusive && x.graph.IsMutex(e.Object)
}

// tookInPlace reports whether the read r was blocked once and took an Unlock
// in place. All other Locks were added after the Unlock they read from.
func (x *exploration) acquiredInPlace(r *graph.Event) bool {
	return r.Exclusive && x.graph.IsMutex(r.Object) && r.Stamp < x.graph.Event(r.Source).Stamp
}

// unlock adds the Unlock u after held, the write of its Lock, and lets the read
// that is blocked by that take it. There is one at most, since a write revisits
// one read when it is added, and none later.
func (x *exploration) unlock(u write, held graph.ID) error {
	r := x.graph.FirstReader(held)
	if r != graph.None {
		x.graph.Cut(r)
	}
	if err := x.addWrite(u, held); err != nil || r == graph.None {
		return err
	}
	return x.addReadAs(r, x.graph.Last(u.thread))
}

// handBack gives the read that took the Unlock u in place, if that is still in
// the graph, its Held back. u has been cut.
func (x *exploration) restoreHeld(u graph.ID) error {
	r := x.graph.FirstReader(u)
	if r == graph.None {
		return nil
	}
	x.graph.Cut(r)
	return x.addReadAs(r, x.graph.Earlier(u))
}

// lockForGood is for a thread t that waits for ever: if it is at a Lock outside
// the graph, it adds that for the sake of revisits.
func (x *exploration) revisitPendingLock(t model.ThreadID) error {
	if !x.graph.Started(t) {
		return nil
	}
	s := x.step(t)
	if s.Stopped() || s.Kind(0) != model.Lock {
		return nil
	}
	if last := x.graph.Last(t); last != graph.None {
		if e := x.graph.Event(last); x.isBlocked(e) {
			return x.checkBlocked(e)
		}
	}
	return x.readEarlier(t, s)
}

// checkBlocked returns an error if the mutex for which the read r waits for ever
// is not held for ever.
func (x *exploration) checkBlocked(r *graph.Event) error {
	if x.graph.Later(r.Source) != graph.None {
		return x.stuck()
	}
	return nil
}

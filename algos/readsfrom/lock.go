package readsfrom

import (
	"dporbench/algos/internal/rfgraph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// acquiredInPlace reports whether a read waited in the graph for a mutex, and then acquired it in place. All other Locks
// were added after the Unlock they read from.
func (x *exploration) acquiredInPlace(id rfgraph.ID) bool {
	e := x.Event(id)
	return e.Kind == event.Read && e.Exclusive && rfgraph.IsMutex(e.Object) && e.Source > id
}

// lockOf is the write of the Lock that belongs to an Unlock.
func lockOf(g *rfgraph.Graph, unlock rfgraph.ID) rfgraph.ID {
	of := g.Event(unlock)
	return lockBefore(g, of.Thread, of.Object, unlock)
}

// lockBefore is the last write of a Lock of a mutex by a thread before that place.
func lockBefore(g *rfgraph.Graph, t event.ThreadID, mutex int32, before rfgraph.ID) rfgraph.ID {
	for w := g.LastAt(mutex); w != rfgraph.None; w = g.EarlierAt(w) {
		if e := g.Event(w); w < before && e.Thread == t && e.Kind == event.Write && e.Exclusive {
			return w
		}
	}
	return rfgraph.None
}

// unlock adds an Unlock, and lets the read that its Lock blocks acquire the mutex in place. Nothing else can be revisited
// by it.
func (x *exploration) unlock(u rfgraph.Event) error {
	lock := lockBefore(x.Graph, u.Thread, u.Object, rfgraph.ID(x.Len()))
	id := x.Add(u)
	for r := x.LastAt(u.Object); r != rfgraph.None; r = x.EarlierAt(r) {
		if e := *x.Event(r); e.Kind == event.Read && e.Blocked && e.Source == lock {
			e.Source, e.Value, e.Blocked, e.Exclusive = id, operation.Free, false, true
			x.Acquire(r, e)
			break
		}
	}
	return x.added(id)
}

// waitAgain lets reads that have acquired a mutex in place wait for it, where the Unlock is not kept.
func (x *exploration) waitAgain(whole *rfgraph.Graph) func(rfgraph.ID, *rfgraph.Event) rfgraph.Edit {
	keep := x.keep
	return func(id rfgraph.ID, e *rfgraph.Event) rfgraph.Edit {
		if e.Kind != event.Read || e.Source <= id || keep[e.Source] {
			return rfgraph.Unchanged
		}
		e.Source, e.Value, e.Blocked, e.Exclusive = lockOf(whole, e.Source), operation.Held, true, false
		return rfgraph.Edited
	}
}

package readsfrom

import (
	"dporbench/algos/internal/rfgraph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// unlock adds an Unlock, and lets the read that its Lock blocks acquire the mutex in place. Nothing else can be revisited
// by it.
func (x *exploration) unlock(u rfgraph.Event) error {
	lock := x.LockBefore(u.Thread, u.Object, rfgraph.ID(x.Len()))
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
		e.Source, e.Value, e.Blocked, e.Exclusive = whole.LockOf(e.Source), operation.Held, true, false
		return rfgraph.Edited
	}
}

package rfgraph

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// Sequence appends the events of an execution in that order, which must not have Locks that wait. An update is one
// event.
func (g *Graph) Sequence(events []event.Event, order []ID) []event.Event {
	g.indexes = stack.Zeroed(g.indexes, len(g.threads))
	for _, id := range order {
		e := &g.events[id]
		if e.Kind == event.Read && e.Exclusive {
			continue
		}
		g.indexes[e.Thread]++
		f := event.Event{Thread: e.Thread, Index: g.indexes[e.Thread], Kind: e.Kind, Access: event.Access{Object: e.Object}}
		if e.Kind == event.Read || e.Kind == event.Write {
			f.Kind, f.Object = kindOf(e), e.Object/2
		}
		events = append(events, f)
	}
	return events
}

func kindOf(e *Event) event.Kind {
	switch mutex := event.IsMutex(e.Object); {
	case mutex && e.Exclusive:
		return event.Lock
	case mutex:
		return event.Unlock
	case e.Exclusive:
		return event.Update
	}
	return e.Kind
}

// LastSeen is the last write of a location, in the order of the witness, that is porf-before the end of t, or None.
func (g *Graph) LastSeen(t event.ThreadID, location int32) ID {
	pred := g.Pred(t)
	for i := len(g.witness) - 1; i >= 0 && pred != None; i-- {
		e := &g.events[g.witness[i]]
		if e.Kind == event.Write && e.Object == location && g.IsBefore(g.witness[i], pred) {
			return g.witness[i]
		}
	}
	return None
}

// LockBefore is the last write of a Lock of a mutex by a thread that was added before an event, or None.
func (g *Graph) LockBefore(t event.ThreadID, mutex int32, before ID) ID {
	for w := g.LastAt(mutex); w != None; w = g.EarlierAt(w) {
		if e := &g.events[w]; w < before && e.Thread == t && e.Kind == event.Write && e.Exclusive {
			return w
		}
	}
	return None
}

// LockOf is the write of the Lock that belongs to an Unlock.
func (g *Graph) LockOf(unlock ID) ID {
	of := &g.events[unlock]
	return g.LockBefore(of.Thread, of.Object, unlock)
}

// IsLock reports whether e is the write of a Lock, which no Lock can read from when it is added.
func (e *Event) IsLock() bool { return e.Exclusive && e.Kind == event.Write && event.IsMutex(e.Object) }

// AcquiredInPlace reports whether a read waited in the graph for a mutex, and then acquired it in place. All other Locks
// were added after the Unlock they read from.
func (g *Graph) AcquiredInPlace(id ID) bool {
	e := &g.events[id]
	return e.Kind == event.Read && e.Exclusive && event.IsMutex(e.Object) && e.Source > id
}

package graph

import (
	"slices"

	"dporbench/model/event"
)

// Where Stores are buffered, a graph has no flushes: a Store is an event of its thread, and its place in co is the
// place of its flush. The part of hb within threads changes. Each event is in a lane: a Store in the lane of the actor
// that would flush it, all others in the lane of their thread. hb goes
//
//   - from event to event in each lane;
//   - from an event that is not a Store to the Stores after it;
//   - from the Stores of all lanes to the store barriers after them, which have a lane of their own, and from these to the Stores
//     after them;
//   - from the Stores of all lanes to the events after them that wait: all but Loads and choices;
//   - not from a Store to a Load of its own thread that reads from it, which may have found it
//     in the buffer.
//
// A Load does not read from a write that is, however far, before its thread's last own Store of
// the variable in co.

// Buffers says which actors flush the Stores of a thread; behaviour.Behaviour implements it.
type Buffers interface {
	Actor(t event.ThreadID, x int32) event.ThreadID
	Actors(t event.ThreadID) []event.ThreadID // NoThread stands for none
}

// Access says which events of its thread an event comes after where Stores are buffered.
type Access uint8

// The accesses.
const (
	Loads    Access = iota // after all events but Stores
	Stores                 // after those and the Stores of its lane
	Barriers               // after all, and before the Stores that follow
	Waits                  // after all
)

// chain holds the events of a lane in hb.
func (g *Graph) chain(lane event.ThreadID) []ID {
	if g.buffers == nil {
		return g.threads[lane].events
	}
	return g.chains[lane]
}

// lastNonStore is the last event of thread t that is not a Store, or the Spawn of t.
func (g *Graph) lastNonStore(t event.ThreadID) ID {
	if chain := g.chains[t]; len(chain) > 0 {
		return chain[len(chain)-1]
	}
	return g.threads[t].spawn
}

// lastStore is the last Store in an actor's lane, or None.
func (g *Graph) lastStore(actor event.ThreadID) ID {
	if actor == event.NoThread || int(actor) >= len(g.chains) || len(g.chains[actor]) == 0 {
		return None
	}
	return g.chains[actor][len(g.chains[actor])-1]
}

// addBuffered is the part of adding e that puts it into its lane.
func (g *Graph) addBuffered(e *Event, a Access, other, reader ID) {
	t := e.Thread
	e.Waits = a == Waits
	program := g.lastNonStore(t)
	pred := program
	if a == Stores || a == Barriers {
		t = g.buffers.Actor(t, e.Object)
		g.growThread(t)
		if a == Barriers {
			g.barriers[e.Thread] = t
		}
		e.lanes[hb] = t
		if last := g.lastStore(t); last != None {
			pred = last
		}
	}
	fresh := g.count()
	row := g.clockAfter(hb, t, pred, other, reader)
	switch {
	case a == Stores:
		row = g.include(hb, row, fresh, t, program)
		if bar := g.lastStore(g.barriers[e.Thread]); bar != None {
			row = g.include(hb, row, fresh, t, bar)
		}
	case a == Barriers:
		row = g.includeStores(g.include(hb, row, fresh, t, program), fresh, t, e.Thread)
	case e.Waits:
		row = g.includeStores(row, fresh, t, e.Thread)
	}
	if e.Kind == event.Join {
		child := event.ThreadID(e.Object)
		row = g.include(hb, row, fresh, t, g.lastNonStore(child))
		row = g.includeStores(row, fresh, t, child)
	}
	e.clocks[hb] = row
}

// includeStores is include for all Stores of a thread.
func (g *Graph) includeStores(row, fresh int32, lane, thread event.ThreadID) int32 {
	for _, actor := range g.buffers.Actors(thread) {
		if last := g.lastStore(actor); last != None {
			row = g.include(hb, row, fresh, lane, last)
		}
	}
	return row
}

// readAfter is w if a read from w by thread t comes after w in hb, or else an event before
// all.
func (g *Graph) readAfter(t event.ThreadID, a Access, w ID) ID {
	if g.buffers != nil && a == Loads && g.IsStore(w) && g.events[w].Thread == t {
		return start
	}
	return w
}

// IsStore reports whether an event is a buffered Store.
func (g *Graph) IsStore(id ID) bool {
	e := &g.events[id]
	return e.lanes[hb] != e.Thread
}

// overwrittenBuffered is Overwritten, where later is the write right after w.
func (g *Graph) overwrittenBuffered(later ID, t event.ThreadID, a Access) bool {
	if g.Before(later, g.lastNonStore(t)) {
		return true
	}
	x := g.events[later].Object
	for _, actor := range g.buffers.Actors(t) {
		last := g.lastStore(actor)
		if last == None || !g.Before(later, last) {
			continue // nor is it before another one in that lane
		}
		switch a {
		case Waits, Barriers:
			return true
		case Stores:
			if actor == g.barriers[t] || !g.IsMutex(x) && actor == g.buffers.Actor(t, x) {
				return true
			}
		case Loads:
			if own := g.lastStoreOf(actor, x); own != None && g.Before(later, own) {
				return true
			}
		}
	}
	return false
}

// unchain removes an event, the last of its lane, from the lane.
func (g *Graph) unchain(id ID) {
	chain := &g.chains[g.events[id].lanes[hb]]
	*chain = (*chain)[:len(*chain)-1]
}

// rechain undoes a change to lanes.
func (g *Graph) rechain(c change) {
	if !c.cut {
		g.unchain(c.event)
		return
	}
	lane := g.events[c.event].lanes[hb]
	g.chains[lane] = append(g.chains[lane], c.event)
}

// lastStoreOf is the last Store of a variable in an actor's lane, or None.
func (g *Graph) lastStoreOf(actor event.ThreadID, x int32) ID {
	for _, id := range slices.Backward(g.chains[actor]) {
		if g.events[id].Object == x {
			return id
		}
	}
	return None
}

// ordinal is the place of a Store in its lane, counted from 1.
func (g *Graph) ordinal(store ID) int {
	index := g.events[store].Index
	i, _ := slices.BinarySearchFunc(g.chains[g.events[store].lanes[hb]], index, func(id ID, index int32) int {
		return int(g.events[id].Index - index)
	})
	return i + 1
}

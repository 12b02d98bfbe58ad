package graph

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// ThreadState says where a thread is after an event, whether it ends there, and whether the event
// is Unmet.
type ThreadState struct {
	At    behaviour.Position
	Ends  bool
	Unmet bool
}

// AddRead adds the next event of thread t, a read from the write w, which leaves t in the
// state after. The read must be consistent; see Overwritten. old is the cut read whose
// place in the insertion order it takes, or None.
func (g *Graph) AddRead(t event.ThreadID, a Access, w ID, exclusive bool, after ThreadState, old ID) ID {
	r, e := g.extend(t, event.Read, g.events[w].Object, after)
	if old != None {
		e.Stamp = g.events[old].Stamp
	}
	source, from := &g.events[w], w
	later := source.next
	if after.Unmet {
		from, later = start, None
	}
	e.Exclusive, e.Value, e.Source, e.next = exclusive, source.Value, w, source.readers
	g.place(r, a, from, g.readAfter(t, a, w), None)
	if later != None && g.views == nil {
		g.precede(r, later)
	}
	return r
}

// AddWrite adds the next event of thread t, a write that comes right after the
// write w in co. The place must be consistent; see Overwritten and Splits.
func (g *Graph) AddWrite(t event.ThreadID, a Access, w ID, value int64, exclusive bool, after ThreadState) ID {
	id, e := g.extend(t, event.Write, g.events[w].Object, after)
	earlier := &g.events[w]
	later := earlier.next
	e.Exclusive, e.Value, e.prev, e.next = exclusive, value, w, later
	g.place(id, a, start, w, earlier.readers)
	if later != None && (g.views == nil || g.views.model.OrdersStores()) {
		g.precede(id, later)
	}
	return id
}

// AddSpawn adds the next event of thread t, which starts another thread. SetStart must be
// called next.
func (g *Graph) AddSpawn(t, child event.ThreadID, after ThreadState) ID {
	g.growThread(child)
	return g.addOnThread(t, event.Spawn, child, after, start)
}

func (g *Graph) growThread(t event.ThreadID) {
	for int(t) >= len(g.threads) {
		g.threads = append(g.threads, thread{spawn: None, pred: None})
		if g.buffers != nil {
			g.chains, g.barriers = append(g.chains, nil), append(g.barriers, event.NoThread)
		}
	}
	g.widen(len(g.threads))
	g.active.Grow(len(g.threads))
}

// SetStart sets the position at which the thread started by the Spawn s begins.
func (g *Graph) SetStart(s ID, at behaviour.Position) {
	e := &g.events[s]
	e.Start = at
	g.threads[e.Object].start = at
	g.refresh(event.ThreadID(e.Object))
}

// AddJoin adds the next event of thread t, which joins a thread that has ended.
func (g *Graph) AddJoin(t, child event.ThreadID, after ThreadState) ID {
	return g.addOnThread(t, event.Join, child, after, g.Pred(child))
}

// AddChoice adds the next event of thread t, a choice of value.
func (g *Graph) AddChoice(t event.ThreadID, value int32, after ThreadState) ID {
	return g.addOnThread(t, event.Choice, event.ThreadID(value), after, start)
}

// AddFence adds the next event of thread t, a fence.
func (g *Graph) AddFence(t event.ThreadID, after ThreadState) ID {
	return g.addOnThread(t, event.Fence, 0, after, start)
}

func (g *Graph) addOnThread(t event.ThreadID, k event.Kind, other event.ThreadID, after ThreadState, pred ID) ID {
	access := Waits
	if k == event.Choice {
		access = Loads
	}
	id, _ := g.extend(t, k, int32(other), after)
	g.place(id, access, pred, pred, None)
	return id
}

// extend makes an event that comes last in its thread, and returns it with only the common
// fields set. It is made in its final place: copying would take longer than the rest.
func (g *Graph) extend(t event.ThreadID, k event.Kind, object int32, after ThreadState) (ID, *Event) {
	g.work.GraphEvents++
	id := ID(len(g.events))
	stack.Extend(&g.events, 1)
	e := &g.events[id]
	e.Thread, e.lanes, e.Kind = t, [...]event.ThreadID{porf: t, hb: t}, k
	e.Object, e.Value, e.Index = object, 0, int32(len(g.threads[t].events))+1
	e.After, e.Start, e.Ends, e.Unmet = after.At, 0, after.Ends, after.Unmet
	e.Exclusive, e.Waits, e.Stamp = false, false, id
	e.Source, e.prev, e.next, e.readers = None, None, None, None
	return id, e
}

// place puts an event that was just made into the graph: in porf after its predecessor in the
// thread and source, and in hb also after other, reader and the reads behind it in its list; but see placeViews.
func (g *Graph) place(id ID, a Access, source, other, reader ID) {
	g.trail = append(g.trail, change{event: id, rows: g.count(), moved: int32(len(g.moved))})
	e := &g.events[id]
	t := e.Thread
	pred := g.Pred(t)
	e.clocks[porf] = g.clockAfter(porf, t, pred, source, None)
	switch {
	case g.simple:
		e.clocks[hb] = g.clockAfter(hb, t, pred, other, reader)
	case g.views != nil:
		g.placeViews(id, pred, other)
	default:
		g.addBuffered(e, a, other, reader)
		g.chains[e.lanes[hb]] = append(g.chains[e.lanes[hb]], id)
	}
	if g.InExecutionEvent(id) {
		g.held++
	}
	g.link(id)
}

// Overwritten reports whether a write that comes after w in co comes before
// pred in hb, or is pred, which is the Pred of thread t. Then the next event of t can neither
// read from w nor be placed right after w in co.
//
// Otherwise it can, as far as acyclicity of hb is concerned. The new event comes after
// pred, after w and, if it is a write, after the reads of w. It comes before the write
// after w, and everything after that. Neither w nor its reads are among those, so a cycle
// would have to go through pred.
//
// Where Stores are buffered, all events that come right before one with that Access take the
// place of pred. Under the models of C11, only the write right after w is looked at; see OverwrittenLater.
func (g *Graph) Overwritten(w, pred ID, t event.ThreadID, a Access) bool {
	later := g.events[w].next
	switch {
	case later == None:
		return false
	case g.simple:
		return g.Before(later, pred)
	case g.views != nil:
		return g.overwrittenInView(later, pred)
	}
	return g.overwrittenBuffered(later, t, a)
}

// Splits reports whether a write placed right after w in co would come between
// the two halves of an update.
func (g *Graph) Splits(w ID) bool {
	later := g.events[w].next
	return later != None && g.events[later].Exclusive
}

// ExclusiveReader is an Exclusive read from w other than r, or None.
func (g *Graph) ExclusiveReader(w, r ID) ID {
	for t := g.events[w].readers; t != None; t = g.events[t].next {
		if t != r && g.events[t].Exclusive {
			return t
		}
	}
	return None
}

package graph

import "dporbench/model"

// ThreadState is where a thread is after an event, whether it ends there, and whether the event is
// Unmet.
type ThreadState struct {
	At    model.Position
	Ends  bool
	Unmet bool
}

// AddRead adds the next event of thread t, a read from the write w, after which t is in the
// state after. The read must be consistent; see Overwritten. If it takes the place of a read
// that was cut in the insertion order, that is old, otherwise None.
func (g *Graph) AddRead(t model.ThreadID, a Access, w ID, exclusive bool, after ThreadState, old ID) ID {
	stamp := g.nextStamp()
	if old != None {
		stamp = g.events[old].Stamp
	}
	source, from := &g.events[w], w
	later := source.next
	if after.Unmet {
		from, later = start, None
	}
	r := g.add(a, Event{
		Thread: t, Kind: model.Read, Exclusive: exclusive, Object: source.Object, Value: source.Value,
		After: after.At, Ends: after.Ends, Unmet: after.Unmet, Stamp: stamp, Source: w,
		prev: None, next: source.readers, readers: None,
	}, from, g.readAfter(t, a, w), None)
	if later != None {
		g.precede(r, later)
	}
	return r
}

// AddWrite adds the next event of thread t, a write that comes right after the
// write w in co. The place must be consistent; see Overwritten and Splits.
func (g *Graph) AddWrite(t model.ThreadID, a Access, w ID, value int64, exclusive bool, after ThreadState) ID {
	earlier := &g.events[w]
	later := earlier.next
	id := g.add(a, Event{
		Thread: t, Kind: model.Write, Exclusive: exclusive, Object: earlier.Object, Value: value,
		After: after.At, Ends: after.Ends, Stamp: g.nextStamp(), Source: None,
		prev: w, next: later, readers: None,
	}, start, w, earlier.readers)
	if later != None {
		g.precede(id, later)
	}
	return id
}

// AddSpawn adds the next event of thread t, which starts another thread. SetStart must be
// called next.
func (g *Graph) AddSpawn(t, child model.ThreadID, after ThreadState) ID {
	g.meet(child)
	return g.addOnThread(t, model.Spawn, child, after, start)
}

// meet makes room for thread t.
func (g *Graph) meet(t model.ThreadID) {
	for int(t) >= len(g.threads) {
		g.threads = append(g.threads, thread{spawn: None, pred: None})
		if g.buffers != nil {
			g.chains = append(g.chains, nil)
		}
	}
	g.widen(len(g.threads))
	g.active.Grow(len(g.threads))
}

// SetStart sets the position at which the thread started by the Spawn s begins.
func (g *Graph) SetStart(s ID, at model.Position) {
	e := &g.events[s]
	e.Start = at
	g.threads[e.Object].start = at
	g.refresh(model.ThreadID(e.Object))
}

// AddJoin adds the next event of thread t, which joins a thread that has ended.
func (g *Graph) AddJoin(t, child model.ThreadID, after ThreadState) ID {
	return g.addOnThread(t, model.Join, child, after, g.Pred(child))
}

// AddChoice adds the next event of thread t, a choice of that value.
func (g *Graph) AddChoice(t model.ThreadID, value int32, after ThreadState) ID {
	return g.addOnThread(t, model.Choice, model.ThreadID(value), after, start)
}

// AddFence adds the next event of thread t, a fence.
func (g *Graph) AddFence(t model.ThreadID, after ThreadState) ID {
	return g.addOnThread(t, model.Fence, 0, after, start)
}

func (g *Graph) addOnThread(t model.ThreadID, k model.Kind, other model.ThreadID, after ThreadState, pred ID) ID {
	access := Waits
	if k == model.Choice {
		access = Loads
	}
	return g.add(access, Event{
		Thread: t, Kind: k, Object: int32(other),
		After: after.At, Ends: after.Ends, Stamp: g.nextStamp(), Source: None,
		prev: None, next: None, readers: None,
	}, pred, pred, None)
}

func (g *Graph) nextStamp() ID { return ID(len(g.events)) }

// add adds e to the end of its thread, in porf after source as well, and in hb after other, and
// after reader and those behind it in its list.
func (g *Graph) add(a Access, e Event, source, other, reader ID) ID {
	g.work.GraphEvents++
	id := ID(len(g.events))
	g.trail = append(g.trail, change{event: id, rows: g.count(), moved: int32(len(g.moved))})
	t := e.Thread
	pred := g.Pred(t)
	e.lanes = [...]model.ThreadID{porf: t, hb: t}
	e.Index = int32(len(g.threads[t].events)) + 1
	e.clocks[porf] = g.clockAfter(porf, t, pred, source, None)
	if g.buffers == nil {
		e.clocks[hb] = g.clockAfter(hb, t, pred, other, reader)
	} else {
		g.addBuffered(&e, a, other, reader)
		g.chains[e.lanes[hb]] = append(g.chains[e.lanes[hb]], id)
	}
	g.events = append(g.events, e)
	if g.InExecutionEvent(id) {
		g.held++
	}
	g.link(id)
	return id
}

// Overwritten reports whether a write that comes after w in co comes before
// pred in hb, or is pred, which is the Pred of thread t. Then the next event of t can neither
// read from w nor be placed right after w in co.
//
// Otherwise it can, as far as hb must be acyclic. The new event comes after pred, after w
// and, if it is a write, after the reads of w. It comes before the write after w, and
// everything after that. Neither w nor its reads are among those, so a cycle would have to
// go through pred.
//
// Where Stores are buffered, what is said of pred is so of all events that come right before one
// with that Access.
func (g *Graph) Overwritten(w, pred ID, t model.ThreadID, a Access) bool {
	later := g.events[w].next
	if g.buffers != nil {
		return later != None && g.overwrittenBuffered(later, t, a)
	}
	return later != None && g.Before(later, pred)
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

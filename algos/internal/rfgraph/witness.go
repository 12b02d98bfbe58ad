package rfgraph

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// The witness of a graph is a sequentially consistent order of its events. An event that reads from the last write, or
// is itself a write, simply comes last. A read from an earlier write w, and the write of an update that reads from w,
// must come before the next write of the location in the witness. They can if the event before them in po does not come
// after that write. So that write and everything after it, in po or rf or because both access a location and one of
// them writes, is moved behind them, in the same order. This is what acyclicity of po, rf, co and fr decides for the
// coherence co of the witness. Only if it fails is another coherence needed.

// fitting is scratch of fit.
type fitting struct {
	late    []bool    // by event
	touched []touched // by location
	end     []ID
}

// touched says how late events access a location.
type touched struct{ reads, writes bool }

// Witness is a sequentially consistent order of the events, which belongs to the graph.
func (g *Graph) Witness() []ID { return g.witness }

// Add adds an event that always fits: a Write that belongs to no update, a Spawn, a Join, a Choice or a Fence.
func (g *Graph) Add(e Event) ID {
	id := g.push(e)
	if e.Kind == event.Join {
		g.follow(id, g.joined(&e))
	}
	g.witness = append(g.witness, id)
	return id
}

// AddRead adds a read that is not overwritten. If that is inconsistent, the caller must go back to an earlier mark.
func (g *Graph) AddRead(e Event) (id ID, ok bool) {
	id = g.push(e)
	g.follow(id, e.Source)
	return id, g.fit(id, None) || g.solveFor(id)
}

// AddWrite adds a write. If it belongs to an update, its read is the last event of the thread. If it is inconsistent, ok
// is false, and the caller must go back to an earlier mark.
func (g *Graph) AddWrite(e Event) (id ID, ok bool) {
	if !e.Exclusive {
		return g.Add(e), true
	}
	read := g.Last(e.Thread)
	if g.isTaken(read, g.events[read].Source) {
		return None, false
	}
	id = g.push(e)
	return id, g.fit(read, id) || g.solveFor(id)
}

// Acquire changes a read, the last event of its thread, so that it reads from the event added last.
func (g *Graph) Acquire(read ID, e Event) {
	g.replace(read, e)
	for i, id := range slices.Backward(g.witness) {
		if id == read {
			g.end = append(append(g.end[:0], g.witness[i+1:]...), read)
			g.reorder(i, g.end)
			return
		}
	}
}

// IsOverwritten reports whether another write comes after the source of e and before e in porf. pred is the event before
// e in its thread.
func (g *Graph) IsOverwritten(e *Event, pred ID) bool {
	for w := g.LastWriteAt(e.Object); w != None; w = g.EarlierWriteAt(w) {
		if w != e.Source && g.IsBefore(w, pred) && (e.Source == None || g.IsBefore(e.Source, w)) {
			return true
		}
		if g.Hides(w, pred) { // the source is w, or was added later
			return false
		}
	}
	return false
}

// isTaken reports whether an update other than read's has read from w and written.
func (g *Graph) isTaken(read, w ID) bool {
	for u := g.LastWriteAt(g.events[read].Object); u != w; u = g.EarlierWriteAt(u) {
		e := &g.events[u]
		if e.Exclusive && g.events[e.prev].Source == w {
			return true
		}
	}
	return false
}

// fit puts a read, the last of its thread, into the witness and, right after it, the write of its update, unless that
// is None. With a write, the read may be there already.
func (g *Graph) fit(read, write ID) bool {
	r := &g.events[read]
	next, at := -1, -1                     // the next write of the location after its source; the read
	unseen := g.locations[r.Object].writes // writes of the location that may still be found
	if write != None {
		unseen--
	}
	for i := len(g.witness) - 1; i >= 0 && g.witness[i] != r.Source && (unseen > 0 || write != None && at < 0); i-- {
		if g.witness[i] == read {
			at = i
		} else if e := &g.events[g.witness[i]]; e.Kind == event.Write && e.Object == r.Object {
			next = i
			unseen--
		}
	}
	from, before := at, next
	if at < 0 {
		from = next
	}
	if next < 0 {
		before = len(g.witness)
		if from < 0 || at == len(g.witness)-1 {
			g.witness = appendTwo(g.witness, read, write, at >= 0)
			return true
		}
	} else if !g.delay(next, r.prev) {
		return false
	}
	g.end = g.end[:0]
	for _, id := range g.witness[from:] {
		if id != read && (next < 0 || !g.late[id]) {
			g.end = append(g.end, id)
		}
	}
	g.end = appendTwo(g.end, read, write, false)
	for _, id := range g.witness[before:] {
		if next >= 0 && g.late[id] {
			g.end = append(g.end, id)
		}
	}
	g.reorder(from, g.end)
	return true
}

func appendTwo(all []ID, read, write ID, isThere bool) []ID {
	if !isThere {
		all = append(all, read)
	}
	if write != None {
		all = append(all, write)
	}
	return all
}

// delay marks the events that come after the one at a place of the witness as late. It returns false if pred is one.
func (g *Graph) delay(place int, pred ID) bool {
	g.late = stack.Zeroed(g.late, len(g.events))
	g.touched = stack.Zeroed(g.touched, len(g.locations))
	for i, id := range g.witness[place:] {
		e := &g.events[id]
		if i > 0 && !g.isLate(e) {
			continue
		}
		if id == pred {
			return false
		}
		g.late[id] = true
		switch e.Kind {
		case event.Read:
			g.touched[e.Object].reads = true
		case event.Write:
			g.touched[e.Object].writes = true
		}
	}
	return true
}

// isLate reports whether e comes after a late event.
func (g *Graph) isLate(e *Event) bool {
	if e.prev != None && g.late[e.prev] {
		return true
	}
	switch e.Kind {
	case event.Read:
		return e.Source != None && g.late[e.Source] || g.touched[e.Object].writes
	case event.Write:
		return g.touched[e.Object].writes || g.touched[e.Object].reads
	case event.Join:
		last := g.joined(e)
		return last != None && g.late[last]
	}
	return false
}

// reorder gives the witness a new end.
func (g *Graph) reorder(from int, end []ID) {
	g.trail = append(g.trail, change{kind: reordered, from: int32(from), saved: int32(len(g.saved))})
	g.saved = append(g.saved, g.witness[from:]...)
	g.witness = append(g.witness[:from], end...)
}

// solveFor searches for another witness, with extra events that the present one lacks.
func (g *Graph) solveFor(extra ...ID) bool {
	order, ok := g.solve(extra, nil, nil)
	if ok {
		g.reorder(0, order)
	}
	return ok
}

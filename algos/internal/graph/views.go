package graph

import (
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Under the memory models of C11, hb is (po ∪ sw)+ in place of (po ∪ rf ∪ co ∪ fr)+. It does not depend on co, so an
// event's row of hb is final when the event is added. Messages that a later event may acquire are rows as well, each a view: with an
// entry for its own lane.
//
// Source: Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential Consistency in C/C++11, PLDI 2017, section 3, with the
// release sequences of C++20. sw goes from a release write to an acquire read of it, or of an update that continues its
// release sequence (rule R60); fences acquire and release for the relaxed accesses of their thread (rule R61).
//
// Under SRA, hb and co together are acyclic: there, clocks[hb] is (po ∪ rf ∪ co)+, and hb is porf.
type views struct {
	model   memory.Model
	threads *behaviour.Behaviour
	events  []synchronised // by ID
	fences  []ID           // sequentially consistent ones in the graph, and some that were cut
	psc
}

// synchronised has the views that an event leaves to others, and to its thread.
type synchronised struct {
	message  int32 // of a write: the view that an acquire read of it acquires
	pending  int32 // the view that the relaxed reads of its thread so far leave to an acquire fence
	released int32 // the view at the last release fence of its thread
	releases bool
	sc       bool // it is sequentially consistent, and so ordered by psc
}

// Views makes executions graphs under a memory model for which Model.Graphs holds, of threads that say the memory orders of their
// events. It is called while g is empty.
func (g *Graph) Views(m memory.Model, threads *behaviour.Behaviour) {
	g.simple, g.views = false, &views{model: m, threads: threads}
}

// HasViews reports whether Views was called.
func (g *Graph) HasViews() bool { return g.views != nil }

// modes returns whether an event that is about to be linked acquires, releases, is atomic, and is sequentially consistent (rule
// R62).
func (g *Graph) modes(e *Event) (acquires, releases, atomic, sc bool) {
	o, m := g.views.threads.At(g.Position(e.Thread)).Order, g.views.model
	failed := e.Kind == event.Read && !e.Exclusive
	switch {
	case e.Unmet, e.Kind == event.Fence && m.Relaxes():
		return false, false, false, false
	case e.Kind == event.Fence:
		return o.Acquires(false), o.Releases(), true, o.SeqCst(false) && !m.Synchronises()
	case !e.Kind.OnVariable():
		return false, false, false, false
	case g.IsMutex(e.Object):
		return true, !e.Exclusive, true, false
	case m.Synchronises():
		return true, true, true, false
	case o.Plain():
		return false, false, false, false
	case m.Relaxes():
		return false, false, true, false
	}
	return o.Acquires(failed), o.Releases(), true, o.SeqCst(failed)
}

// placeViews sets hb and the views of an event that comes after pred in its thread. If it is a Write, earlier comes right before
// it in co; if it is a Join, earlier is the last event of the other thread. In GenMC, Spawn and Join are fences (rule R63).
func (g *Graph) placeViews(id ID, pred, earlier ID) {
	v, e := g.views, &g.events[id]
	t, m := e.Thread, v.model
	if n := int(id) + 1; n > len(v.events) {
		v.events = append(v.events, make([]synchronised, n-len(v.events))...)
	}
	var self synchronised
	if p := &g.events[pred]; p.Thread == t && pred != start {
		self.pending, self.released = v.events[pred].pending, v.events[pred].released
	}
	row := g.clockAfter(hb, t, pred, start, None)
	acquires, releases, atomic, sc := g.modes(e)
	self.releases, self.sc = releases, sc
	v.holdFence(id, sc && e.Kind == event.Fence)
	switch e.Kind {
	case event.Read:
		switch {
		case e.Unmet:
		case m.OrdersStores():
			row = g.include(hb, row, g.count(), t, e.Source)
		case acquires:
			row = g.union(row, v.events[e.Source].message)
		case atomic:
			self.pending = g.union(self.pending, v.events[e.Source].message)
		}
	case event.Write:
		if m.OrdersStores() {
			row = g.include(hb, row, g.count(), t, earlier)
		}
		self.message = g.message(e, row, self.released, pred, releases, atomic)
	case event.Fence:
		if acquires {
			row = g.union(row, self.pending)
		}
		if releases {
			self.released = g.view(row, t, e.Index)
		}
	case event.Join:
		row = g.include(hb, row, g.count(), t, earlier)
		if m.FencesThreads() {
			row = g.union(row, self.pending)
		}
	case event.Spawn:
		if m.FencesThreads() {
			self.released = g.view(row, t, e.Index)
		}
	}
	e.clocks[hb] = row
	v.events[id] = self
}

// holdFence adds an event to the fences if it is one. Those that it is added in place of are taken back.
func (v *views) holdFence(id ID, isFence bool) {
	for len(v.fences) > 0 && v.fences[len(v.fences)-1] >= id {
		v.fences = v.fences[:len(v.fences)-1]
	}
	if isFence {
		v.fences = append(v.fences, id)
	}
}

// message returns the view that an acquire read of the write e, with that row of hb, acquires.
func (g *Graph) message(e *Event, row, released int32, pred ID, releases, atomic bool) int32 {
	message := int32(nothing)
	switch {
	case releases:
		message = g.view(row, e.Thread, e.Index)
	case atomic:
		message = released
		if g.views.model.LongSequences() {
			message = g.union(message, g.lastReleased(e.Thread, e.Object))
		}
	}
	if e.Exclusive { // it continues the release sequence that its read is in
		message = g.union(message, g.views.events[g.events[pred].Source].message)
	}
	return message
}

// lastReleased is the view at the last release write of x by t.
func (g *Graph) lastReleased(t event.ThreadID, x int32) int32 {
	for _, id := range slices.Backward(g.threads[t].events) {
		if e := &g.events[id]; e.Kind == event.Write && e.Object == x && g.views.events[id].releases {
			return g.view(e.clocks[hb], t, e.Index)
		}
	}
	return nothing
}

// view is a row with the event at index of lane t added.
func (g *Graph) view(row int32, t event.ThreadID, index int32) int32 {
	return g.join(row, g.count(), nothing, t, index)
}

// union is a row with everything in rows n and m.
func (g *Graph) union(n, m int32) int32 {
	switch {
	case m == nothing || n == m:
		return n
	case n == nothing:
		return m
	}
	return g.join(n, g.count(), m, 0, 0)
}

// overwrittenInView is Overwritten under the models of C11, where later is the write right after w: hb;eco is irreflexive if none of the
// later ones is before pred in hb, and no read of one. A read that is Unmet counts: its thread reads no older write afterwards (rule R59).
func (g *Graph) overwrittenInView(later, pred ID) bool {
	if g.happensBefore(later, pred) {
		return true
	}
	for r := g.events[later].readers; r != None; r = g.events[r].next {
		if g.happensBefore(r, pred) {
			return true
		}
	}
	return false
}

// OverwrittenLater reports whether w, or a write after it in co, is Overwritten. Under the models of C11 that may be so although the
// write right after w does not show it; then a walk in co that comes from the last write ends before w.
func (g *Graph) OverwrittenLater(w, pred ID) bool {
	for later := g.events[w].next; later != None; later = g.events[later].next {
		if g.overwrittenInView(later, pred) {
			return true
		}
	}
	return false
}

// happensBefore reports whether a comes before b in hb of C11, or is b.
func (g *Graph) happensBefore(a, b ID) bool {
	if g.views.model.OrdersStores() {
		return g.PorfBefore(a, b)
	}
	return g.Before(a, b)
}

// ClosesCycle reports whether, where hb and co together are acyclic, a write after pred in its thread and right after w in co would
// close a cycle (rule R64).
func (g *Graph) ClosesCycle(w, pred ID) bool {
	return g.views != nil && g.closesCycle(w, pred)
}

func (g *Graph) closesCycle(w, pred ID) bool {
	later := g.events[w].next
	return g.views.model.OrdersStores() && later != None && g.Before(later, pred)
}

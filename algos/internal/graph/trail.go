package graph

import (
	"dporbench/model/event"
)

type change struct {
	event ID
	cut   bool
	rows  int32 // of an addition: how many rows there were before
	moved int32 // of an addition: how many exchanges of rows there were before
}

// Mark identifies the current state of the graph, for Back.
func (g *Graph) Mark() int { return len(g.trail) }

// Back restores the graph to its state at that mark.
func (g *Graph) Back(mark int) {
	for len(g.trail) > mark {
		c := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		if g.buffers != nil && c.rows >= 0 {
			g.rechain(c)
		}
		if c.cut {
			g.link(c.event)
		} else if c.rows >= 0 {
			g.takeBack(c)
		} else if c.rows == ofInitial {
			g.end(c.event)
		} else {
			g.reorder(c)
		}
	}
}

func (g *Graph) takeBack(c change) {
	g.undoPrecede(c.moved)
	g.rows = g.rows[:int(c.rows)*g.width]
	if g.InExecutionEvent(c.event) {
		g.held--
	}
	g.unlink(c.event)
	g.events = g.events[:c.event]
}

// Cut removes the last event of its thread from the graph, which keeps it for Back. Every
// event after it in hb must be cut as well before anything is added.
//
// The clocks of the remaining events do not change: each path of hb through an event that
// was cut ends at one that was cut.
func (g *Graph) Cut(id ID) {
	g.trail = append(g.trail, change{event: id, cut: true})
	if g.buffers != nil {
		g.unchain(id)
	}
	g.unlink(id)
}

// link puts an event at the end of its thread and between its neighbours.
func (g *Graph) link(id ID) {
	e := &g.events[id]
	g.threads[e.Thread].events = append(g.threads[e.Thread].events, id)
	g.tally(id, 1)
	switch e.Kind {
	case event.Read, event.Write:
		g.point(e, id, id)
	case event.Lock, event.Unlock:
		t := &g.threads[e.Thread]
		t.locks = append(t.locks, id)
	case event.Spawn:
		child := &g.threads[e.Object]
		child.spawn, child.start = id, e.Start
		g.refresh(event.ThreadID(e.Object))
	}
	g.refresh(e.Thread)
}

// unlink removes an event, the last one of its thread, from the graph. The event
// keeps its own links; events that are put back in the reverse order find their
// neighbours in place (D. E. Knuth, Dancing Links, 2000).
func (g *Graph) unlink(id ID) {
	e := &g.events[id]
	t := &g.threads[e.Thread]
	t.events = t.events[:len(t.events)-1]
	g.tally(id, -1)
	switch e.Kind {
	case event.Read, event.Write:
		g.point(e, e.next, e.prev)
	case event.Lock, event.Unlock:
		t.locks = t.locks[:len(t.locks)-1]
	case event.Spawn:
		g.threads[e.Object].spawn = None
		g.refresh(event.ThreadID(e.Object))
	}
	g.refresh(e.Thread)
}

func (g *Graph) refresh(t event.ThreadID) {
	thread := &g.threads[t]
	thread.pred, thread.at = thread.spawn, thread.start
	active := thread.spawn != None
	if n := len(thread.events); n > 0 {
		thread.pred = thread.events[n-1]
		last := &g.events[thread.pred]
		thread.at = last.After
		active = active && !last.Ends
	}
	g.active.Set(t, active)
}

// point makes e's neighbours in its list point to next and back to prev.
func (g *Graph) point(e *Event, next, prev ID) {
	switch {
	case e.prev != None:
		g.events[e.prev].next = next
	case e.Kind == event.Read:
		g.events[e.Source].readers = next
	}
	switch {
	case e.next != None:
		g.events[e.next].prev = prev
	case e.Kind == event.Write:
		g.last[e.Object] = prev
	}
}

// tally counts an event that is added (n is 1) or removed (n is -1).
func (g *Graph) tally(id ID, n int) {
	if g.InExecutionEvent(id) {
		g.size += n
	}
	if e := &g.events[id]; e.Exclusive && e.Kind == event.Read {
		g.pending += n
	} else if e.Exclusive {
		g.pending -= n
	}
}

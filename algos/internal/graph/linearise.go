package graph

import (
	"cmp"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// Linearise appends to dst the events of an execution with this graph, in an order that
// respects hb; under the memory models of C11, po and rf, with references.
func (g *Graph) Linearise(dst []event.Event) []event.Event {
	order := g.ranked()
	// An event has more predecessors than any of its predecessors has.
	slices.SortFunc(order, ranked.compare)
	if g.views != nil {
		return g.refer(dst, order)
	}
	for _, r := range order {
		dst = append(dst, g.inExecution(r))
	}
	return dst
}

type ranked struct {
	before int // how many events come before it in hb, itself included
	id     ID
	index  int32 // its Index in an execution; of a Store, the Index of the last event before it
}

func (r ranked) compare(s ranked) int {
	return cmp.Or(cmp.Compare(r.before, s.before), cmp.Compare(r.id, s.id))
}

func (g *Graph) ranked() []ranked {
	all := make([]ranked, 0, g.size)
	for t := range g.threads {
		index := int32(0)
		for _, id := range g.threads[t].events {
			if g.InExecutionEvent(id) {
				if !g.IsStore(id) {
					index++
				}
				all = append(all, ranked{g.countBefore(id), id, index})
			}
		}
	}
	return all
}

// countBefore counts id and the events before it in hb (under the memory models of C11, in porf); where Stores are
// buffered, also those between them.
func (g *Graph) countBefore(id ID) int {
	e, before := &g.events[id], hb
	if g.views != nil {
		before = porf
	}
	n := int(e.Index)
	for lane, last := range g.row(e.clocks[before]) {
		if event.ThreadID(lane) != e.lanes[before] {
			n += int(last)
		}
	}
	return n
}

// refer appends the events in that order, each with a reference; see [event.Access.RefersTo].
func (g *Graph) refer(dst []event.Event, order []ranked) []event.Event {
	indexes := stack.Zeroed(g.indexes, len(g.events)) // of writes that have been appended; 0 for others
	for _, r := range order {
		e, made := &g.events[r.id], g.inExecution(r)
		indexes[r.id] = r.index
		w := e.Source
		if e.Kind == event.Write {
			for w = e.prev; g.Earlier(w) != None && indexes[w] == 0; {
				w = g.Earlier(w)
			}
		}
		if w != None {
			made.Access = made.ReferToInitial()
			if g.Earlier(w) != None {
				made.Access = made.ReferTo(g.events[w].Thread, indexes[w])
			}
		}
		dst = append(dst, made)
	}
	g.indexes = indexes
	return dst
}

// InExecution returns the event as it appears in an execution with this graph: for
// either half of an update, the update.
func (g *Graph) InExecution(id ID) event.Event {
	index := g.countOf(g.events[id].Thread, id)
	if !g.IsStore(id) {
		index++
	}
	return g.inExecution(ranked{g.countBefore(id), id, index})
}

// countOf is how many execution events thread t has before id, not counting Stores.
func (g *Graph) countOf(t event.ThreadID, id ID) (n int32) {
	for _, before := range g.threads[t].events {
		if before == id {
			break
		}
		if g.InExecutionEvent(before) && !g.IsStore(before) {
			n++
		}
	}
	return n
}

// Upcoming is the execution's event for an operation of that kind at the end of a thread, if it
// reads from w or comes right after w.
func (g *Graph) Upcoming(t event.ThreadID, a Access, k event.Kind, object int32, w ID) event.Event {
	made := event.Event{Thread: t, Index: g.countOf(t, None) + 1, Kind: k, Access: event.Access{Object: object}}
	switch {
	case g.buffers == nil:
	case a == Stores || a == Barriers:
		actor := g.buffers.Actor(t, object)
		stores := 0
		if last := g.lastStore(actor); last != None {
			stores = g.ordinal(last)
		}
		g.flush(&made, actor, stores+1, made.Index-1)
	case k == event.Read:
		g.reads(&made, a == Waits, w, false)
	}
	return made
}

func (g *Graph) inExecution(r ranked) event.Event {
	e := &g.events[r.id]
	made := event.Event{Thread: e.Thread, Index: r.index, Kind: e.Kind, Access: event.Access{Object: e.Object}}
	switch {
	case g.IsStore(r.id):
		if e.lanes[hb] == g.barriers[e.Thread] {
			made.Kind = event.Update
		}
		if g.IsMutex(e.Object) {
			made.Kind, made.Object = event.Unlock, e.Object-g.vars
		}
		g.flush(&made, e.lanes[hb], g.ordinal(r.id), r.index)
	case !e.Kind.OnVariable():
	case g.IsMutex(e.Object):
		made.Object -= g.vars
		made.Kind = event.Unlock
		if e.Exclusive {
			made.Kind = event.Lock
		}
	case e.Exclusive:
		made.Kind = event.Update
	case e.Kind == event.Read && g.buffers != nil:
		w := e.Source
		inBuffer := g.IsStore(w) && r.compare(ranked{before: g.countBefore(w), id: w}) < 0
		g.reads(&made, e.Waits, w, inBuffer)
	}
	return made
}

// flush makes e the flush of an actor's n-th Store, which its thread issued after that many
// events.
func (g *Graph) flush(e *event.Event, actor event.ThreadID, n int, after int32) {
	e.Partner, e.Ref = e.Thread+1, uint16(after)
	e.Thread, e.Index = actor, int32(n)
}

// reads makes e a read from w, where Stores are buffered.
func (g *Graph) reads(e *event.Event, waits bool, w ID, inBuffer bool) {
	switch {
	case waits:
		e.Ref = event.NotALoad
	case g.IsStore(w) && g.events[w].Thread == e.Thread:
		e.Partner, e.Ref = g.events[w].lanes[hb]+1, uint16(g.ordinal(w))
		if inBuffer {
			e.Kind = event.BufferRead
		}
	}
}

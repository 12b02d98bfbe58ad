package graph

import (
	"cmp"
	"slices"

	"dporbench/model"
)

// Linearise appends to dst the events of an execution of which this is the graph, in an
// order that respects hb.
func (g *Graph) Linearise(dst []model.Event) []model.Event {
	order := g.ranked()
	// An event has more predecessors than any of its predecessors has.
	slices.SortFunc(order, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.before, b.before), cmp.Compare(a.id, b.id))
	})
	for _, r := range order {
		dst = append(dst, g.inExecution(r))
	}
	return dst
}

type ranked struct {
	before int // how many events come before it in hb, or are it
	id     ID
	index  int32 // its Index in an execution
}

func (g *Graph) ranked() []ranked {
	all := make([]ranked, 0, g.size)
	for t := range g.threads {
		index := int32(0)
		for _, id := range g.threads[t].events {
			if g.InExecutionEvent(id) {
				index++
				all = append(all, ranked{g.countBefore(id), id, index})
			}
		}
	}
	return all
}

// countBefore counts the events that come before id in hb, and id.
func (g *Graph) countBefore(id ID) int {
	e := &g.events[id]
	n := int(e.Index)
	for t, last := range g.row(e.clocks[hb]) {
		if model.ThreadID(t) != e.Thread {
			n += int(last)
		}
	}
	return n
}

// InExecution returns the event as it is in an execution of which this is the graph. For
// either half of an update that is the update.
func (g *Graph) InExecution(id ID) model.Event {
	e := &g.events[id]
	return g.inExecution(ranked{id: id, index: g.indexAt(e.Thread, id)})
}

// NextIndex is the Index that the next event of thread t has in an execution.
func (g *Graph) NextIndex(t model.ThreadID) int32 { return g.indexAt(t, None) }

// indexAt is one more than the number of execution events of thread t before id.
func (g *Graph) indexAt(t model.ThreadID, id ID) int32 {
	index := int32(1)
	for _, before := range g.threads[t].events {
		if before == id {
			break
		}
		if g.InExecutionEvent(before) {
			index++
		}
	}
	return index
}

func (g *Graph) inExecution(r ranked) model.Event {
	e := &g.events[r.id]
	made := model.Event{Thread: e.Thread, Index: r.index, Kind: e.Kind, Object: e.Object}
	switch {
	case !e.Kind.OnVariable():
	case g.IsMutex(e.Object):
		made.Object -= g.vars
		made.Kind = model.Unlock
		if e.Exclusive {
			made.Kind = model.Lock
		}
	case e.Exclusive:
		made.Kind = model.Update
	}
	return made
}

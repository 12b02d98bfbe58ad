package rfgraph

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// Edit says how an event changes that goes into a part of a graph.
type Edit int8

// The edits.
const (
	Unchanged Edit = iota
	Edited         // it has another source, an event of the whole graph
	Open           // its source is the write that Revisit adds
)

// MakePart makes g the part of another graph that consists of the kept events, which must be closed under
// porf-predecessors. An event that edit changes must be the last of its thread here. At most one may be Open.
//
// The order of insertion is the same, and so is the witness: the last write before each read stays where it is, since
// it is kept. An Open read has no place there until Revisit.
func (g *Graph) MakePart(of *Graph, keep []bool, edit func(id ID, e *Event) Edit) {
	g.Reset(of.starts)
	g.widen(of.width)
	for len(g.threads) < len(of.threads) {
		g.threads = append(g.threads, thread{last: None})
	}
	g.number(keep)
	for i := range of.events {
		if keep[i] {
			g.copy(of, ID(i), edit)
		}
	}
	for _, id := range of.witness {
		if keep[id] && g.places[id] != g.open {
			g.witness = append(g.witness, g.places[id])
		}
	}
	g.trail = g.trail[:0]
}

// number finds the IDs that events have in g.
func (g *Graph) number(keep []bool) {
	g.places, g.open = stack.Zeroed(g.places, len(keep)), None
	n := ID(0)
	for i, kept := range keep {
		if g.places[i] = None; kept {
			g.places[i] = n
			n++
		}
	}
}

func (g *Graph) copy(of *Graph, id ID, edit func(id ID, e *Event) Edit) {
	e := of.events[id]
	how, source := edit(id, &e), e.Source
	if e.Kind == event.Read && source != None {
		e.Source = g.places[source]
	}
	at := g.push(e)
	switch how {
	case Open:
		g.open = at
	case Edited:
		g.merge(at, of.Clock(source))
	default:
		copy(g.Clock(at), of.Clock(id))
	}
}

// Revisit adds the write u, and lets the Open read read from it, unless that is inconsistent.
func (g *Graph) Revisit(u Event) bool {
	read := g.Last(u.Thread)
	if u.Exclusive && g.isTaken(read, g.events[read].Source) {
		return false
	}
	id := g.push(u)
	g.events[g.open].Source = id
	g.follow(g.open, id)
	if !u.Exclusive {
		g.witness = append(g.witness, id)
	} else if !g.fit(read, id) {
		return g.solveFor(id, g.open)
	}
	return g.fit(g.open, None) || g.solveFor(g.open)
}

// Part is the ID here of an event of the whole graph, or None.
func (g *Graph) Part(of ID) ID {
	if of == None {
		return None
	}
	return g.places[of]
}

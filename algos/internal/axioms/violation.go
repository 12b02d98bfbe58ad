package axioms

import (
	"slices"

	"dporbench/model/machine"
)

// Violation is an axiom that an execution breaks, and a cycle that shows it.
type Violation struct {
	Axiom string // as in "coherence: hb;eco? is irreflexive"
	Cycle []Edge
}

// Edge relates its event to the event of the next edge of a cycle; the last edge leads to the event of the first.
type Edge struct {
	Event    int    // by its place in E, or -1 for the initial write of a variable
	Relation string // "hb", "mo", "rf", "fr" or "psc"
}

// Violated returns the first axiom that E, the execution of a machine under a memory model of graphs, breaks, or nil if it is consistent.
func Violated(m *machine.Machine) *Violation {
	g, mo := graphOf(m)
	for _, a := range g.axioms(mo) {
		if !a.holds() {
			return g.violation(a.name, a.cycle())
		}
	}
	return nil
}

type named struct {
	name string
	relation
}

func (g *graph) violation(axiom string, cycle []Edge) *Violation {
	for i := range cycle {
		cycle[i].Event = g.nodes[cycle[i].Event].event
	}
	return &Violation{axiom, slices.Compact(cycle)}
}

// cycle is a shortest cycle of the union of relations, of nodes.
func (g *graph) cycle(of ...named) (shortest []Edge) {
	for a := range g.nodes {
		if path := g.path(a, a, of...); path != nil && (shortest == nil || len(path) < len(shortest)) {
			shortest = path
		}
	}
	return shortest
}

// path is a shortest path from a to b of one edge or more, of nodes, without its end; nil if there is none.
func (g *graph) path(a, b int, of ...named) []Edge {
	from := make([]Edge, len(g.nodes))
	reached, next := make([]bool, len(g.nodes)), []int{a}
	for len(next) > 0 && !reached[b] {
		c := next[0]
		next = next[1:]
		for _, r := range of {
			r.each(c, func(d int) {
				if !reached[d] {
					reached[d], from[d] = true, Edge{c, r.name}
					next = append(next, d)
				}
			})
		}
	}
	if !reached[b] {
		return nil
	}
	path := []Edge{from[b]}
	for path[len(path)-1].Event != a {
		path = append(path, from[path[len(path)-1].Event])
	}
	slices.Reverse(path)
	return path
}

// incoherent is a shortest cycle of an edge of hb and edges of eco.
func (g *graph) incoherent(hb named, eco []named) (shortest []Edge) {
	for a := range g.nodes {
		hb.each(a, func(b int) {
			if back := g.path(b, a, eco...); back != nil && (shortest == nil || len(back) < len(shortest)-1) {
				shortest = append([]Edge{{a, hb.name}}, back...)
			}
		})
	}
	return shortest
}

// split is the cycle of an update between whose read and write another write comes in mo.
func (g *graph) split(rb, mo relation) []Edge {
	for a := range g.nodes {
		for b := range g.nodes {
			for c := range g.nodes {
				if g.rmw.has(a, b) && rb.has(a, c) && mo.has(c, b) {
					return []Edge{{a, "fr"}, {c, "mo"}}
				}
			}
		}
	}
	return nil
}

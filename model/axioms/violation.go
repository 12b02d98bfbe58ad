package axioms

import (
	"slices"

	"dporbench/model/machine"
)

// Violation is an axiom that an execution breaks, and a cycle that shows it.
type Violation struct {
	Axiom string // as in "coherence: hb;eco? is irreflexive"
	Cycle []Edge
	// Events are the events of the cycle, with others by which its edges lead: where all of them are in an execution with the same rf and mo, closed under
	// po ∪ rf, that one breaks the axiom, too. By their places in E.
	Events []int
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
			return g.violation(a)
		}
	}
	return nil
}

type named struct {
	name string
	relation
}

func (g *graph) violation(of axiom) *Violation {
	v := &Violation{Axiom: of.name, Cycle: of.cycle()}
	var through []int // nodes
	for i, e := range v.Cycle {
		through = append(through, e.Event)
		if of.via != nil {
			through = append(through, of.via(e.Event, v.Cycle[(i+1)%len(v.Cycle)].Event)...)
		}
	}
	for _, n := range through {
		if e := g.nodes[n].event; e >= 0 && !slices.Contains(v.Events, e) {
			v.Events = append(v.Events, e)
		}
	}
	for i := range v.Cycle {
		v.Cycle[i].Event = g.nodes[v.Cycle[i].Event].event
	}
	v.Cycle = slices.Compact(v.Cycle)
	return v
}

// viaPSC returns the nodes between which an edge of psc leads by scb or, between fences, by eco: the other parts of the edge are hb,
// whose events are before these or before b.
func (g *graph) viaPSC(a, b int, mo, rb, eco relation) []int {
	hb, seqCst, scb := g.hb.optional(), g.seqCst(), g.scb(mo, rb)
	isFence := func(n int) bool { return g.fences.has(n, n) && seqCst.has(n, n) }
	begins := func(x int) bool { return x == a || isFence(a) && hb.has(a, x) }
	ends := func(y int) bool { return y == b || isFence(b) && hb.has(y, b) }
	if isFence(a) && isFence(b) && g.hb.has(a, b) {
		return nil
	}
	for x := range g.nodes {
		for y := range g.nodes {
			if begins(x) && ends(y) && (scb.has(x, y) || isFence(a) && isFence(b) && g.hb.has(a, x) && eco.has(x, y) && g.hb.has(y, b)) {
				return []int{x, y}
			}
		}
	}
	return nil
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

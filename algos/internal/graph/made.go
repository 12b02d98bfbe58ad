package graph

import "dporbench/model/front"

// made holds a graph's knowledge of the variables that threads make, whose numbers follow the numbers of
// declared locations. Their initial writes are added to the graph when first asked for, and removed with
// the additions before them.
type made struct {
	program *front.Program
	begun   int // how many have an initial write
}

// ofInitial stands in place of change.rows for an initial write.
const ofInitial = -1

// Grow makes room for variables that threads make: all locations are below n.
func (g *Graph) Grow(n int) {
	for len(g.last) < n {
		g.last = append(g.last, None)
	}
}

// begin adds the initial write of a variable that a thread has made, before all that has been added.
func (g *Graph) begin(x int32) ID {
	id := ID(len(g.events))
	e := initial(id, x, g.made.program.Initial(x))
	e.Stamp = start
	g.events = append(g.events, e)
	g.last[x] = id
	g.trail = append(g.trail, change{event: id, rows: ofInitial})
	g.made.begun++
	if g.views != nil && int(id) < len(g.views.events) {
		g.views.events[id] = synchronised{}
	}
	return id
}

// end removes what begin added.
func (g *Graph) end(id ID) {
	g.last[g.events[id].Object] = None
	g.events = g.events[:id]
	g.made.begun--
}

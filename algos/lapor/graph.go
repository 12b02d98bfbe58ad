package lapor

import (
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
)

// id is the place of an event in the order of insertion; none stands for no event, and for the initial write of a variable.
type id int

const none id = -1

// node is an event of a graph. An update is two, a read and right after it a write, both exclusive.
type node struct {
	thread    event.ThreadID
	kind      event.Kind // Read, Write, Spawn, Join, Choice, Fence, Lock or Unlock
	object    int32      // as of event.Event
	exclusive bool
	waits     bool // a Lock that waits forever, and is no event of an execution
	source    id   // of a Read
	value     int64
	before    behaviour.Position // where its thread is before it,
	after     behaviour.Position // and after it
	start     behaviour.Position // of a Spawn: where the other thread starts
}

// graph is an execution graph: po, rf, and for each variable an order of its writes, co, but none of critical sections.
type graph struct {
	nodes   []node
	threads []thread
	co      [][]id // by variable, without the initial write
}

type thread struct {
	nodes []id // in program order
	spawn id   // none of a declared thread
	start behaviour.Position
	begun bool
}

func newGraph(starts []behaviour.Position) *graph {
	g := &graph{}
	for _, at := range starts {
		g.threads = append(g.threads, thread{spawn: none, start: at, begun: true})
	}
	return g
}

func (g *graph) clone() *graph {
	c := &graph{slices.Clone(g.nodes), slices.Clone(g.threads), slices.Clone(g.co)}
	for t := range c.threads {
		c.threads[t].nodes = slices.Clone(c.threads[t].nodes)
	}
	for x := range c.co {
		c.co[x] = slices.Clone(c.co[x])
	}
	return c
}

// add adds n as the last event of its thread; if it is a write, right after w in co.
func (g *graph) add(n node, w id) id {
	e := id(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.threads[n.thread].nodes = append(g.threads[n.thread].nodes, e)
	switch n.kind {
	case event.Write:
		g.place(e, w)
	case event.Spawn:
		g.begin(event.ThreadID(n.object), e)
	}
	return e
}

func (g *graph) begin(t event.ThreadID, spawn id) {
	for int(t) >= len(g.threads) {
		g.threads = append(g.threads, thread{spawn: none})
	}
	g.threads[t].spawn, g.threads[t].start, g.threads[t].begun = spawn, g.nodes[spawn].start, true
}

// place puts the write e right after w in co.
func (g *graph) place(e, w id) {
	x := g.nodes[e].object
	for int(x) >= len(g.co) {
		g.co = append(g.co, nil)
	}
	g.co[x] = slices.Insert(g.co[x], g.rank(x, w), e)
}

// rank is how many writes of x up to w there are in co, but for the initial one.
func (g *graph) rank(x int32, w id) int {
	if w == none {
		return 0
	}
	return slices.Index(g.co[x], w) + 1
}

// writes are those of x in co.
func (g *graph) writes(x int32) []id {
	if int(x) >= len(g.co) {
		return nil
	}
	return g.co[x]
}

// before is the write right before the write e in co.
func (g *graph) before(e id) id {
	x := g.nodes[e].object
	if i := slices.Index(g.co[x], e); i > 0 {
		return g.co[x][i-1]
	}
	return none
}

// last is the last event of a thread, or none.
func (g *graph) last(t event.ThreadID) id {
	if events := g.threads[t].nodes; len(events) > 0 {
		return events[len(events)-1]
	}
	return none
}

// at is where a thread is.
func (g *graph) at(t event.ThreadID) behaviour.Position {
	if e := g.last(t); e != none {
		return g.nodes[e].after
	}
	return g.threads[t].start
}

// isPending reports whether a thread has the read of an update, but not yet the write.
func (g *graph) isPending(t event.ThreadID) bool {
	e := g.last(t)
	return e != none && g.nodes[e].kind == event.Read && g.nodes[e].exclusive
}

// splits reports whether a write right after w would come between the halves of an update.
func (g *graph) splits(x int32, w id) bool {
	i := g.rank(x, w)
	return i < len(g.writes(x)) && g.nodes[g.co[x][i]].exclusive
}

// holder is a thread that is in a section of mutex m, or NoThread.
func (g *graph) holder(m int32) event.ThreadID {
	for u := range event.ThreadID(len(g.threads)) {
		if g.holds(u, m) {
			return u
		}
	}
	return event.NoThread
}

// holds reports whether t is in a section of mutex m.
func (g *graph) holds(t event.ThreadID, m int32) bool {
	held := false
	for _, e := range g.threads[t].nodes {
		if n := &g.nodes[e]; n.kind.OnMutex() && n.object == m && !n.waits {
			held = n.kind == event.Lock
		}
	}
	return held
}

// past marks the events that are porf-before the next one of t.
func (g *graph) past(t event.ThreadID) []bool {
	past := make([]bool, len(g.nodes))
	g.markThread(past, t)
	return past
}

func (g *graph) markThread(past []bool, t event.ThreadID) {
	if e := g.last(t); e != none {
		g.mark(past, e)
	} else if s := g.threads[t].spawn; s != none {
		g.mark(past, s)
	}
}

func (g *graph) mark(past []bool, e id) {
	if e == none || past[e] {
		return
	}
	past[e] = true
	n := &g.nodes[e]
	events := g.threads[n.thread].nodes
	if i := slices.Index(events, e); i > 0 {
		g.mark(past, events[i-1])
	} else {
		g.mark(past, g.threads[n.thread].spawn)
	}
	switch n.kind {
	case event.Read:
		g.mark(past, n.source)
	case event.Join:
		g.markThread(past, event.ThreadID(n.object))
	}
}

// part is the graph of some of the events, which must be closed under porf. places are those of all in it.
func (g *graph) part(keep []bool) (p *graph, places []id) {
	p = &graph{threads: slices.Clone(g.threads), co: make([][]id, len(g.co))}
	places = make([]id, len(g.nodes))
	for e, kept := range keep {
		places[e] = none
		if kept {
			places[e] = id(len(p.nodes))
			p.nodes = append(p.nodes, g.nodes[e])
		}
	}
	move := func(events []id) (moved []id) {
		for _, e := range events {
			if keep[e] {
				moved = append(moved, places[e])
			}
		}
		return moved
	}
	for i := range p.nodes {
		if s := p.nodes[i].source; p.nodes[i].kind == event.Read && s != none {
			p.nodes[i].source = places[s]
		}
	}
	for t := range p.threads {
		of := &p.threads[t]
		of.nodes = move(of.nodes)
		if s := of.spawn; s != none {
			of.spawn, of.begun = places[s], keep[s]
		}
	}
	for x := range g.co {
		p.co[x] = move(g.co[x])
	}
	return p, places
}

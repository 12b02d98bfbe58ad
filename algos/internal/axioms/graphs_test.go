package axioms

import (
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// graph is an execution graph as in section 3 of Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential Consistency in C/C++11,
// PLDI 2017, with the names used there. Its events are the initial writes, and the events of threads; an update is two events
// related by rmw. Threads have events besides, without a location: a Spawn, the start of its child, the end of a
// thread that is joined, and the Join. The Spawn synchronises with the start, and the end with the Join.
type graph struct {
	memory             memory.Model
	nodes              []node
	reads, writes      []int // by the id of a guess: its nodes
	initial            []int // by location: the node of the initial write
	sb, same, rf, rmw  relation
	starts, sw, hb     relation // starts is what synchronises a Spawn and a Join
	everywhere, fences relation // identities, on all events and on the fences
}

// node is an event of a graph.
type node struct {
	thread             int // -1 of an initial write
	location           int // -1 if it has none
	read, write, fence bool
	atomic             bool // its order is relaxed or stronger, or counts as such
	plain              bool // in the program; this matters for data races
	acquires, releases bool
	seqCst             bool
}

// chooseGraphs calls visit for each execution of the chosen paths that the axioms of a memory model of graphs allow.
func (c *candidates) chooseGraphs(visit func(key string, raced bool)) {
	var g *graph
	c.chooseSources(func() {
		if g == nil {
			g = c.newGraph()
		}
		g.rf = g.relation()
		for i, e := range c.events {
			if e.reads {
				g.rf.add(g.writeAt(e.source, e.object), g.reads[i])
			}
		}
		if !g.sb.or(g.starts, g.rf).acyclic() { // no thin air
			return
		}
		g.synchronise()
		raced := g.raced()
		c.chooseOrders(0, func(order []int) bool { return c.plausible(g, order) }, func() {
			if c.stays() && g.consistent(c.mo(g)) {
				visit(c.key(), raced)
			}
		})
	})
}

// newGraph returns the events of the chosen paths, with sb and rmw.
func (c *candidates) newGraph() *graph {
	g := &graph{memory: c.memory, reads: make([]int, len(c.events)), writes: make([]int, len(c.events)), initial: make([]int, c.locations())}
	used := make([]bool, c.locations())
	for _, e := range c.events {
		if e.reads || e.isWrite {
			used[e.object] = true
		}
	}
	for x := range g.initial {
		if used[x] {
			g.initial[x] = g.add(node{thread: -1, location: x, write: true, atomic: true})
		}
	}
	type edge struct{ from, to int }
	var synchronised, updates []edge
	joins := map[int]int{} // by child
	for i, e := range c.events {
		if e.stuck {
			continue
		}
		n := c.node(&e)
		switch e.kind {
		case event.Spawn:
			synchronised = append(synchronised, edge{g.add(n), g.add(node{thread: e.object, location: -1})})
		case event.Join:
			joins[e.object] = g.add(n)
		case event.Choice:
		case event.Fence:
			g.add(n)
		default:
			g.access(i, e, n)
			if e.reads && e.isWrite {
				updates = append(updates, edge{g.reads[i], g.writes[i]})
			}
		}
	}
	for child, join := range joins {
		synchronised = append(synchronised, edge{g.add(node{thread: child, location: -1}), join})
	}
	g.sb, g.same, g.rmw, g.starts = g.relation(), g.relation(), g.relation(), g.relation()
	for a, e := range g.nodes {
		for b, f := range g.nodes {
			if e.thread == f.thread && e.thread >= 0 && a < b || e.thread < 0 && f.thread >= 0 {
				g.sb.add(a, b)
			}
			if e.location == f.location && e.location >= 0 {
				g.same.add(a, b)
			}
		}
	}
	for _, e := range updates {
		g.rmw.add(e.from, e.to)
	}
	for _, e := range synchronised {
		g.starts.add(e.from, e.to)
	}
	g.everywhere = g.where(func(node) bool { return true })
	g.fences = g.where(func(n node) bool { return n.fence })
	return g
}

func (g *graph) add(n node) int {
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}

// node is the event for e, but for its kind.
func (c *candidates) node(e *guess) node {
	o, failed := e.order, e.step.Compares() && !e.isWrite || e.step.Code == operation.When && e.seen == e.written
	n := node{thread: e.thread, location: e.object, plain: o.Plain(), atomic: !o.Plain(), acquires: o.Acquires(failed), releases: o.Releases(), seqCst: o.SeqCst(failed)}
	switch e.kind {
	case event.Spawn:
		return node{thread: e.thread, location: -1, fence: c.memory.FencesThreads(), releases: c.memory.FencesThreads()}
	case event.Join:
		return node{thread: e.thread, location: -1, fence: c.memory.FencesThreads(), acquires: c.memory.FencesThreads()}
	case event.Fence:
		n.location, n.fence = -1, true
	case event.Lock, event.Unlock:
		n.acquires, n.releases, n.seqCst = e.kind == event.Lock, e.kind == event.Unlock, false
	default:
		if c.memory.Synchronises() {
			n.acquires, n.releases, n.atomic = true, true, true
		}
	}
	if c.memory.Synchronises() {
		n.seqCst = false
	}
	return n
}

// access adds the event or, of an update, the two events of an access.
func (g *graph) access(id int, e guess, n node) {
	if e.reads {
		r := n
		r.read, r.releases = true, false
		g.reads[id] = g.add(r)
	}
	if e.isWrite {
		w := n
		w.write, w.acquires = true, false
		g.writes[id] = g.add(w)
	}
}

func (g *graph) relation() relation { return make(relation, len(g.nodes)) }

// where is the identity on the events for which holds is true: [A] in the paper.
func (g *graph) where(holds func(node) bool) relation {
	r := g.relation()
	for i, n := range g.nodes {
		if holds(n) {
			r.add(i, i)
		}
	}
	return r
}

// writeAt is the node of a write given by its id, or of the initial one.
func (g *graph) writeAt(id, location int) int {
	if id == initial {
		return g.initial[location]
	}
	return g.writes[id]
}

// synchronise computes sw and hb, which do not depend on mo.
func (g *graph) synchronise() {
	write := g.where(func(n node) bool { return n.write })
	atomicWrite := g.where(func(n node) bool { return n.write && n.atomic })
	atomicRead := g.where(func(n node) bool { return n.read && n.atomic })
	releases := g.where(func(n node) bool { return n.releases })
	acquires := g.where(func(n node) bool { return n.acquires })

	updates := g.rf.then(g.rmw).plus().optional() // (rf;rmw)*
	rs := atomicWrite.then(updates)               // C++20
	if g.memory.LongSequences() {                 // the paper: [W]; sb|loc?; [W ⊒ rlx]; (rf;rmw)*
		rs = write.then(g.sb.and(g.same).optional(), atomicWrite, updates)
	}
	g.sw = releases.then(g.fences.then(g.sb).optional(), rs, g.rf, atomicRead, g.sb.then(g.fences).optional(), acquires)
	g.hb = g.sb.or(g.starts, g.sw).plus()
}

// consistent reports whether the axioms hold.
func (g *graph) consistent(mo relation) bool {
	rb := g.rf.inverse().then(mo)
	eco := g.rf.or(mo, rb).plus()
	return g.hb.then(eco.optional()).irreflexive() && // coherence
		g.rmw.and(rb.then(mo)).empty() && // atomicity
		(!g.memory.OrdersStores() || g.hb.or(mo).acyclic()) && // SRA
		g.psc(mo, rb, eco).acyclic()
}

// psc is the partial order of sequentially consistent events, psc_base ∪ psc_F.
func (g *graph) psc(mo, rb, eco relation) relation {
	seqCst := g.where(func(n node) bool { return n.seqCst })
	fence := seqCst.and(g.fences)
	elsewhere := g.sb.without(g.same)
	if g.memory.FencesThreads() {
		elsewhere = g.sb
	}
	hb := g.hb
	scb := g.sb.or(elsewhere.then(hb, elsewhere), hb.and(g.same), mo, rb)
	base := seqCst.or(fence.then(hb.optional())).then(scb, seqCst.or(hb.optional().then(fence)))
	return base.or(fence.then(hb.or(hb.then(eco, hb)), fence))
}

// mo is the chosen order of writes, as a relation. An initial write comes first.
func (c *candidates) mo(g *graph) relation {
	mo := g.relation()
	for x, order := range c.orders {
		for i, w := range order {
			mo.add(g.initial[x], g.writes[w])
			for _, later := range order[i+1:] {
				mo.add(g.writes[w], g.writes[later])
			}
		}
	}
	return mo
}

// plausible reports whether an order of the writes of one location respects hb and keeps updates right after their sources. Both follow from
// the axioms; it saves time.
func (c *candidates) plausible(g *graph, order []int) bool {
	before := initial
	for i, w := range order {
		if e := &c.events[w]; e.reads && e.source != before {
			return false
		}
		for _, later := range order[i+1:] {
			if g.hb.has(g.writes[later], g.writes[w]) {
				return false
			}
		}
		before = w
	}
	return true
}

// stays reports whether each thread that is stuck may be: a thread that waits reads the last write in mo in the end.
func (c *candidates) stays() bool {
	stuck := map[int]bool{}
	for _, e := range c.events {
		stuck[e.thread] = stuck[e.thread] || e.stuck
	}
	for _, e := range c.events {
		switch {
		case e.kind == event.Join:
			if e.stuck != stuck[e.object] {
				return false
			}
		case e.stuck && !e.step.Stopped() && e.step.Enabled(c.last(e.object)):
			return false
		}
	}
	return true
}

// last is the value of the last write of a location.
func (c *candidates) last(x int) int64 {
	if order := c.orders[x]; len(order) > 0 {
		return c.events[order[len(order)-1]].written
	}
	return c.initialAt(x)
}

// raced reports whether two accesses by different threads of one location, a write among them and one of them plain, are not ordered by hb.
func (g *graph) raced() bool {
	for a, e := range g.nodes {
		for b, f := range g.nodes[:a] {
			if e.thread >= 0 && f.thread >= 0 && e.thread != f.thread && g.same.has(a, b) &&
				(e.write || f.write) && (e.plain || f.plain) && !g.hb.has(a, b) && !g.hb.has(b, a) {
				return true
			}
		}
	}
	return false
}

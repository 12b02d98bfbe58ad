// Package axioms has the axioms of the memory models of graphs, as relations on events. [Consistent] decides by them for an execution of a
// machine; package exhaustive enumerates executions with it, and the tests here find them without any machine.
package axioms

import (
	"slices"
	"sync"

	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// graph is an execution graph as in section 3 of Lahav, Vafeiadis, Kang, Hur, Dreyer, Repairing Sequential Consistency in C/C++11,
// PLDI 2017, with the names used there. Its events are the initial writes, and the events of threads; an update is two events
// related by rmw. Threads have events besides, without a location: a Spawn, the start of its child, the end of a
// thread that is joined, and the Join. The Spawn synchronises with the start, and the end with the Join.
type graph struct {
	memory            memory.Model
	nodes             []node
	reads, writes     []int // by label: its nodes
	initial           []int // by location: the node of the initial write
	sb, same, rf, rmw relation
	starts, sw, hb    relation // starts relates a Spawn to the start of its child, and the end of a child to its Join
	fences            relation // the identity on the fences
}

// node is an event of a graph.
type node struct {
	event              int // of which it is a part, by label; -1 of an initial write, and of the start and the end of a thread
	thread             int // -1 of an initial write
	location           int // -1 if it has none
	read, write, fence bool
	atomic             bool // its order is relaxed or stronger, or counts as such
	plain              bool // in the program; this matters for data races
	acquires, releases bool
	seqCst             bool
}

// label describes an event of a thread. An update reads and writes.
type label struct {
	is             bool // otherwise there is no event
	kind           event.Kind
	thread, object int // of a Spawn or Join, object is the child; otherwise the location
	reads, writes  bool
	order          operation.Ordering
	failed         bool // a compare-and-swap that has not written, for example, has another order
}

// newGraph returns a graph with the labelled events, of each thread in its order, with sb and rmw.
func newGraph(m memory.Model, locations int, labels []label) *graph {
	g := &graph{memory: m, reads: make([]int, len(labels)), writes: make([]int, len(labels)), initial: make([]int, locations)}
	g.addInitial(labels)
	type edge struct{ from, to int }
	var synchronised, updates []edge
	joins := map[int]int{} // by child
	for i, l := range labels {
		n := l.node(m)
		n.event = i
		switch {
		case !l.is || l.kind == event.Choice:
		case l.kind == event.Spawn:
			synchronised = append(synchronised, edge{g.add(n), g.add(node{event: -1, thread: l.object, location: -1})})
		case l.kind == event.Join:
			joins[l.object] = g.add(n)
		case l.kind == event.Fence:
			g.add(n)
		default:
			g.access(i, l, n)
			if l.reads && l.writes {
				updates = append(updates, edge{g.reads[i], g.writes[i]})
			}
		}
	}
	for child, join := range joins {
		synchronised = append(synchronised, edge{g.add(node{event: -1, thread: child, location: -1}), join})
	}
	g.sb, g.same, g.rf, g.rmw, g.starts = g.relation(), g.relation(), g.relation(), g.relation(), g.relation()
	g.relate()
	for _, e := range updates {
		g.rmw.add(e.from, e.to)
	}
	for _, e := range synchronised {
		g.starts.add(e.from, e.to)
	}
	g.fences = g.where(func(n node) bool { return n.fence })
	return g
}

// addInitial adds the initial write of each location that is accessed.
func (g *graph) addInitial(labels []label) {
	used := make([]bool, len(g.initial))
	for _, l := range labels {
		if l.is && (l.reads || l.writes) {
			used[l.object] = true
		}
	}
	for x := range g.initial {
		if used[x] {
			g.initial[x] = g.add(node{event: -1, thread: -1, location: x, write: true, atomic: true})
		}
	}
}

// relate computes sb, and which events access the same location.
func (g *graph) relate() {
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
}

// node is the event with a label, but for its kind.
func (l label) node(m memory.Model) node {
	n := node{thread: l.thread, location: l.object, plain: l.order.Plain(), atomic: !l.order.Plain(),
		acquires: l.order.Acquires(l.failed), releases: l.order.Releases(), seqCst: l.order.SeqCst(l.failed)}
	switch l.kind {
	case event.Spawn:
		return node{thread: l.thread, location: -1, fence: m.FencesThreads(), releases: m.FencesThreads()}
	case event.Join:
		return node{thread: l.thread, location: -1, fence: m.FencesThreads(), acquires: m.FencesThreads()}
	case event.Fence:
		n.location, n.fence = -1, true
	case event.Lock, event.Unlock:
		n.acquires, n.releases, n.seqCst = l.kind == event.Lock, l.kind == event.Unlock, false
	default:
		if m.Synchronises() {
			n.acquires, n.releases, n.atomic = true, true, true
		}
	}
	if m.Relaxes() && l.kind != event.Lock && l.kind != event.Unlock {
		n.acquires, n.releases = false, false
	}
	if m.IgnoresOrders() {
		n.seqCst = false
	}
	return n
}

// access adds the event or, of an update, the two events of an access.
func (g *graph) access(i int, l label, n node) {
	if l.reads {
		r := n
		r.read, r.releases = true, false
		g.reads[i] = g.add(r)
	}
	if l.writes {
		w := n
		w.write, w.acquires = true, false
		g.writes[i] = g.add(w)
	}
}

func (g *graph) add(n node) int {
	g.nodes = append(g.nodes, n)
	return len(g.nodes) - 1
}

func (g *graph) relation() relation { return newRelation(len(g.nodes)) }

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

// axiom is an axiom of the memory model.
type axiom struct {
	name  string
	holds func() bool
	cycle func() []Edge        // shows that it does not hold
	via   func(a, b int) []int // other nodes by which an edge of the cycle leads, and which need not happen before b; nil if there are none
}

// axioms are the axioms on a graph with mo.
func (g *graph) axioms(mo relation) []axiom {
	rb := g.rf.inverse().then(mo)
	direct := []named{{"rf", g.rf}, {"mo", mo}, {"fr", rb}}
	eco := g.rf.or(mo, rb).plus()
	hb, psc := named{"hb", g.hb}, sync.OnceValue(func() relation { return g.psc(mo, rb, eco) })
	return []axiom{
		{"coherence: hb is irreflexive", g.hb.irreflexive, func() []Edge { return g.cycle(hb) }, nil},
		{"coherence: hb;eco is irreflexive", g.hb.then(eco).irreflexive, func() []Edge { return g.incoherent(hb, direct) }, nil},
		{"atomicity: rmw ∩ (fr;mo) is empty", g.rmw.and(rb.then(mo)).empty, func() []Edge { return g.split(rb, mo) }, nil},
		{"hb ∪ mo is acyclic", func() bool { return !g.memory.OrdersStores() || g.hb.or(mo).acyclic() }, // SRA
			func() []Edge { return g.cycle(hb, named{"mo", mo}) }, nil},
		{"psc is acyclic", func() bool { return psc().acyclic() }, func() []Edge { return g.cycle(named{"psc", psc()}) },
			func(a, b int) []int { return g.viaPSC(a, b, mo, rb, eco) }},
	}
}

// consistent reports whether the axioms hold.
func (g *graph) consistent(mo relation) bool {
	return !slices.ContainsFunc(g.axioms(mo), func(a axiom) bool { return !a.holds() })
}

// psc is the partial order of sequentially consistent events, psc_base ∪ psc_F.
func (g *graph) psc(mo, rb, eco relation) relation {
	seqCst, fence, hb := g.seqCst(), g.seqCst().and(g.fences), g.hb
	base := seqCst.or(fence.then(hb.optional())).then(g.scb(mo, rb), seqCst.or(hb.optional().then(fence)))
	return base.or(fence.then(hb.or(hb.then(eco, hb)), fence))
}

func (g *graph) seqCst() relation { return g.where(func(n node) bool { return n.seqCst }) }

func (g *graph) scb(mo, rb relation) relation {
	elsewhere := g.sb.without(g.same)
	if g.memory.FencesThreads() {
		elsewhere = g.sb
	}
	return g.sb.or(elsewhere.then(g.hb, elsewhere), g.hb.and(g.same), mo, rb)
}

// initial is the label of the initial writes.
const initial = -1

// writeAt is the node of a write given by its label, or of the initial one.
func (g *graph) writeAt(id, location int) int {
	if id == initial {
		return g.initial[location]
	}
	return g.writes[id]
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

package axioms

import (
	"flag"
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/behaviour"
	"dporbench/model/memory"
)

// Whether some mo makes an execution consistent is decided here from reads-from alone, in polynomial time: after Abdulla, Atig, Jonsson, Ngo, Optimal Stateless
// Model Checking under the Release-Acquire Semantics, OOPSLA 2018, for ra, and for the part of rc11 that has no events of sequential consistency. hb
// does not depend on mo there. So it says once and for all which writes of one location must come before which; updates come right after
// the writes that they read from, with which they are one write in this; and any order of the whole that keeps to this will do.

// ordered returns the writes that must come before others in mo, if executions are consistent, as a transitive relation; it has a cycle if there is no mo.
func (g *graph) ordered() relation {
	write := g.where(func(n node) bool { return n.write })
	source := g.rf.inverse()
	seen := write.then(g.rf.optional(), g.hb) // from a write to whatever happens after it, or after a read from it
	next := g.rf.then(g.rmw)                  // from a write to an update that reads from it
	before := seen.then(source).or(next.inverse().then(next)).without(g.identity()).or(seen.then(write), next).and(g.same)
	across := g.hb
	if !g.memory.OrdersStores() {
		across = g.relation()
	}
	for {
		more := before.or(next.inverse().then(before.without(next)), before.without(next).then(next.inverse()))
		more = write.then(more.or(across).plus().and(g.same), write).or(more)
		if equal(more, before) {
			return before.or(across).plus()
		}
		before = more
	}
}

func (g *graph) identity() relation { return g.where(func(node) bool { return true }) }

func equal(r, s relation) bool { return r.without(s).empty() && s.without(r).empty() }

// sources counts ways to read: the ones for which ordered has no cycle and the ones for which there is a consistent mo, and in how many it is wrong.
type sources struct{ ways, ordered, consistent, executions, wrong int }

// byReadsFrom compares both for all ways to read of p; ok is false if p has events of sequential consistency, or others that the oracle does not take.
func byReadsFrom(t *testing.T, p smallprog.Program, m memory.Model) (n sources, ok bool) {
	t.Helper()
	built := p.Build()
	b, err := behaviour.New(built, behaviour.Limits{Memory: m, TreeBudget: allNodes}, blank{}, func(func(behaviour.Position)) {})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	c := &candidates{program: built, behaviour: b, memory: m}
	if known, err := c.findPaths(); !known || err != nil {
		return n, false
	}
	ok = true
	c.choosePaths(b.Declared(), func() {
		var g *graph
		c.chooseSources(func() {
			if g == nil {
				g = newGraph(m, c.locations(), c.labels())
			}
			g.rf = g.relation()
			for i, e := range c.events {
				if e.reads {
					g.rf.add(g.writeAt(e.source, e.object), g.reads[i])
				}
			}
			if !g.seqCst().empty() {
				ok = false
			}
			if !ok || !g.sb.or(g.starts, g.rf).acyclic() {
				return
			}
			g.synchronise()
			n.ways++
			before := n.executions
			c.chooseOrders(0, nil, func() {
				if g.consistent(g.mo(c.orders)) {
					n.executions++
				}
			})
			has, may := n.executions > before, g.ordered().irreflexive()
			if has {
				n.consistent++
			}
			if may {
				n.ordered++
			}
			if has != may {
				n.wrong++
			}
		})
	})
	return n, ok
}

var readsFromPrograms = flag.Int("reads-from-programs", 150, "random programs for each model, in TestReadsFromAlone")

// TestReadsFromAlone: under ra, and under rc11 without sequential consistency, an execution has a consistent mo if and only if that order of the writes has no cycle.
// Under sra, too, without updates.
func TestReadsFromAlone(t *testing.T) {
	for _, c := range []struct {
		model   memory.Model
		updates bool
	}{{memory.RA, true}, {memory.RC11, true}, {memory.RC11of2017, true}, {memory.SRA, false}} {
		var sum sources
		r := rand.New(rand.NewPCG(11, 0))
		for tried := 0; tried < *readsFromPrograms; {
			p := smallprog.Ordered(r, smallprog.Buffered(r), smallprog.MixRelaxed)
			if c.model == memory.RC11 && r.IntN(2) == 0 {
				p = smallprog.Passing(r, smallprog.MixRelaxed)
			}
			if p.Size() > 7 || !c.updates && hasUpdates(p) {
				continue
			}
			n, ok := byReadsFrom(t, p, c.model)
			if !ok {
				continue
			}
			tried++
			if n.wrong > 0 {
				t.Fatalf("%v under %v: %+v", smallprog.Shrink(p, func(q smallprog.Program) bool { n, ok := byReadsFrom(t, q, c.model); return ok && n.wrong > 0 }), c.model, n)
			}
			sum.ways, sum.ordered, sum.consistent, sum.executions = sum.ways+n.ways, sum.ordered+n.ordered, sum.consistent+n.consistent, sum.executions+n.executions
		}
		t.Logf("%v: %+v", c.model, sum)
		if sum.consistent == sum.ways || sum.consistent == sum.executions {
			t.Errorf("%v: these programs do not tell anything apart: %+v", c.model, sum)
		}
	}
}

// hasUpdates reports whether a program has statements that may read and write at once.
func hasUpdates(p smallprog.Program) bool {
	for _, body := range p.Threads {
		for _, s := range body {
			switch s.Op {
			case smallprog.Load, smallprog.Store, smallprog.StoreRegister, smallprog.Fence:
			default:
				return true
			}
		}
	}
	return false
}

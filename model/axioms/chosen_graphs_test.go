package axioms

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// chooseGraphs calls visit for each execution of the chosen paths that the axioms of a memory model of graphs allow.
func (c *candidates) chooseGraphs(visit func(key string, of Traits)) {
	var g *graph
	c.chooseSources(func() {
		if g == nil {
			g = newGraph(c.memory, c.locations(), c.labels())
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
			if mo := g.mo(c.orders); c.stays() && g.consistent(mo) {
				visit(c.key(), Traits{raced, g.inOrder(mo)})
			}
		})
	})
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

// labels are the events of the chosen paths. One before which its thread is stuck has no label.
func (c *candidates) labels() []label {
	all := make([]label, len(c.events))
	for i, e := range c.events {
		if e.stuck {
			continue
		}
		failed := e.step.Compares() && !e.isWrite || e.step.Code == operation.When && e.seen == e.written
		all[i] = label{kind: e.kind, is: true, thread: e.thread, object: e.object, reads: e.reads, writes: e.isWrite, order: e.order, failed: failed}
	}
	return all
}

// inOrder reports whether psc ∪ sb ∪ rf is acyclic.
func (g *graph) inOrder(mo relation) bool {
	rb := g.rf.inverse().then(mo)
	return g.psc(mo, rb, g.rf.or(mo, rb).plus()).or(g.sb, g.starts, g.rf).acyclic()
}

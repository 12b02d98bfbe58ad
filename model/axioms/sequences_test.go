package axioms

import (
	"slices"

	"dporbench/model/memory"
)

// sequential reports whether the axioms of a memory model of sequences allow the execution.
func (c *candidates) sequential() bool {
	coherent, global := newRelation(len(c.events)), newRelation(len(c.events))
	c.addCommunication(coherent, global)
	for a := range c.events {
		for b := a + 1; b < len(c.events) && c.events[b].thread == c.events[a].thread; b++ {
			if c.samePlace(a, b) {
				coherent.add(a, b)
			}
			if c.preserved(a, b) {
				global.add(a, b)
			}
		}
	}
	return c.atomic() && coherent.acyclic() && global.acyclic()
}

func (c *candidates) samePlace(a, b int) bool {
	e, f := &c.events[a], &c.events[b]
	return e.object == f.object && (e.reads || e.isWrite) && (f.reads || f.isWrite)
}

// preserved reports whether the memory sees a before b, a later event of its thread.
func (c *candidates) preserved(a, b int) bool {
	for i := a; i <= b; i++ {
		if c.events[i].fences {
			return true
		}
	}
	if !c.events[a].isWrite {
		return true
	}
	return c.memory == memory.SC || c.memory != memory.PSO && c.events[b].isWrite
}

// addCommunication adds rf, co and fr to both relations, but rf within a thread only to the first,
// except under SC.
func (c *candidates) addCommunication(coherent, global relation) {
	for x, order := range c.orders {
		for i, w := range order {
			for _, later := range order[i+1:] {
				coherent.add(w, later)
				global.add(w, later)
			}
		}
		for _, r := range c.events {
			if !r.reads || r.object != x {
				continue
			}
			if r.source != initial {
				coherent.add(r.source, r.id)
				if c.memory == memory.SC || c.events[r.source].thread != r.thread {
					global.add(r.source, r.id)
				}
			}
			for _, later := range order[slices.Index(order, r.source)+1:] {
				if later != r.id {
					coherent.add(r.id, later)
					global.add(r.id, later)
				}
			}
		}
	}
}

// atomic reports whether each update comes right after the write that it reads from.
func (c *candidates) atomic() bool {
	for _, u := range c.events {
		if u.reads && u.isWrite {
			order := c.orders[u.object]
			if slices.Index(order, u.id) != slices.Index(order, u.source)+1 {
				return false
			}
		}
	}
	return true
}

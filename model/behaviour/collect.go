package behaviour

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// DefaultTreeBudget bounds the nodes of a machine's behaviour tree, of 48 bytes
// each, unless the executions themselves are longer. A larger one is no faster:
// explorers mostly go back to where they have just been, and as long as the
// tree is small, what they need is in the processor's caches.
const DefaultTreeBudget = 1 << 14

// makeRoom makes room for another node. below is in use, like those that inUse marks.
func (b *Behaviour) makeRoom(below Position) {
	if b.used < b.budget {
		return
	}
	b.review.ways = b.review.ways[:0]
	b.mark(below)
	for _, r := range b.roots {
		b.mark(r)
	}
	b.inUse(b.mark)
	b.sweep()
	// Twice the nodes in use, so that dropping stays rarer than growing.
	b.budget = max(b.budget, 2*b.used)
}

func (c *cache) mark(n Position) {
	for ; n != None && !c.nodes[n].marked; n = c.nodes[n].parent {
		c.nodes[n].marked = true
	}
}

// sweep drops all nodes that are not marked and unmarks the others. It rebuilds
// the links: every node that stays is put below the one above it.
func (b *Behaviour) sweep() {
	b.stopUnmarked()
	clear(b.revealed)
	b.dropMessages()
	for i := range b.nodes {
		b.nodes[i].child = None
	}
	b.free, b.used, b.unordered.dropped = None, 0, true
	for i := len(b.nodes) - 1; i > 0; i-- {
		n, m := Position(i), &b.nodes[i]
		if !m.marked {
			delete(b.bodies, n)
			*m = Node{sibling: b.free}
			b.free = n
			continue
		}
		b.used++
		if m.Code == operation.Spawn && !b.nodes[m.A].marked {
			m.A = 0
		}
		if !m.root {
			m.sibling, b.nodes[m.parent].child = b.nodes[m.parent].child, n
		}
	}
	for i := range b.nodes {
		b.nodes[i].marked = false
	}
}

func (b *Behaviour) stopUnmarked() {
	for t, r := range b.running {
		if r.coroutine != nil && !b.nodes[r.at].marked {
			b.halt(event.ThreadID(t))
		}
	}
}

// dropMessages keeps only the messages, names and guards of marked nodes.
func (c *cache) dropMessages() {
	if len(c.messages) == 0 && len(c.guards) == 0 {
		return
	}
	old, guards := c.messages, c.guards
	c.messages, c.guards = nil, nil
	for i := range c.nodes {
		m := &c.nodes[i]
		if !m.marked {
			continue
		}
		switch m.Code {
		case operation.Fail:
			m.A = int64(c.message(old[m.A]))
		case operation.Spawn:
			m.B = int64(c.message(old[m.B]))
		case operation.Await, operation.When, operation.Pass:
			c.guards = append(c.guards, guards[m.A])
			m.A = int64(len(c.guards) - 1)
		}
	}
}

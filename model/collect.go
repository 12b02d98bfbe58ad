package model

// DefaultTreeBudget bounds the nodes of a machine's behaviour tree, of 48 bytes
// each, unless the executions themselves are longer. A larger one is no faster:
// explorers go back mostly to where they have just been, and what they need
// then is in the processor's caches as long as the tree is small.
const DefaultTreeBudget = 1 << 14

// makeRoom makes room for another node. below is in use, beside those that inUse knows of.
func (b *Behaviour) makeRoom(below Position) {
	if b.used < b.budget {
		return
	}
	b.mark(below)
	for _, r := range b.roots {
		b.mark(r)
	}
	b.inUse(b.mark)
	b.sweep()
	// Twice the nodes in use, so that dropping stays rarer than growing.
	b.budget = max(b.budget, 2*b.used)
}

func (b *Behaviour) mark(n Position) {
	for ; n != noNode && !b.nodes[n].marked; n = b.nodes[n].parent {
		b.nodes[n].marked = true
	}
}

// sweep drops all nodes that are not marked and unmarks the others. It rebuilds
// the links: every node that stays is put below the one above it.
func (b *Behaviour) sweep() {
	b.stopUnmarked()
	b.dropMessages()
	for i := range b.nodes {
		b.nodes[i].child = noNode
	}
	b.free, b.used = noNode, 0
	for i := len(b.nodes) - 1; i > 0; i-- {
		n, m := Position(i), &b.nodes[i]
		if !m.marked {
			delete(b.bodies, n)
			*m = node{sibling: b.free}
			b.free = n
			continue
		}
		b.used++
		if m.code == opSpawn && !b.nodes[m.a].marked {
			m.a = 0
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
			b.halt(ThreadID(t))
		}
	}
}

// dropMessages keeps the messages, names and guards of marked nodes alone.
func (b *Behaviour) dropMessages() {
	old, guards := b.messages, b.guards
	b.messages, b.guards = nil, nil
	for i := range b.nodes {
		m := &b.nodes[i]
		if !m.marked {
			continue
		}
		switch m.code {
		case opFail:
			m.a = int64(b.message(old[m.a]))
		case opSpawn:
			m.b = int64(b.message(old[m.b]))
		case opAwait, opWhen:
			b.guards = append(b.guards, guards[m.a])
			m.a = int64(len(b.guards) - 1)
		}
	}
}

package model

import (
	"slices"

	"dporbench/model/stack"
)

func (b *Behaviour) grow(t ThreadID, n Position, value int64) (Position, error) {
	c := b.running[t].coroutine
	var ahead []operation // what is known to follow n
	if b.running[t].at != n {
		var err error
		if c, err = b.replay(t, n); err != nil {
			return noNode, err
		}
		b.halt(t)
		ahead = c.thread.asked[1:]
	}
	b.running[t] = running{} // so that makeRoom leaves the coroutine alone
	b.makeRoom(n)
	if len(ahead) == 0 {
		c.resume(b.result(n, value))
		if err := c.refusal(); err != nil {
			b.release(c)
			return noNode, err
		}
		ahead = c.thread.asked
	}
	m := b.add(t, c, n, ahead)
	above := &b.nodes[n]
	b.nodes[m].value, b.nodes[m].sibling = value, above.child
	above.child = m
	if b.nodes[m].depth >= b.spinAt[t] {
		return m, b.spins(t, m)
	}
	return m, b.tooManyThreads(len(b.threads))
}

// result is the value that the operation at n returns to the body. That of a Go
// is the thread it started, which no edge holds.
func (b *Behaviour) result(n Position, value int64) int64 {
	if b.nodes[n].code == opSpawn {
		return int64(b.nodes[n].object)
	}
	return value
}

// add makes nodes of ops, which follow one another below n (noNode: from the root), and
// returns the first. The coroutine of t is stopped at the last one.
func (b *Behaviour) add(t ThreadID, c *coroutine, n Position, ops []operation) Position {
	first := b.addOne(t, c, n, ops[0])
	last := first
	for _, op := range ops[1:] {
		next := b.addOne(t, c, last, op)
		b.nodes[last].child = next
		last = next
	}
	b.peak = max(b.peak, b.used)
	b.running[t] = running{c, last}
	return first
}

func (b *Behaviour) addOne(t ThreadID, c *coroutine, above Position, op operation) Position {
	made := node{code: op.code, object: op.object, a: op.a, b: op.b, parent: above}
	if above != noNode {
		made.depth = b.nodes[above].depth + 1
	}
	switch op.code {
	case opSpawn:
		made.object = int32(b.childOf(t, c.thread.spawned))
		made.b = int64(b.message(op.child.name))
	case opFail:
		made.a = int64(b.message(op.message))
	case opAwait, opWhen:
		made.a = int64(len(b.guards))
		b.guards = append(b.guards, op.guard)
	}
	b.meetObject(op)
	b.used++
	n := b.free
	if n == noNode {
		stack.Push(&b.nodes, made)
		n = Position(len(b.nodes) - 1)
	} else {
		b.free = b.nodes[n].sibling
		b.nodes[n] = made
	}
	if op.code == opSpawn && b.bodies != nil {
		b.bodies[n] = op.child.body
	}
	if b.places.wanted {
		b.places.set(n, op.place)
	}
	return n
}

// childOf numbers the n-th thread that t starts.
func (b *Behaviour) childOf(t ThreadID, n int32) ThreadID {
	l := spawnPath{t, n}
	id, known := b.children[l]
	if !known {
		id = b.addThread(l)
		b.children[l] = id
		b.meetActor(id)
	}
	return id
}

func (b *Behaviour) message(text string) int {
	i := slices.Index(b.messages, text)
	if i < 0 {
		i = len(b.messages)
		b.messages = append(b.messages, text)
	}
	return i
}

// begin starts a coroutine of thread t. The body of a spawned thread is a
// closure: its maker is run again to make a fresh one, so that the body finds
// what it captured as it was at the Go, not as an earlier run left it; unless the program
// says that this makes no difference.
func (b *Behaviour) begin(t ThreadID, spawn Position, again rerun) (*coroutine, error) {
	if spawn == noNode {
		return b.run(t, b.program.threads[t].body, nil, again)
	}
	if body := b.bodies[spawn]; body != nil {
		return b.run(t, body, nil, again)
	}
	maker, err := b.replay(b.threads[t].parent, spawn)
	if err != nil {
		return nil, err
	}
	return b.run(t, maker.thread.asked[0].child.body, maker, again)
}

// replay starts a coroutine of t and brings it to n, checking that it does what it did before.
// What it has asked for begins with the operation at n.
func (b *Behaviour) replay(t ThreadID, n Position) (*coroutine, error) {
	path := b.pathTo(n)
	defer func() { b.spare = append(b.spare, path) }()
	c, err := b.begin(t, b.nodes[path[0]].parent, rerun{b, t, path, 0})
	if err != nil {
		return nil, err
	}
	done := c.thread.again.done
	if op := c.thread.asked[0]; !b.agrees(t, path[done], op, c.thread.spawned) {
		err := b.nondeterminism(t, path[:done+1], op)
		b.release(c)
		return nil, err
	}
	c.thread.again = rerun{}
	return c, nil
}

// pathTo lists the nodes from the root down to n; the list goes to spare when it has served.
func (b *Behaviour) pathTo(n Position) []Position {
	var path []Position
	if last := len(b.spare) - 1; last >= 0 {
		path, b.spare = b.spare[last][:0], b.spare[:last]
	}
	path = append(path, n)
	for !b.nodes[n].root {
		n = b.nodes[n].parent
		path = append(path, n)
	}
	slices.Reverse(path)
	return path
}

// agrees reports whether op is the operation at n; spawned counts the threads t has started.
func (b *Behaviour) agrees(t ThreadID, n Position, op operation, spawned int32) bool {
	m := &b.nodes[n]
	if m.code != op.code {
		return false
	}
	switch m.code {
	case opSpawn:
		return m.object == int32(b.childOf(t, spawned))
	case opFail:
		return b.messages[m.a] == op.message
	case opAwait, opWhen:
		return m.object == op.object && b.guards[m.a].agrees(op.guard)
	}
	return m.object == op.object && m.a == op.a && m.b == op.b
}

// guardAt is the guard at n, where an Await or a When is.
func (b *Behaviour) guardAt(n Position) *Guard { return b.guards[b.nodes[n].a] }

// guardOf is the guard at n, or nil if there is none.
func (b *Behaviour) guardOf(n Position) *Guard {
	if !b.nodes[n].code.guarded() {
		return nil
	}
	return b.guardAt(n)
}

// operationAt is the operation at n, for people: without functions.
func (b *Behaviour) operationAt(n Position) operation {
	m := b.nodes[n]
	op := operation{code: m.code, object: m.object, a: m.a, b: m.b}
	if m.code == opFail {
		op.message = b.messages[m.a]
	}
	if m.code.guarded() {
		op.a = 0 // the guard is not shown, and repeated would take it for another operation
	}
	return op
}

func (b *Behaviour) addThread(l spawnPath) ThreadID {
	b.threads = append(b.threads, l)
	b.order.added(b.program, b.threads)
	b.running = append(b.running, running{})
	b.spinAt = append(b.spinAt, spinDepth)
	return ThreadID(len(b.threads) - 1)
}

func (b *Behaviour) halt(t ThreadID) {
	b.release(b.running[t].coroutine)
	b.running[t] = running{}
}

// release puts c and those that made its body aside for reuse; c may be nil.
func (b *Behaviour) release(c *coroutine) {
	for c != nil {
		c.abandon()
		b.idle = append(b.idle, c)
		c, c.maker = c.maker, nil
	}
}

func (b *Behaviour) run(t ThreadID, body func(*Thread), maker *coroutine, again rerun) (*coroutine, error) {
	c := b.idle.take()
	c.begin(Thread{program: b.program, id: t, names: b, ahead: maxRunAhead, fences: b.limits.Memory.Buffers(), applied: b.applied, places: b.places.wanted, again: again,
		made: makings{most: b.limits.MaxMade}}, body, maker)
	if err := c.refusal(); err != nil {
		b.release(c)
		return nil, err
	}
	return c, nil
}

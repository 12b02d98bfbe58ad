package model

import "slices"

// behaviour records what the threads of a program do: for each thread a tree
// whose nodes are operations, and whose edges are the values the operations
// returned. A deterministic thread is always at a node of its tree,
// so its body has to run, as a coroutine, only where the tree does not reach
// yet. There it may run ahead of the machine, past operations that return
// nothing: the tree then has nodes where the machine has not been.
//
// It is a cache. It holds at most budget nodes (or twice the nodes in use, if
// that is more): when it is full, all nodes but those in use are dropped, and
// grown again when they are needed. Going back to a node runs the body again
// on the values recorded so far, and so checks that it is deterministic.
type behaviour struct {
	program *Program
	nodes   []node // nodes[noNode] stands for none
	free    nodeID // nodes to be used again, linked by sibling
	used    int    // nodes in the tree
	peak    int    // the most that were in the tree at a time
	limits  Limits
	budget  int // at first limits.TreeBudget
	memory  Memory
	spinAt  []int32 // by ThreadID: how deep its tree may become before it is asked whether it spins
	// inUse calls mark for each node that must stay. What is above it stays too.
	inUse func(mark func(nodeID))

	threads  []spawnPath            // by ThreadID
	children map[spawnPath]ThreadID // the number of a spawned thread
	running  []running              // by ThreadID
	messages []string               // of the opFail nodes, and the names of what the opSpawn nodes start
	spare    [][]nodeID             // memory of paths
	idle     []*coroutine           // whose bodies are over
}

type nodeID int32

const noNode nodeID = 0

// node is an operation at its place in the tree. It holds no pointer, so the
// garbage collector never walks the tree.
type node struct {
	value   int64  // what the operation above returned on the way here
	a, b    int64  // operands; of opSpawn: a is the root of the child, b the index of its name; of opFail: a is that of the message
	parent  nodeID // the node above; above the root of a spawned thread, the opSpawn that started it
	child   nodeID // the first of the nodes below,
	sibling nodeID // and the next of those beside this one
	object  int32
	depth   int32 // below the root of its thread
	code    opcode
	root    bool
	marked  bool // in use; for collect alone
}

// spawnPath names a thread: the n-th one, counted from 1, that parent started.
// For a declared thread, n is 0 and parent its own number.
type spawnPath struct {
	parent ThreadID
	n      int32
}

// running is a coroutine left at a node, ready to grow the tree from there.
type running struct {
	coroutine *coroutine
	at        nodeID
}

func newBehaviour(p *Program, l Limits, memory Memory, inUse func(mark func(nodeID))) *behaviour {
	b := &behaviour{
		program:  p,
		nodes:    make([]node, 1, 64),
		limits:   l,
		budget:   l.TreeBudget,
		memory:   memory,
		inUse:    inUse,
		children: map[spawnPath]ThreadID{},
	}
	for i := range p.threads {
		b.addThread(spawnPath{parent: ThreadID(i)})
	}
	return b
}

func (b *behaviour) addThread(l spawnPath) ThreadID {
	b.threads = append(b.threads, l)
	b.running = append(b.running, running{})
	b.spinAt = append(b.spinAt, spinDepth)
	return ThreadID(len(b.threads) - 1)
}

// close ends all coroutines.
func (b *behaviour) close() {
	for t := range b.running {
		b.halt(ThreadID(t))
	}
	for _, c := range b.idle {
		c.stop()
	}
	b.idle = nil
}

// halt takes thread t's coroutine from it.
func (b *behaviour) halt(t ThreadID) {
	b.release(b.running[t].coroutine)
	b.running[t] = running{}
}

// release puts c and those that made its body aside for reuse; c may be nil.
func (b *behaviour) release(c *coroutine) {
	for c != nil {
		c.abandon()
		b.idle = append(b.idle, c)
		c, c.maker = c.maker, nil
	}
}

// run begins a body of thread t on a coroutine that is idle, or on a new one.
func (b *behaviour) run(t ThreadID, body func(*Thread), maker *coroutine, again rerun) (*coroutine, error) {
	var c *coroutine
	if last := len(b.idle) - 1; last >= 0 {
		c, b.idle = b.idle[last], b.idle[:last]
	} else {
		c = newCoroutine()
	}
	c.begin(Thread{program: b.program, id: t, names: b, ahead: maxRunAhead, again: again}, body, maker)
	if err := c.refusal(); err != nil {
		b.release(c)
		return nil, err
	}
	return c, nil
}

// root returns the first node of thread t, which the opSpawn at spawn starts;
// spawn is noNode for a declared thread.
func (b *behaviour) root(t ThreadID, spawn nodeID) (nodeID, error) {
	if spawn != noNode && b.nodes[spawn].a != 0 {
		return nodeID(b.nodes[spawn].a), nil
	}
	c, err := b.begin(t, spawn, rerun{})
	if err != nil {
		return noNode, err
	}
	b.halt(t)
	b.makeRoom(spawn)
	r := b.add(t, c, noNode, c.thread.asked)
	b.nodes[r].root, b.nodes[r].parent = true, spawn
	if spawn != noNode {
		b.nodes[spawn].a = int64(r)
	}
	return r, nil
}

// follow returns the node at which thread t is when the operation at n has
// returned value.
func (b *behaviour) follow(t ThreadID, n nodeID, value int64) (nodeID, error) {
	first := b.nodes[n].child
	if first != noNode && b.nodes[first].value == value {
		return first, nil
	}
	before := first
	for c := b.nodes[first].sibling; c != noNode; before, c = c, b.nodes[c].sibling {
		if b.nodes[c].value == value {
			// To the front: what was returned last is likely to be returned next.
			b.nodes[before].sibling = b.nodes[c].sibling
			b.nodes[c].sibling, b.nodes[n].child = first, c
			return c, nil
		}
	}
	return b.grow(t, n, value)
}

func (b *behaviour) grow(t ThreadID, n nodeID, value int64) (nodeID, error) {
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
	return m, nil
}

// result is the value that the operation at n returns to the body. That of a Go
// is the thread it started, which no edge holds.
func (b *behaviour) result(n nodeID, value int64) int64 {
	if b.nodes[n].code == opSpawn {
		return int64(b.nodes[n].object)
	}
	return value
}

// add makes nodes of ops, operations that follow one another below n, or from the
// root if that is noNode; the coroutine of t is stopped at the last one. It
// returns the first of them.
func (b *behaviour) add(t ThreadID, c *coroutine, n nodeID, ops []operation) nodeID {
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

func (b *behaviour) addOne(t ThreadID, c *coroutine, above nodeID, op operation) nodeID {
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
	}
	b.used++
	n := b.free
	if n == noNode {
		b.nodes = push(b.nodes, made)
		return nodeID(len(b.nodes) - 1)
	}
	b.free = b.nodes[n].sibling
	b.nodes[n] = made
	return n
}

// childOf numbers the n-th thread that t starts.
func (b *behaviour) childOf(t ThreadID, n int32) ThreadID {
	l := spawnPath{t, n}
	id, known := b.children[l]
	if !known {
		id = b.addThread(l)
		b.children[l] = id
	}
	return id
}

func (b *behaviour) message(text string) int {
	i := slices.Index(b.messages, text)
	if i < 0 {
		i = len(b.messages)
		b.messages = append(b.messages, text)
	}
	return i
}

// begin starts a coroutine of thread t. The body of a spawned thread is a
// closure: its maker is run again to make a fresh one, so that the body finds
// what it captured as it was at the Go, not as an earlier run left it.
func (b *behaviour) begin(t ThreadID, spawn nodeID, again rerun) (*coroutine, error) {
	if spawn == noNode {
		return b.run(t, b.program.threads[t].body, nil, again)
	}
	maker, err := b.replay(b.threads[t].parent, spawn)
	if err != nil {
		return nil, err
	}
	return b.run(t, maker.thread.asked[0].child.body, maker, again)
}

// replay starts a coroutine of thread t and brings it to node n, checking that
// it does what it did before. What it has asked for begins with the operation at
// n.
func (b *behaviour) replay(t ThreadID, n nodeID) (*coroutine, error) {
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

// pathTo lists the nodes from the root of n's thread down to n. The list goes
// to spare when it has served.
func (b *behaviour) pathTo(n nodeID) []nodeID {
	var path []nodeID
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

// agrees reports whether op, asked for by thread t, is the operation at n;
// spawned counts the threads that t has asked to start.
func (b *behaviour) agrees(t ThreadID, n nodeID, op operation, spawned int32) bool {
	m := &b.nodes[n]
	if m.code != op.code {
		return false
	}
	switch m.code {
	case opSpawn:
		return m.object == int32(b.childOf(t, spawned))
	case opFail:
		return b.messages[m.a] == op.message
	}
	return m.object == op.object && m.a == op.a && m.b == op.b
}

// operationAt is the operation at n, for messages.
func (b *behaviour) operationAt(n nodeID) operation {
	m := b.nodes[n]
	op := operation{code: m.code, object: m.object, a: m.a, b: m.b}
	if m.code == opFail {
		op.message = b.messages[m.a]
	}
	return op
}

// check runs each thread again, twice, along one path of its tree, for at most
// depth operations, and returns an error if it does something else. It finds
// nondeterminism in threads that never had to be run twice.
func (b *behaviour) check(roots []nodeID, depth int) error {
	for t, n := range roots {
		for i := 0; i < depth && b.nodes[n].child != noNode; i++ {
			n = b.nodes[n].child
		}
		for range 2 { // a body that alternates may have done the same by chance
			c, err := b.replay(ThreadID(t), n)
			if err != nil {
				return err
			}
			b.release(c)
		}
	}
	return nil
}

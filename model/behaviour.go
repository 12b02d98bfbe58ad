package model

import "fmt"

// Behaviour tells what the threads of a program do, to a [Machine] and to explorers
// that keep their own state: a thread is at a [Position], does a [Step] there, and
// is at another Position once that has returned. Returning to a Position costs
// nothing.
//
// It is for each thread a tree whose nodes are operations, and whose edges are the
// values the operations returned. A deterministic thread is always at a node of its
// tree, so its body has to run, as a coroutine, only where the tree does not reach
// yet. There it may run ahead, past operations that return nothing: the tree then
// has nodes where no execution has been.
//
// The tree is a cache. It holds at most budget nodes (or twice the nodes in use, if
// that is more): when it is full, all nodes but those in use are dropped, and
// grown again when they are needed. Going back to a node runs the body again
// on the values recorded so far, and so checks that it is deterministic.
//
// A Behaviour belongs to one goroutine. It must be closed.
type Behaviour struct {
	program *Program
	nodes   []node   // nodes[noNode] stands for none
	free    Position // nodes to be used again, linked by sibling
	used    int      // nodes in the tree
	peak    int      // the most that were in the tree at a time
	limits  Limits
	budget  int // at first limits.TreeBudget
	memory  View
	spinAt  []int32 // by ThreadID: how deep its tree may become before it is asked whether it spins
	inUse   func(mark func(Position))

	roots    []Position                 // of the declared threads
	threads  []spawnPath                // by ThreadID
	order    threadOrder                // of those
	children map[spawnPath]ThreadID     // the number of a spawned thread
	actors   [][]ThreadID               // by ThreadID and variable, under TSO and PSO; see Actor
	running  []running                  // by ThreadID
	messages []string                   // of the opFail nodes, and the names of what the opSpawn nodes start
	guards   []*Guard                   // of the opAwait and opWhen nodes
	applied  *applied                   // nil unless updates commute
	bodies   map[Position]func(*Thread) // of what the opSpawn nodes start; nil unless they may be repeated
	spare    [][]Position               // memory of paths
	places   places
	idle     coroutines
	objects  int               // more than the numbers of the variables that operations have been about; see made.go
	grown    func(objects int) // see Inform
}

// Position is a place in the behaviour of one thread: a node of its tree.
type Position int32

const noNode Position = 0

// node is an operation at its place in the tree. It holds no pointer, so the
// garbage collector never walks the tree.
type node struct {
	value   int64    // what the operation above returned on the way here
	a, b    int64    // operands; of opSpawn: a is the root of the child, b the index of its name; of opFail: a is that of the message; of opAwait and opWhen: a is the index of the guard
	parent  Position // the node above; above the root of a spawned thread, the opSpawn that started it
	child   Position // the first of the nodes below,
	sibling Position // and the next of those beside this one
	object  int32
	depth   int32 // below the root of its thread
	code    opcode
	root    bool
	marked  bool // in use; for collect alone
}

// spawnPath names a thread: the n-th one, counted from 1, that parent started.
// For a declared thread, n is 0 and parent its own number. The actor for variable x of
// parent has the number -1-x, with 0 for x under TSO.
type spawnPath struct {
	parent ThreadID
	n      int32
}

// running is a coroutine left at a node, ready to grow the tree from there.
type running struct {
	coroutine *coroutine
	at        Position
}

// NewBehaviour returns the behaviour of p, with the declared threads at their
// first operations, found out by running their bodies up to there. A zero limit
// means the default. memory is asked during calls of After only.
//
// inUse is called when the cache is full, which may be in any call of Start or
// After. It must call mark for each Position that the caller holds, but for
// that passed to this very call and the starts of declared threads, which are held
// anyway. What a thread did before such a Position stays too; all other Positions
// are invalid from then on.
func NewBehaviour(p *Program, l Limits, memory View, inUse func(mark func(Position))) (*Behaviour, error) {
	if err := p.seal(); err != nil {
		return nil, err
	}
	l = l.orDefault()
	b := &Behaviour{
		program:  p,
		nodes:    make([]node, 1, 64),
		limits:   l,
		budget:   l.TreeBudget,
		memory:   memory,
		inUse:    inUse,
		children: map[spawnPath]ThreadID{},
		places:   places{wanted: l.Places, names: []string{""}},
		objects:  int(p.firstMade()),
	}
	if err := b.tooManyThreads(len(p.threads)); err != nil {
		return nil, err
	}
	if l.Memory == CommutingSC {
		b.applied = newApplied()
	}
	if p.repeatable {
		b.bodies = map[Position]func(*Thread){}
	}
	for t := range ThreadID(len(p.threads)) {
		b.addThread(spawnPath{parent: t})
	}
	for t := range ThreadID(len(p.threads)) {
		b.meetActor(t)
	}
	for t := range p.threads {
		root, err := b.Start(ThreadID(t), noNode)
		if err != nil {
			b.Close()
			return nil, err
		}
		b.roots = append(b.roots, root)
	}
	return b, nil
}

// Close ends the coroutines that are left. The Behaviour must not be used
// afterwards.
func (b *Behaviour) Close() {
	for t := range b.running {
		b.halt(ThreadID(t))
	}
	b.idle.stop()
}

// Declared is where the declared threads start. It must not be changed.
func (b *Behaviour) Declared() []Position { return b.roots }

// Start is where thread t starts when the Spawn at that Position starts it; for a
// declared thread there is none.
func (b *Behaviour) Start(t ThreadID, spawn Position) (Position, error) {
	if spawn != noNode && b.nodes[spawn].a != 0 {
		return Position(b.nodes[spawn].a), nil
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

// After is where thread t is when its Step at n has returned value; see
// [Step.Returned].
func (b *Behaviour) After(t ThreadID, n Position, value int64) (Position, error) {
	if first := b.known(n, value); first != noNode {
		return first, nil
	}
	first := b.nodes[n].child
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

// known is After if the value is the one that was returned last; otherwise it is noNode.
func (b *Behaviour) known(n Position, value int64) Position {
	first := b.nodes[n].child
	if b.nodes[first].value == value { // or there is none
		return first
	}
	return noNode
}

// Step is what a thread at n does next.
func (b *Behaviour) Step(n Position) Step {
	at := &b.nodes[n]
	s := Step{Object: at.object, code: at.code, operands: operands{at.a, at.b}}
	if at.code.guarded() {
		s.guard = b.guards[at.a]
	}
	return s
}

// Awaits reports whether a thread has come to an Await or a When.
func (b *Behaviour) Awaits() bool { return len(b.guards) > 0 }

// resultAt is the Result of the Step at n.
func (b *Behaviour) resultAt(n Position) int64 {
	if at := &b.nodes[n]; at.code == opEnd {
		return at.a
	}
	return 0
}

// Within returns an EndlessError if thread t, at that Position, would go past
// the step bound after n events.
func (b *Behaviour) Within(n int, t ThreadID, at Position) error {
	if n < b.limits.MaxSteps {
		return nil
	}
	return &EndlessError{b.limits.MaxSteps, b.ThreadName(t), b.operationAt(at).describe(b.program)}
}

// Ending tells how an execution ends that leaves each thread t at at[t], which
// is 0 for a thread that was never started, and what the first failed thread
// failed at if that is how.
func (b *Behaviour) Ending(at []Position) (Outcome, string) {
	outcome := Complete
	for t, n := range at {
		if n == noNode {
			continue
		}
		switch code := b.nodes[n].code; {
		case code == opEnd:
		case code == opFail:
			return Failed, fmt.Sprintf("%s: %s", b.ThreadName(ThreadID(t)), b.operationAt(n).message)
		case code == opAssume:
			outcome = AssumeBlocked
		case outcome == Complete:
			outcome = Deadlocked
		}
	}
	return outcome, ""
}

// BehaviourNodes is the largest number of nodes that the cache has had so far.
func (b *Behaviour) BehaviourNodes() int { return b.peak }

// CheckDeterminism runs the declared threads once more, twice, the first thousand
// operations at most of a way they have been seen to go, and returns a
// NondeterminismError if one of them does something else now. It finds
// nondeterminism in threads that never had to be run twice.
func (b *Behaviour) CheckDeterminism() error {
	const depth = 1000
	for t, n := range b.roots {
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

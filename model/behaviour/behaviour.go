// Package behaviour has what the threads of a program do, as trees that grow while bodies run, and what follows from that:
// where a loop only spins, how a thread waits forever, and whether threads depend on more than the values they are given.
package behaviour

import (
	"fmt"
	"math"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Behaviour says what the threads of a program do, for the machine of package machine and for explorers that
// keep their own state: a thread is at a [Position], does an [operation.Step] there, and is at
// another Position once that has returned. Returning to a Position costs nothing.
//
// For each thread it has a tree whose nodes are operations, and whose edges are the
// values they returned. A deterministic thread is always at a node of its tree, so its
// body has to run, as a coroutine, only where the tree does not reach yet. There it may
// run ahead, past operations that return nothing: the tree then has nodes that no
// execution has reached.
//
// The tree is a cache. It holds at most budget nodes (or twice the nodes in use, if
// that is more): when it is full, all nodes not in use are dropped, and grown again
// when needed. Going back to a node reruns the body on the values recorded so far,
// and so checks that it is deterministic.
//
// A Behaviour belongs to one goroutine. It must be closed.
type Behaviour struct {
	program *front.Program
	limits  Limits
	memory  View
	inUse   func(mark func(Position))
	applied *front.Applied // nil unless updates commute

	cache
	crew
	coroutines
	remarks
	spinning
	unordered unordered
	review    review

	objects int               // above the numbers of all variables that operations have accessed; see made.go
	grown   func(objects int) // see Inform
	fences  bool              // an operation follows a fence that is not an event
}

// cache stores the trees.
type cache struct {
	nodes    []Node             // nodes[None] stands for none
	free     Position           // nodes to reuse, linked by sibling
	used     int                // nodes in the tree
	peak     int                // the most nodes that were in the tree at once
	budget   int                // at first Limits.TreeBudget
	messages []string           // of the failures, and the names of what the Spawns start
	guards   []*operation.Guard // of the Awaits and Whens
}

// crew numbers the threads of a program.
type crew struct {
	roots    []Position                         // of the declared threads
	threads  []front.SpawnPath                  // by ThreadID
	order    threadOrder                        // of those
	children map[front.SpawnPath]event.ThreadID // the number of a spawned thread
	actors   [][]event.ThreadID                 // by ThreadID and variable, under TSO and PSO; see Actor
}

// coroutines are the bodies that are being run, and what they are run with.
type coroutines struct {
	running []running               // by ThreadID
	bodies  map[Position]front.Body // of what the Spawns start; nil unless they may be rerun
	spare   []*rerun
	idle    front.Coroutines
}

// remarks is what bodies add to their operations, where Limits ask for it.
type remarks struct {
	places    places
	marks     marks
	calls     bool              // lastCalls is wanted
	lastCalls []*operation.Call // by Position
	locals    locals
	revealed  map[Position]any // the results of Revealed
}

// spinning is what is known of loops; see spin.go.
type spinning struct {
	spinAt    []int32 // by ThreadID: the depth of its tree at which it is checked for spinning
	longDepth int32   // see Suspect
	spun      bool    // a thread stops at a Spin
}

// Position is a place in the behaviour of one thread: a node of its tree.
type Position int32

// None is the Position of a thread that was never started.
const None Position = 0

// Node is an operation at its place in the tree. It holds no pointer, so the
// garbage collector never walks the tree.
type Node struct {
	value int64 // what the operation above returned on the way here
	// Operands holds the operands of the operation. Where it has none, they have other uses: in a
	// Spawn, A is the root of the child and B the index of its name; in a failure, A is the index of
	// its message, and in an Await or a When that of its guard.
	operation.Operands
	parent  Position // the node above; above the root of a spawned thread, the Spawn that started it
	child   Position // the first node below
	sibling Position // the next node below the same parent
	Object  int32
	depth   int32 // below the root of its thread
	Code    operation.Code
	Order   operation.Ordering
	root    bool
	marked  bool // in use; for collect alone
}

// running is a coroutine suspended at a node, ready to grow the tree from there.
type running struct {
	coroutine *front.Coroutine
	at        Position
}

// New returns the behaviour of p, with the declared threads at their first operations,
// found by running their bodies up to there. A zero limit means the default. objects is
// used only during calls of After.
//
// inUse is called when the cache is full, which may be in any call of Start or
// After. It must call mark for each Position that the caller holds, except the one
// passed to that call and the starts of declared threads, which are kept anyway.
// What a thread did before such a Position stays too; all other Positions become
// invalid.
func New(of *model.Program, l Limits, objects View, inUse func(mark func(Position))) (*Behaviour, error) {
	p := (*front.Program)(of)
	if err := p.Seal(); err != nil {
		return nil, err
	}
	l = l.orDefault()
	b := &Behaviour{
		program:  p,
		limits:   l,
		memory:   objects,
		inUse:    inUse,
		cache:    cache{nodes: make([]Node, 1, 64), budget: l.TreeBudget},
		crew:     crew{children: map[front.SpawnPath]event.ThreadID{}},
		remarks:  remarks{places: places{wanted: l.Places, names: []string{""}}, marks: marks{wanted: l.Marks}, calls: l.Calls, locals: locals{wanted: l.Locals}},
		spinning: spinning{longDepth: longDepth},
		review:   review{left: reviewFree * reviewShare},
		objects:  int(p.FirstMade()),
	}
	if err := b.tooManyThreads(p.NumThreads(), ""); err != nil {
		return nil, err
	}
	if p.Commutes(l.Memory) {
		b.applied = front.NewApplied()
	}
	if p.Isolated() == front.Assumed {
		b.review.left = math.MinInt
	}
	if p.Repeatable() {
		b.bodies = map[Position]front.Body{}
	}
	for t := range event.ThreadID(p.NumThreads()) {
		b.addThread(front.SpawnPath{Parent: t})
	}
	for t := range event.ThreadID(p.NumThreads()) {
		b.numberActor(t)
	}
	for t := range p.NumThreads() {
		root, err := b.Start(event.ThreadID(t), None)
		if err != nil {
			b.Close()
			return nil, err
		}
		b.roots = append(b.roots, root)
	}
	return b, nil
}

// Close stops the remaining coroutines. The Behaviour must not be used afterwards.
func (b *Behaviour) Close() {
	for t := range b.running {
		b.halt(event.ThreadID(t))
	}
	b.idle.Stop()
}

// Declared returns the Positions where the declared threads start. It must not be changed.
func (b *Behaviour) Declared() []Position { return b.roots }

// Start returns the Position where thread t starts when the Spawn at spawn starts it; a
// declared thread has no Spawn.
func (b *Behaviour) Start(t event.ThreadID, spawn Position) (Position, error) {
	if spawn != None && b.nodes[spawn].A != 0 {
		return Position(b.nodes[spawn].A), nil
	}
	if err := b.chains(t, spawn); err != nil {
		return None, err
	}
	c, err := b.begin(t, spawn, nil)
	if err != nil {
		return None, err
	}
	b.halt(t)
	b.makeRoom(spawn)
	r := b.add(t, c, None, c.Asked())
	b.nodes[r].root, b.nodes[r].parent = true, spawn
	if spawn != None {
		b.nodes[spawn].A = int64(r)
	}
	return r, nil
}

// After returns the Position of thread t when its Step at n has returned value; see
// [Step.Returned].
func (b *Behaviour) After(t event.ThreadID, n Position, value int64) (Position, error) {
	if first := b.Known(n, value); first != None {
		return first, nil
	}
	first := b.nodes[n].child
	before := first
	for c := b.nodes[first].sibling; c != None; before, c = c, b.nodes[c].sibling {
		if b.nodes[c].value == value {
			// To the front: what was returned last is likely to be returned next.
			b.nodes[before].sibling = b.nodes[c].sibling
			b.nodes[c].sibling, b.nodes[n].child = first, c
			return c, nil
		}
	}
	return b.grow(t, n, value)
}

// Known is After if value is the one returned last; otherwise it returns None.
func (b *Behaviour) Known(n Position, value int64) Position {
	first := b.nodes[n].child
	if b.nodes[first].value == value { // or there is none
		return first
	}
	return None
}

// Step returns what a thread at n does next. The Operands of a Spawn or a failure are meaningless.
func (b *Behaviour) Step(n Position) operation.Step {
	at := &b.nodes[n]
	if at.Code.Guarded() {
		return operation.Waiting(at.Code, at.Object, b.guards[at.A])
	}
	return operation.Unguarded(at.Code, at.Object, at.Operands)
}

// At returns the operation at n, not copied. It is valid until the next call of Start or After.
func (b *Behaviour) At(n Position) *Node { return &b.nodes[n] }

// Awaits reports whether a thread has reached an Await or a When.
func (b *Behaviour) Awaits() bool { return len(b.guards) > 0 }

// ResultAt returns the Result of the Step at n.
func (b *Behaviour) ResultAt(n Position) int64 {
	if at := &b.nodes[n]; at.Code == operation.End {
		return at.A
	}
	return 0
}

// MayRace reports whether plain accesses have been seen that may race with others. Until then, no execution has a data race.
func (b *Behaviour) MayRace() bool { return b.unordered.possible }

// WhenMayRace calls its argument when MayRace becomes true, or at once if it already is.
func (b *Behaviour) WhenMayRace(inform func()) {
	b.unordered.tell = inform
	b.tellOfRaces()
}

// Within returns an EndlessError if thread t, at that Position, would exceed
// the step bound after n events.
func (b *Behaviour) Within(n int, t event.ThreadID, at Position) error {
	if n < b.limits.MaxSteps {
		return nil
	}
	return &EndlessError{b.limits.MaxSteps, b.ThreadName(t), b.Operation(at).Describe(b.program), b.located(t, at)}
}

// Ending returns the outcome of an execution that leaves each thread t at at[t], which is
// None if it was never started, and if it failed, the failure of its first failed thread: the
// first one that has joined no failed thread, and no thread that has joined one, and so on.
// For Deadlocked, the outcome is that of Stuck: see MayBeStuck.
func (b *Behaviour) Ending(at []Position) (front.Outcome, string) {
	outcome, failed, over := front.Complete, event.NoThread, false
	for t, n := range at {
		if n == None {
			continue
		}
		switch node := &b.nodes[n]; node.Code {
		case operation.End:
			over = over || node.Exits()
		case operation.Fail:
			if u := event.ThreadID(t); failed == event.NoThread || b.isAfterFailure(at, failed) && !b.isAfterFailure(at, u) {
				failed = u
			}
		case operation.Assume:
			if node.Exits() {
				over = true
			} else {
				outcome = front.AssumeBlocked
			}
		default:
			if outcome == front.Complete {
				outcome = front.Deadlocked
			}
		}
	}
	switch {
	case failed != event.NoThread:
		return front.Failed, fmt.Sprintf("%s: %s", b.ThreadName(failed), b.Operation(at[failed]).Message)
	case over && outcome == front.Deadlocked:
		return front.Complete, ""
	}
	return outcome, ""
}

// ReturnedBetween returns the value that the operation at n returned to its thread, which has
// since reached the later Position.
func (b *Behaviour) ReturnedBetween(n, later Position) int64 {
	for later != None && b.nodes[later].parent != n {
		later = b.nodes[later].parent
	}
	return b.nodes[later].value
}

// WaitsForApplied reports whether some variable has been found to be both waited for and the
// object of an Apply that commutes.
func (b *Behaviour) WaitsForApplied() bool { return b.applied.Waited() }

// Limits returns the limits b was made with, with defaults filled in.
func (b *Behaviour) Limits() Limits { return b.limits }

// Place returns the source line of the operation at n; "" if it is not known.
func (b *Behaviour) Place(n Position) string { return b.places.of(n) }

// Printed returns what a thread at n has printed since its previous operation.
func (b *Behaviour) Printed(n Position) operation.Output { return b.places.printed[n] }

// BehaviourNodes returns the largest number of nodes that the cache has had so far.
func (b *Behaviour) BehaviourNodes() int { return b.peak }

// CheckDeterminism reruns each declared thread twice, for at most the first thousand
// operations of a path it has been seen to take, and the pending reviews, and returns a
// NondeterminismError if one of them now does something else. It finds nondeterminism in
// threads that never had to be run twice.
func (b *Behaviour) CheckDeterminism() error {
	const depth = 1000
	if err := b.reviewAll(); err != nil {
		return err
	}
	for t, n := range b.roots {
		for i := 0; i < depth && b.nodes[n].child != None; i++ {
			n = b.nodes[n].child
		}
		for range 2 { // a body that alternates may have done the same by chance
			c, err := b.replay(event.ThreadID(t), n)
			if err != nil {
				return err
			}
			b.release(c)
		}
	}
	return nil
}

// Fenced reports whether a thread has been seen to pass a fence that is not an event.
func (b *Behaviour) Fenced() bool { return b.fences }

// Depth returns the number of operations the thread has done before.
func (n *Node) Depth() int32 { return n.depth }

// Above returns the Position of the thread's operation before the one at n; ok is false at its first one.
func (b *Behaviour) Above(n Position) (above Position, ok bool) {
	return b.nodes[n].parent, !b.nodes[n].root && b.nodes[n].parent != None
}

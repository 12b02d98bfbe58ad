package model

import "fmt"

// Behaviour tells explorers that keep their own state, and run no [Machine], what
// the threads of a program do: a thread is at a [Position], does a [Step] there,
// and is at another Position once that has returned. Returning to a Position
// costs nothing.
//
// It is the cache of bounded size that a Machine has as well, and when that is
// full it drops the Positions that nobody uses. A Behaviour belongs to one
// goroutine. It must be closed.
type Behaviour struct {
	tree     *behaviour
	maxSteps int
	roots    []nodeID // of the declared threads
}

// Position is a place in the behaviour of one thread.
type Position int32

// NewBehaviour returns the behaviour of p, with the declared threads at their
// first operations. A zero limit means the default. memory is asked during calls
// of After only.
//
// inUse is called when the cache is full, which may be in any call of Start or
// After. It must call mark for each Position that the caller holds, but for
// that passed to this very call; the starts of declared threads are held
// anyway. All other Positions are invalid from then on.
func NewBehaviour(p *Program, l Limits, memory Memory, inUse func(mark func(Position))) (*Behaviour, error) {
	if err := p.seal(); err != nil {
		return nil, err
	}
	l = l.orDefault()
	b := &Behaviour{maxSteps: l.MaxSteps}
	b.tree = newBehaviour(p, l, memory, func(mark func(nodeID)) {
		for _, r := range b.roots {
			mark(r)
		}
		inUse(func(at Position) { mark(nodeID(at)) })
	})
	for t := range p.threads {
		root, err := b.tree.root(ThreadID(t), noNode)
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
func (b *Behaviour) Close() { b.tree.close() }

// ThreadName names thread t; see [Machine.ThreadName].
func (b *Behaviour) ThreadName(t ThreadID) string { return b.tree.threadName(t) }

// BehaviourNodes is the largest number of nodes that the cache has had so far.
func (b *Behaviour) BehaviourNodes() int { return b.tree.peak }

// Declared is where the declared thread t starts.
func (b *Behaviour) Declared(t ThreadID) Position { return Position(b.roots[t]) }

// Start is where thread t starts when the Spawn at that Position starts it.
func (b *Behaviour) Start(t ThreadID, spawn Position) (Position, error) {
	root, err := b.tree.root(t, nodeID(spawn))
	return Position(root), err
}

// After is where thread t is when its Step at that Position has returned
// result; see [Step.Returned].
func (b *Behaviour) After(t ThreadID, at Position, result int64) (Position, error) {
	next, err := b.tree.follow(t, nodeID(at), result)
	return Position(next), err
}

// Step is what a thread at that Position does next.
func (b *Behaviour) Step(at Position) Step { return b.tree.step(nodeID(at)) }

func (b *behaviour) step(n nodeID) Step {
	at := &b.nodes[n]
	return Step{Object: at.object, code: at.code, a: at.a, b: at.b}
}

// Within returns an EndlessError if thread t, at that Position, would go past
// the step bound after n events.
func (b *Behaviour) Within(n int, t ThreadID, at Position) error {
	if n < b.maxSteps {
		return nil
	}
	return b.tree.endless(t, nodeID(at))
}

// CheckDeterminism is [Machine.CheckDeterminism].
func (b *Behaviour) CheckDeterminism() error {
	const depth = 1000
	return b.tree.check(b.roots, depth)
}

// Ending tells how an execution ends that leaves each thread t at at[t], which
// is 0 for a thread that was never started, and what the first failed thread
// failed at if that is how.
func (b *Behaviour) Ending(at []Position) (Outcome, string) {
	outcome := Complete
	for t, p := range at {
		if p == Position(noNode) {
			continue
		}
		switch code := b.tree.nodes[p].code; {
		case code == opEnd:
		case code == opFail:
			return Failed, fmt.Sprintf("%s: %s", b.ThreadName(ThreadID(t)), b.tree.operationAt(nodeID(p)).message)
		case code == opAssume:
			outcome = AssumeBlocked
		case outcome == Complete:
			outcome = Deadlocked
		}
	}
	return outcome, ""
}

// Initial is the value that variable x has at first.
func (p *Program) Initial(x int32) int64 { return p.vars[x].initial }

// Step is an operation, before it is known where in an execution it comes. What
// it does depends on the value that its object has there; a mutex has the value
// Free or Held.
type Step struct {
	Object int32 // as in Event
	code   opcode
	a, b   int64
}

// The values of a mutex.
const (
	Free int64 = 0
	Held int64 = 1
)

// Ended reports whether the thread has returned or failed: there is no step.
func (s Step) Ended() bool { return s.code <= opFail }

// Result is the result of a thread that has Ended, for those that join it.
func (s Step) Result() int64 {
	if s.code == opEnd {
		return s.a
	}
	return 0
}

// Stopped reports whether there is no step because the thread has ended, or
// stopped at a false Assume.
func (s Step) Stopped() bool { return s.code <= opAssume }

// Kind is the kind of the event if the object has that value before it.
func (s Step) Kind(value int64) Kind {
	if s.code == opCAS {
		if value == s.a {
			return Update
		}
		return Read
	}
	return kinds[s.code]
}

// Written is the value of the object after the event if it had that value
// before.
func (s Step) Written(value int64) int64 {
	switch s.code {
	case opStore, opSwap:
		return s.a
	case opAdd:
		return value + s.a
	case opCAS:
		if value == s.a {
			return s.b
		}
	case opLock:
		return Held
	case opUnlock:
		return Free
	}
	return value
}

// Returned is what the operation returns to the thread if the object had that
// value before. Of a Join that is the Result of the thread that ended.
func (s Step) Returned(value int64) int64 {
	switch s.code {
	case opLoad, opSwap, opJoin:
		return value
	case opAdd:
		return value + s.a
	case opCAS:
		if value == s.a {
			return 1
		}
	}
	return 0
}

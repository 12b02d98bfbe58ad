package model

import (
	"fmt"
	"slices"
)

// Thread is the handle through which the body of a thread acts. Every call of
// Load, Store, Add, Swap, CompareAndSwap, CompareExchange, Fetch, Choose, Await, When,
// Lock, Unlock, Go and Join is one event;
// New, Assert, Assume and Return are none. A Fence is one where Stores are buffered; there, the
// event of a Store is its flush. A Thread belongs to the body it was passed
// to: its use by another body is a [UsageError].
type Thread struct {
	program *Program
	id      ThreadID
	names   namer
	// running is true while the body has control, so that any other user of the
	// Thread is noticed.
	running bool
	// asked are the operations the thread has reached since it was resumed: it
	// continues by itself after one that returns nothing, up to ahead of them.
	asked []operation
	ahead int
	// yield hands them to whoever runs the coroutine and comes back once result
	// holds what the last one returned, or with false when the coroutine is
	// stopped.
	yield  func() bool
	result int64
	// While again has something left, the thread is on its way back to a node
	// of its tree: it finds there what its operations return, and need not
	// switch to anyone.
	again   rerun
	held    []int32 // the mutexes this thread holds
	note    note    // of the next Await or When
	fences  bool    // a Fence is an operation
	applied *applied
	places  bool   // operations are to know theirs,
	place   string // which the body says is this
	spawned int32  // how many threads it has asked to start
	made    makings
	// The body is to be left, for another one or for good.
	abandoned, stopped bool
}

// Load reads x.
func (t *Thread) Load(x Var) int64 {
	return t.do(operation{code: opLoad, object: t.variable(x)})
}

// Store writes v to x.
func (t *Thread) Store(x Var, v int64) {
	t.do(operation{code: opStore, object: t.variable(x), a: v})
	if t.program.fenced != nil {
		t.fenceAfter(x, v)
	}
}

// Add adds d to x in one event and returns the value it replaced.
func (t *Thread) Add(x Var, d int64) int64 {
	return t.do(operation{code: opAdd, object: t.variable(x), a: d})
}

// Swap writes v to x in one event and returns the value it replaced.
func (t *Thread) Swap(x Var, v int64) int64 {
	return t.do(operation{code: opSwap, object: t.variable(x), a: v})
}

// CompareAndSwap writes new to x if x is old, in one event, and reports
// whether it did.
func (t *Thread) CompareAndSwap(x Var, old, new int64) bool {
	return t.do(operation{code: opCAS, object: t.variable(x), a: old, b: new}) != 0
}

// CompareExchange is CompareAndSwap, and returns the value that x had: it has written
// new if that is old.
func (t *Thread) CompareExchange(x Var, old, new int64) (seen int64) {
	return t.do(operation{code: opCompareExchange, object: t.variable(x), a: old, b: new})
}

// Fetch lets op change x with operand v in one event, and returns the value that x had
// before.
func (t *Thread) Fetch(x Var, op FetchOp, v int64) int64 {
	if !op.Valid() {
		t.refuse("fetch with " + op.String() + ": take one of FetchAdd to FetchMin, or its As")
	}
	return t.do(operation{code: opFetch, object: t.variable(x), a: v, b: int64(op)})
}

// Choose returns any number from 0 to n-1: every one of them is explored. It is an event
// that depends on nothing but what its thread does before. n must be from 1 to MaxChoices.
func (t *Thread) Choose(n int) int64 {
	if n < 1 || n > MaxChoices {
		t.refuse(fmt.Sprintf("choose one of %d: there must be from 1 to %d", n, MaxChoices))
	}
	return t.do(operation{code: opChoose, a: int64(n)})
}

// MaxChoices is the largest number of values to choose from.
const MaxChoices = 1 << 16

// Await waits until the value of x satisfies predicate, and returns that value: the
// event is a read of x that is enabled only where predicate holds. A thread for which
// that never happens again is blocked, and the execution deadlocked.
//
// predicate must be a pure function that ends, for every value; it may depend on what
// the thread knows, but not use the Thread.
func (t *Thread) Await(x Var, predicate func(value int64) bool) int64 {
	if predicate == nil {
		t.refuse("await of " + t.program.VarName(t.variable(x)) + " has no predicate (nil)")
	}
	return t.do(operation{code: opAwait, object: t.variable(x), guard: t.guard(x, predicate, nil)})
}

// When waits until the value of x satisfies guard, then replaces it by what update
// makes of it, in the same event, and returns the value it replaced. Both functions
// are as in Await; update is only called with values that satisfy guard.
func (t *Thread) When(x Var, guard func(value int64) bool, update func(value int64) int64) int64 {
	if guard == nil || update == nil {
		t.refuse("when on " + t.program.VarName(t.variable(x)) + " has no guard or no update (nil)")
	}
	return t.do(operation{code: opWhen, object: t.variable(x), guard: t.guard(x, guard, update)})
}

// Note says how the next Await or When is written in traces instead of "when x", and how the
// value that it returns is; result may be nil if that is of no interest. It is no event.
func (t *Thread) Note(text string, result func(seen int64) string) { t.note = note{text, result} }

func (t *Thread) guard(x Var, holds func(int64) bool, update func(int64) int64) *Guard {
	g := &Guard{holds, update, t.note, owner{t.names, t.id, t.program.VarName(x.id)}}
	t.note = note{}
	if t.applied != nil {
		t.applied.wait(x.id)
	}
	return g
}

// Fence waits until all Stores of the thread are in memory. Where Stores are not buffered
// it is no event, and does nothing.
func (t *Thread) Fence() {
	if t.fences || !t.running {
		t.do(operation{code: opFence})
	}
}

// Lock waits until m is free and takes it. A thread that locks a mutex it holds
// is blocked from then on.
func (t *Thread) Lock(m Mutex) {
	id := t.mutex(m)
	t.do(operation{code: opLock, object: id})
	t.held = append(t.held, id)
}

// Unlock frees m. Unlocking a mutex that the thread does not hold is a failure
// of the execution, and ends the thread.
func (t *Thread) Unlock(m Mutex) {
	id := t.mutex(m)
	i := slices.Index(t.held, id)
	if i < 0 {
		t.fail("unlock of " + t.program.MutexName(id) + ", which the thread does not hold")
	}
	t.held = slices.Delete(t.held, i, i+1)
	t.do(operation{code: opUnlock, object: id})
}

// Go starts another thread. body may read what it captures of the calling
// thread, but neither may change it after the call: threads share the variables
// of the program only, and the result of a thread comes through Join.
func (t *Thread) Go(name string, body func(*Thread)) Child {
	if body == nil {
		t.refuse("go " + name + " has no body (nil)")
	}
	id := t.do(operation{code: opSpawn, child: &declaredThread{name, body}})
	return Child{t.program, ThreadID(id)}
}

// Join waits until the thread c has ended, and returns its result: what it
// passed to Return, or 0. A thread that failed has ended, with the result 0; one
// that stopped at a false Assume has not.
func (t *Thread) Join(c Child) int64 {
	if c.program != t.program {
		t.refuse("join of " + foreign(c.program, "thread") + ": join what Go returned")
	}
	return t.do(operation{code: opJoin, object: int32(c.id)})
}

// Return ends the thread with the result v, which Join returns. It does not
// return to its caller. A body that simply returns has the result 0.
func (t *Thread) Return(v int64) { t.do(operation{code: opEnd, a: v}) }

// Assert ends the thread with a failure of the execution unless ok.
func (t *Thread) Assert(ok bool, msg string) {
	if !ok || !t.running { // do refuses the use by another body
		t.fail("assert: " + msg)
	}
}

// Assume stops the thread for good unless ok; the execution then counts as
// assume-blocked.
func (t *Thread) Assume(ok bool) {
	if !ok || !t.running {
		t.do(operation{code: opAssume})
	}
}

func (t *Thread) fail(message string) {
	t.do(operation{code: opFail, message: message})
}

// refuse ends the exploration with a UsageError.
func (t *Thread) refuse(problem string) {
	t.do(operation{code: opRefused, message: problem})
}

func (t *Thread) variable(x Var) int32 {
	if x.program != t.program {
		t.refuse("use of " + foreign(x.program, "variable") + ": declare it with Var")
	}
	return x.id
}

func (t *Thread) mutex(m Mutex) int32 {
	if m.program != t.program {
		t.refuse("use of " + foreign(m.program, "mutex") + ": declare it with Mutex")
	}
	return m.id
}

// foreign describes an object of p, which is not the program of the thread that uses it.
func foreign(p *Program, object string) string {
	if p == nil {
		return "a " + object + " that was never declared (a zero value)"
	}
	return "a " + object + " of another program (" + p.name + ")"
}

type operation struct {
	code    opcode
	object  int32
	a, b    int64 // operands: the value stored, added or expected; the new one of a CompareAndSwap, the FetchOp of a Fetch or an Apply
	child   *declaredThread
	guard   *Guard // of an Await or a When
	message string // of opFail and opRefused
	place   string // in the source, if that is wanted
}

type opcode uint8

const (
	opEnd    opcode = iota // the body has returned, with the result a
	opFail                 // a false Assert, a panic, a bad Unlock
	opAssume               // a false Assume
	opDrain                // of a machine's thread: what it is at waits until its buffers are empty
	opExpect               // of a machine's thread: so does the CompareAndSwap that it is at, or it fails
	opLock                 // from here to opJoin, a thread may have to wait
	opAwait
	opWhen
	opJoin
	opLoad
	opStore
	opAdd
	opSwap
	opFetch
	opCAS
	opCompareExchange
	opApplyAdd
	opApplyAnd
	opApplyOr
	opApplyXor
	opApplyMax
	opApplyMin
	opUnlock
	opSpawn
	opFence
	opChoose
	opRefused // a use of the model that is wrong; never in a tree
)

var opNames = [...]string{
	opEnd: "the end", opFail: "a failure", opAssume: "a false assume", opDrain: "a wait for the buffers", opExpect: "a wait for the buffers", opLoad: "load", opStore: "store", opAdd: "add",
	opSwap: "swap", opCAS: "compare-and-swap", opLock: "lock", opAwait: "await", opWhen: "when", opUnlock: "unlock",
	opSpawn: "go", opJoin: "join", opFetch: "fetch", opCompareExchange: "compare-exchange", opChoose: "choose", opFence: "fence",
	opApplyAdd: "apply", opApplyAnd: "apply", opApplyOr: "apply", opApplyXor: "apply", opApplyMax: "apply", opApplyMin: "apply",
	opRefused: "a refused operation",
}

func (c opcode) String() string { return opNames[c] }

// compares reports whether the operation writes only if it finds the value it expects.
func (c opcode) compares() bool { return c == opCAS || c == opCompareExchange }

// returns reports whether the thread gets a result, or does nothing more.
func (c opcode) returns() bool {
	switch c {
	case opStore, opLock, opUnlock, opFence:
		return false
	}
	return !c.applies()
}

// describe writes the operation as a person would: "store x = 3".
func (op operation) describe(p *Program) string {
	switch op.code {
	case opLoad:
		return "load " + p.VarName(op.object)
	case opStore:
		return fmt.Sprintf("store %s = %d", p.VarName(op.object), op.a)
	case opAdd:
		return fmt.Sprintf("add %d to %s", op.a, p.VarName(op.object))
	case opSwap:
		return fmt.Sprintf("swap %s for %d", p.VarName(op.object), op.a)
	case opCAS:
		return fmt.Sprintf("compare-and-swap %s from %d to %d", p.VarName(op.object), op.a, op.b)
	case opFetch:
		return fmt.Sprintf("fetch-%v %s with %d", FetchOp(op.b), p.VarName(op.object), op.a)
	case opApplyAdd, opApplyAnd, opApplyOr, opApplyXor, opApplyMax, opApplyMin:
		return fmt.Sprintf("apply %v to %s with %d", FetchOp(op.b), p.VarName(op.object), op.a)
	case opCompareExchange:
		return fmt.Sprintf("compare-exchange %s from %d to %d", p.VarName(op.object), op.a, op.b)
	case opAwait, opWhen:
		return op.code.String() + " " + p.VarName(op.object)
	case opLock, opUnlock:
		return op.code.String() + " " + p.MutexName(op.object)
	case opJoin:
		return fmt.Sprintf("join thread %d", op.object)
	case opSpawn:
		if op.child != nil {
			return "go " + op.child.name
		}
	case opChoose:
		return fmt.Sprintf("choose one of %d", op.a)
	case opEnd:
		if op.a != 0 {
			return fmt.Sprintf("return %d", op.a)
		}
	case opRefused:
		return op.message
	case opFail:
		return "failure (" + op.message + ")"
	}
	return op.code.String()
}

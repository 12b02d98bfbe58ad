package model

import (
	"fmt"
	"slices"
	"strconv"
)

// Thread is what the body of a thread acts through. Every call of Load, Store,
// Add, Swap, CompareAndSwap, Lock, Unlock, Go and Join is one event; Assert and
// Assume are none. A Thread belongs to the body it was passed to and must not
// be used by another.
type Thread struct {
	program *Program
	// asked are the operations the thread has come to since it was resumed: it
	// goes on by itself after one that returns nothing.
	asked []operation
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
	spawned int32   // how many threads it has asked to start
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
}

// Add adds d to x in one event and returns the new value.
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

// Lock waits until m is free and takes it. Locking a mutex that one holds
// blocks for ever.
func (t *Thread) Lock(m Mutex) {
	id := t.mutex(m)
	t.do(operation{code: opLock, object: id})
	t.held = append(t.held, id)
}

// Unlock frees m. Unlocking a mutex that one does not hold is a failure of
// the execution, and ends the thread.
func (t *Thread) Unlock(m Mutex) {
	id := t.mutex(m)
	i := slices.Index(t.held, id)
	if i < 0 {
		t.fail("unlock of " + t.program.MutexName(id) + ", which the thread does not hold")
	}
	t.held = slices.Delete(t.held, i, i+1)
	t.do(operation{code: opUnlock, object: id})
}

// Go starts another thread. What body captures of the calling thread it sees
// as it was at the call.
func (t *Thread) Go(name string, body func(*Thread)) Child {
	id := t.do(operation{code: opSpawn, child: &declaredThread{name, body}})
	return Child{t.program, ThreadID(id)}
}

// Join waits until the thread c has ended; one that failed has ended, one
// stopped at a false Assume has not.
func (t *Thread) Join(c Child) {
	if c.program != t.program {
		t.fail("join of a thread of another program")
	}
	t.do(operation{code: opJoin, object: int32(c.id)})
}

// Assert ends the thread with a failure of the execution unless ok.
func (t *Thread) Assert(ok bool, msg string) {
	if !ok {
		t.fail("assert: " + msg)
	}
}

// Assume stops the thread for good unless ok; the execution then counts as
// assume-blocked.
func (t *Thread) Assume(ok bool) {
	if !ok {
		t.do(operation{code: opAssume})
	}
}

func (t *Thread) fail(message string) {
	t.do(operation{code: opFail, message: message})
}

func (t *Thread) variable(x Var) int32 {
	if x.program != t.program {
		t.fail("use of a variable of another program")
	}
	return x.id
}

func (t *Thread) mutex(m Mutex) int32 {
	if m.program != t.program {
		t.fail("use of a mutex of another program")
	}
	return m.id
}

func element(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }

// operation is what a thread asks for next.
type operation struct {
	code    opcode
	object  int32
	a, b    int64 // operands: the value stored, added or expected, and the new one of a CompareAndSwap
	child   *declaredThread
	message string // of opFail
}

type opcode uint8

const (
	opEnd    opcode = iota // the body has returned
	opFail                 // a false Assert, a panic, a bad Unlock
	opAssume               // a false Assume
	opLock                 // up to here and the next one, a thread may have to wait
	opJoin
	opLoad
	opStore
	opAdd
	opSwap
	opCAS
	opUnlock
	opSpawn
)

var opNames = [...]string{
	opEnd: "the end", opFail: "a failure", opAssume: "a false assume", opLoad: "load", opStore: "store", opAdd: "add",
	opSwap: "swap", opCAS: "compare-and-swap", opLock: "lock", opUnlock: "unlock", opSpawn: "go", opJoin: "join",
}

func (c opcode) String() string { return opNames[c] }

// returns reports whether the thread learns something from the operation, or
// does not go on after it.
func (c opcode) returns() bool {
	switch c {
	case opStore, opLock, opUnlock, opJoin:
		return false
	}
	return true
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
	case opLock, opUnlock:
		return op.code.String() + " " + p.MutexName(op.object)
	case opJoin:
		return fmt.Sprintf("join thread %d", op.object)
	case opFail:
		return "failure (" + op.message + ")"
	}
	return op.code.String()
}

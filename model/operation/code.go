// Package operation defines the operations of threads, and the effect of each on its object:
// which kind of event it is, the value of the object afterwards, the value that the thread gets back, and
// how it is written for people. It depends on neither threads nor executions.
package operation

import (
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Code identifies an operation.
type Code uint8

// Exits is the operand B of an End or an Assume with which the thread ends the program.
const Exits = 1

// Late is the operand B of an Assume in which the choices of the last operations do not count; see Thread.SpinLate in package front.
const Late = 2

// LateJoin is the operand A of a Join whose thread may also stop waiting. Other values mean [Note].UnlessWritten.
const LateJoin = -1

// The codes of operations, in an order in which one comparison tests whether a thread has
// stopped, may have to wait, or accesses a variable.
const (
	End    Code = iota // the body has returned, with the result A
	Fail               // a false Assert, a panic, a bad Unlock
	Assume             // a false Assume; up to here, a thread has stopped
	Drain              // in a machine's thread: the operation waits until the thread's buffers are empty
	Expect             // in a machine's thread: so does a compare-and-swap, unless it fails
	Lock
	Join
	Await // from here on, it accesses a variable
	When
	Pass // a When that lets time pass; up to here, it may have to wait
	Load
	Store
	Add
	Swap
	Fetch
	CompareAndSwap
	CompareExchange
	ApplyAdd
	ApplyAnd
	ApplyOr
	ApplyXor
	ApplyMax
	ApplyMin
	Barrier // a store barrier; up to here, it accesses a variable
	Unlock
	Spawn
	Fence
	Choose
	Refused // a misuse of the model; no thread is ever at one
)

// Stopped reports whether a thread at c goes no further.
func (c Code) Stopped() bool { return c <= Assume }

// Ended reports whether a thread at c has returned or failed.
func (c Code) Ended() bool { return c <= Fail }

// MayWait reports whether the operation may have to wait, or there is none.
func (c Code) MayWait() bool { return c <= Pass }

// Compares reports whether the operation writes only if it finds the value it expects.
func (c Code) Compares() bool { return c >= CompareAndSwap && c <= CompareExchange }

// Applies reports whether c is an Apply that commutes with itself.
func (c Code) Applies() bool { return c >= ApplyAdd && c <= ApplyMin }

// Guarded reports whether the operation waits for a [Guard].
func (c Code) Guarded() bool { return c >= Await && c <= Pass }

// OnVariable reports whether the operation accesses a variable.
func (c Code) OnVariable() bool { return c >= Await && c <= Barrier }

// OnMutex reports whether the operation accesses a mutex.
func (c Code) OnMutex() bool { return c == Lock || c == Unlock }

// Returns reports whether the thread gets a result, or does nothing more.
func (c Code) Returns() bool {
	switch c {
	case Store, Barrier, Lock, Unlock, Fence:
		return false
	}
	return !c.Applies()
}

// Buffered reports whether the operation waits in a buffer under a memory model.
func (c Code) Buffered(m memory.Model) bool {
	return c == Store && m.Buffers() || c == Barrier && m.StoresOvertake() || c == Unlock && m.BuffersUnlocks()
}

// Drains reports whether the operation, where Stores are buffered, waits until the buffers of its
// thread are empty. Where c.DrainsUnlessFailing, it waits only if it finds the value that it
// expects. A thread, too, counts as ended or failed only then.
func (c Code) Drains() bool {
	switch c {
	case Load, Await, Choose, Assume:
		return false
	}
	return true
}

// DrainsUnlessFailing restricts Drains under a memory model.
func (c Code) DrainsUnlessFailing(m memory.Model) bool {
	return m.FailsFromBuffer() && c.Compares()
}

// kinds holds the kinds of events by Code, for a compare-and-swap that succeeds.
var kinds = [...]event.Kind{
	Lock: event.Lock, Unlock: event.Unlock, Spawn: event.Spawn, Join: event.Join, Choose: event.Choice, Fence: event.Fence,
	Load: event.Read, Await: event.Read, Store: event.Write, Barrier: event.Update,
	Add: event.Update, Swap: event.Update, Fetch: event.Update, CompareAndSwap: event.Update, CompareExchange: event.Update, When: event.Update, Pass: event.Pass,
	ApplyAdd: event.ApplyAdd, ApplyAnd: event.ApplyAnd, ApplyOr: event.ApplyOr, ApplyXor: event.ApplyXor, ApplyMax: event.ApplyMax, ApplyMin: event.ApplyMin,
}

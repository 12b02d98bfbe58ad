package model

import "fmt"

// ThreadID numbers a thread: declared threads from 0 in the order of their
// declaration, spawned ones after them in the order in which an exploration
// first meets them. A thread keeps its number for a whole exploration: it is
// identified by its parent and the number of the parent's Go that started it.
// Two explorations may number spawned threads differently; [Execution.Key]
// does not depend on that.
//
// Under a memory model with store buffers the threads' actors have numbers too: an
// actor flushes the stores of one buffer, and its events are these flushes. See
// [Behaviour.Actor].
type ThreadID int16

// Kind says what an event does to its object.
type Kind int16

// The kinds of events. A CompareAndSwap that succeeds is an Update, one that
// fails is a Read.
const (
	Read   Kind = iota + 1 // Load, and a CompareAndSwap or CompareExchange that fails
	Write                  // Store
	Update                 // Add, Swap, Fetch, and a CompareAndSwap or CompareExchange that succeeds
	Lock
	Unlock
	Spawn
	Join
	Choice     // Choose
	BufferRead // Load of a store that is still in the thread's own buffer
	Fence      // Fence, where Stores are buffered
)

// The kinds of an Apply under [CommutingSC]. Events of one of these kinds commute with each
// other, as Reads do, and with no other access of their variable. Under other memory models
// an Apply is an Update, as it always is if its operation is FetchNand.
const (
	ApplyAdd Kind = -1 - iota // FetchAdd and FetchSub
	ApplyAnd
	ApplyOr
	ApplyXor
	ApplyMax
	ApplyMin
)

var applyNames = [...]string{-ApplyAdd: "apply-add", -ApplyAnd: "apply-and", -ApplyOr: "apply-or", -ApplyXor: "apply-xor", -ApplyMax: "apply-max", -ApplyMin: "apply-min"}

var kindNames = [...]string{Read: "read", Write: "write", Update: "update", Lock: "lock", Unlock: "unlock", Spawn: "spawn", Join: "join", Choice: "choice", BufferRead: "buffer-read", Fence: "fence"}

func (k Kind) String() string {
	switch {
	case k >= Read && k <= Fence:
		return kindNames[k]
	case k >= ApplyMin && k <= ApplyAdd:
		return applyNames[-k]
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// OnVariable reports whether events of kind k access a variable.
func (k Kind) OnVariable() bool { return k <= Update || k == BufferRead }

// Writes reports whether events of kind k write a variable.
func (k Kind) Writes() bool { return k <= Update && k != Read }

// Commutes reports whether accesses of kind k commute with each other.
func (k Kind) Commutes() bool { return k <= Read }

// Applies reports whether k is a kind of an Apply: it writes, and commutes with itself.
func (k Kind) Applies() bool { return k < 0 }

// OnMutex reports whether events of kind k are about a mutex.
func (k Kind) OnMutex() bool { return k == Lock || k == Unlock }

// OnThread reports whether events of kind k are about another thread.
func (k Kind) OnThread() bool { return k >= Spawn && k <= Join }

// Event is the tuple ⟨t, i, T, x⟩ of the paper (section 3). It is 16 bytes and
// comparable.
type Event struct {
	Thread ThreadID // e.th
	Kind   Kind     // e.T
	Index  int32    // its place among the events of its thread, counted from 1
	Access
}

// Access is what an event accesses, and where Stores are buffered, through which buffer.
// It is a struct of its own because the compiler keeps structs of at most four fields in
// registers.
type Access struct {
	// Object is e.var: the variable, the mutex or the other thread, each
	// numbered from 0 in the order of declaration. Of a Choice it is the value.
	Object int32

	// Partner and Ref are 0 unless Stores are buffered.
	//
	// Of a flush, Partner is one more than the thread that issued the store, and Ref is
	// the number of events that this thread had done before. Of a Load that reads a
	// store of its own thread, wherever that is, Partner is one more than the actor that
	// flushes it, and Ref the Index of that flush. Of a CompareAndSwap that fails, Ref
	// is [NotALoad].
	Partner ThreadID
	Ref     uint16
}

// NotALoad is the Ref of a Read that is no Load: it is one only after the flushes of its
// thread's stores.
const NotALoad = 1<<16 - 1

// IsFlush reports whether e is the flush of a buffered store, or of a buffered Unlock.
func (e Event) IsFlush() bool { return e.Partner != 0 && (e.Kind == Write || e.Kind == Unlock) }

// Issuer is the thread whose store the flush e is.
func (e Event) Issuer() ThreadID { return e.Partner - 1 }

// ReadsOwn reports whether e is a Load that reads a store of its own thread that is or
// was buffered.
func (e Event) ReadsOwn() bool { return e.Partner != 0 && (e.Kind == Read || e.Kind == BufferRead) }

// Flusher is the actor of the store that e reads, if e.ReadsOwn.
func (e Event) Flusher() ThreadID { return e.Partner - 1 }

// Waits reports whether e, where Stores are buffered, comes only when all buffers of its
// thread are empty.
func (e Event) Waits() bool {
	switch e.Kind {
	case Read:
		return e.Ref == NotALoad
	case Write, BufferRead, Choice:
		return false
	case Unlock:
		return !e.IsFlush()
	}
	return true
}

// Promoted is what becomes of e, an event to come, when f has happened: a Load whose
// store has left the buffer reads it from memory.
func (e Event) Promoted(f Event) Event {
	if e.Kind == BufferRead && f.Thread == e.Flusher() && f.Index == int32(e.Ref) {
		e.Kind = Read
	}
	return e
}

// String is for messages and tests: "t2.5 write 3" is the fifth event of
// thread 2, which writes variable 3.
func (e Event) String() string {
	return fmt.Sprintf("t%d.%d %v %d", e.Thread, e.Index, e.Kind, e.Object)
}

// CountChoices is how many of the events are choices.
func CountChoices(events []Event) int {
	n := 0
	for _, e := range events {
		if e.Kind == Choice {
			n++
		}
	}
	return n
}

// Conflicting reports whether the two accesses are dependent for a reason
// other than the program order and the life of threads: both are of one
// variable and are not of one kind that Commutes, or both are of one mutex.
func Conflicting(k1 Kind, object1 int32, k2 Kind, object2 int32) bool {
	if object1 != object2 {
		return false
	}
	if k1 <= Update && k2 <= Update { // a BufferRead is in conflict with nothing
		return k1 != k2 || k1 > Read
	}
	return k1.OnMutex() && k2.OnMutex()
}

// Dependent is the relation e ⋈ e' (section 3), with spawn and join added:
// dependent events must not change places, and [Execution.Key] tells apart
// exactly the executions that order dependent events differently.
func Dependent(e, f Event) bool {
	switch {
	case e.Thread == f.Thread:
		return true
	case e.Kind.OnThread() && e.Object == int32(f.Thread):
		return true
	case f.Kind.OnThread() && f.Object == int32(e.Thread):
		return true
	}
	return Conflicting(e.Kind, e.Object, f.Kind, f.Object) || e.Partner|f.Partner != 0 && dependentByBuffer(e, f)
}

// dependentByBuffer is the part of e ⋈ f that is for the flushes of a thread and what it does
// itself, or what others do to it.
func dependentByBuffer(e, f Event) bool {
	if e.IsFlush() {
		e, f = f, e
	}
	switch {
	case !f.IsFlush() || e.IsFlush():
		return false
	case e.Thread == f.Issuer():
		return e.Waits() || e.Index <= int32(f.Ref)
	}
	return e.Kind.OnThread() && e.Object == int32(f.Issuer())
}

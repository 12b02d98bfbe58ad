package model

import "fmt"

// ThreadID numbers a thread: declared threads from 0 in the order of their
// declaration, spawned ones after them in the order in which an exploration
// first meets them. A thread keeps its number for a whole exploration: it is
// identified by its parent and the number of the parent's Go that started it.
// Two explorations may number spawned threads differently; [Execution.Key]
// does not depend on that.
type ThreadID int32

// Kind says what an event does to its object.
type Kind int32

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
	Choice // Choose
)

var kindNames = [...]string{Read: "read", Write: "write", Update: "update", Lock: "lock", Unlock: "unlock", Spawn: "spawn", Join: "join", Choice: "choice"}

func (k Kind) String() string {
	if k < Read || k > Choice {
		return fmt.Sprintf("Kind(%d)", int32(k))
	}
	return kindNames[k]
}

// OnVariable reports whether events of kind k access a variable.
func (k Kind) OnVariable() bool { return k <= Update }

// OnMutex reports whether events of kind k are about a mutex.
func (k Kind) OnMutex() bool { return k == Lock || k == Unlock }

// OnThread reports whether events of kind k are about another thread.
func (k Kind) OnThread() bool { return k >= Spawn && k <= Join }

// Event is the tuple ⟨t, i, T, x⟩ of the paper (section 3). It is 16 bytes and
// comparable.
type Event struct {
	Thread ThreadID // e.th
	Index  int32    // its place among the events of its thread, counted from 1
	Kind   Kind     // e.T
	// Object is e.var: the variable, the mutex or the other thread, each
	// numbered from 0 in the order of declaration. Of a Choice it is the value.
	Object int32
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
// variable and one of them writes, or both are of one mutex.
func Conflicting(k1 Kind, object1 int32, k2 Kind, object2 int32) bool {
	if object1 != object2 {
		return false
	}
	if k1.OnVariable() && k2.OnVariable() {
		return k1 != Read || k2 != Read
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
	return Conflicting(e.Kind, e.Object, f.Kind, f.Object)
}

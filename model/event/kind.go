package event

import "fmt"

// Kind is the effect of an event on its object.
type Kind int16

// The kinds of events. A CompareAndSwap that succeeds is an Update, one that
// fails is a Read. The numbers are part of canonical keys.
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
	Pass       // Pass: an Update that comes after all events before it, whatever they access
)

// The kinds of an Apply under the memory model sc-commuting. Events of one of these kinds
// commute with each other, as Reads do, and with no other access of their variable. Under
// other memory models an Apply is an Update, as it always is if its operation is FetchNand.
const (
	ApplyAdd Kind = -1 - iota // FetchAdd and FetchSub
	ApplyAnd
	ApplyOr
	ApplyXor
	ApplyMax
	ApplyMin
)

var applyNames = [...]string{-ApplyAdd: "apply-add", -ApplyAnd: "apply-and", -ApplyOr: "apply-or", -ApplyXor: "apply-xor", -ApplyMax: "apply-max", -ApplyMin: "apply-min"}

var kindNames = [...]string{Read: "read", Write: "write", Update: "update", Lock: "lock", Unlock: "unlock", Spawn: "spawn", Join: "join", Choice: "choice", BufferRead: "buffer-read", Fence: "fence", Pass: "pass"}

func (k Kind) String() string {
	switch {
	case k >= Read && k <= Pass:
		return kindNames[k]
	case k >= ApplyMin && k <= ApplyAdd:
		return applyNames[-k]
	}
	return fmt.Sprintf("Kind(%d)", int(k))
}

// The properties of kinds, as sets of kinds: bit k-lowest stands for k.
const (
	lowest = ApplyMin

	applies  = 1<<(ApplyAdd-lowest) | 1<<(ApplyAnd-lowest) | 1<<(ApplyOr-lowest) | 1<<(ApplyXor-lowest) | 1<<(ApplyMax-lowest) | 1<<(ApplyMin-lowest)
	writes   = 1<<(Write-lowest) | 1<<(Update-lowest) | 1<<(Pass-lowest) | applies
	memory   = 1<<(Read-lowest) | writes
	variable = 1<<(BufferRead-lowest) | memory
	commutes = 1<<(Read-lowest) | applies
)

func (k Kind) in(set uint32) bool { return set>>(uint16(k-lowest)&31)&1 != 0 }

// OnVariable reports whether events of kind k access a variable, in memory or in a buffer.
func (k Kind) OnVariable() bool { return k.in(variable) }

// InMemory reports whether events of kind k access a variable in memory.
func (k Kind) InMemory() bool { return k.in(memory) }

// Writes reports whether events of kind k write a variable.
func (k Kind) Writes() bool { return k.in(writes) }

// Commutes reports whether accesses of kind k commute with each other.
func (k Kind) Commutes() bool { return k.in(commutes) }

// Applies reports whether k is a kind of an Apply: it writes, and commutes with itself.
func (k Kind) Applies() bool { return k.in(applies) }

// OnMutex reports whether events of kind k access a mutex.
func (k Kind) OnMutex() bool { return k == Lock || k == Unlock }

// Nowhere is the Location of an event that accesses neither a variable nor a mutex.
const Nowhere int32 = -1

// Location numbers the location of an event of kind k with that object: variable x is 2x, mutex m is 2m + 1.
func (k Kind) Location(object int32) int32 {
	switch {
	case k.OnVariable():
		return 2 * object
	case k.OnMutex():
		return 2*object + 1
	}
	return Nowhere
}

// IsMutex reports whether a location is a mutex.
func IsMutex(location int32) bool { return location%2 == 1 }

// Location returns the location that e accesses.
func (e Event) Location() int32 { return e.Kind.Location(e.Object) }

// OnThread reports whether the object of events of kind k is another thread.
func (k Kind) OnThread() bool { return k == Spawn || k == Join }

// FromMemory returns k, or Read for a BufferRead: the kind as its thread sees it.
func (k Kind) FromMemory() Kind {
	if k == BufferRead {
		return Read
	}
	return k
}

package machine

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

// A mutex is normally a mutex of the model. In a program with trylock, with mutexes that are
// recursive or check for errors, or that destroys mutexes, and in memory that threads make, it is a variable
// instead, which holds the segment of the thread that holds the mutex, or 0.

func (th *thread) lock(i *code.Instruction, address int64) int64 {
	switch c := th.mutex(i, address); {
	case c.Role == code.AMutex:
		th.model.Lock(c.Mutex)
	case th.Uses[code.LibMutexKind]:
		if result := th.lockKind(i, c, false); result != 0 {
			return result
		}
	default:
		th.step(i, c, "mutex", guarded.LockFor(th.segment))
	}
	th.changes.Add(address, 1)
	th.notes.write(image.OwnPlace{Address: address}, 1)
	return 0
}

func (th *thread) unlock(i *code.Instruction, address int64) int64 {
	switch c := th.mutex(i, address); {
	case c.Role == code.AMutex:
		th.model.Unlock(c.Mutex)
	case th.Uses[code.LibMutexKind]:
		if result := th.unlockKind(i, c); result != 0 {
			return result
		}
	default:
		holder := th.free(c)
		th.checkUsable(i, holder, "mutex")
		if holder != th.segment {
			th.fail(i, "unlock of a mutex that the thread does not hold")
		}
	}
	th.changes.Add(address, -1)
	th.notes.write(image.OwnPlace{Address: address}, 0)
	return 0
}

func (th *thread) mutex(i *code.Instruction, address int64) *image.Cell {
	if th.isPrivate(i, address, operation.Int32) {
		th.refuse(i, "a mutex in thread-local memory is not supported")
	}
	r := code.AMutex
	if th.VariableMutexes() {
		r = code.ATryMutex
	}
	c := th.find(i, address, member, r)
	if c == nil || !c.Role.IsMutex() || c.Address != address {
		th.refuse(i, "what is locked or unlocked here is not a mutex")
	}
	if address>>code.SegmentShift != 0 && image.InHeap(address) && !th.mayInitialise() {
		th.fail(i, "use of a mutex from malloc to which nothing has been stored")
	}
	return c
}

// mayInitialise reports whether the program may initialise a mutex in memory from malloc.
func (th *thread) mayInitialise() bool {
	u := th.Uses
	return u[code.LibMutexInit] || u[code.LibFill] || u[code.LibCopy] || u[code.LibCalloc] || u[code.LibRealloc] || th.Options.LikeGenMC
}

// free frees a mutex that is a variable, and returns its holder. If the memory model lets an Unlock
// wait in the buffer, this is a plain store.
func (th *thread) free(c *image.Cell) (holder int64) {
	if !th.model.Memory().BuffersUnlocks() {
		return th.model.Swap(c.Variable, 0)
	}
	if holder = th.model.Load(c.Variable); holder == th.segment {
		th.model.Store(c.Variable, 0)
	}
	return holder
}

func (th *thread) when(c *image.Cell, guard func(int64) bool, update func(int64) int64) int64 {
	th.changes.Note()
	return th.replace(c, guard, update)
}

// The offsets of the members of pthread.h's types, and the type of all members.
const (
	begun        = 0 // of a condition: the number of waits begun, which numbers them
	woken        = 4 // of a condition: a bit for each wait that is over
	arrived      = 0 // of a barrier: the number of arrivals in all rounds
	participants = 4 // of a barrier: the number of threads in a round
	member       = operation.Int32
)

// In a program with mutexes that are recursive or check for errors, the variable of a mutex holds its kind, the thread
// that holds it, and how many more times that thread has locked it.
const (
	recursive  = 1
	kindShift  = image.KindShift
	againUnit  = 1 << segmentBits
	holderMask = againUnit - 1
)

// Errors of the library.
const (
	notPermitted  = 1
	overflows     = 75
	wouldDeadlock = 35
)

// initMutex gives a mutex its kind.
func (th *thread) initMutex(i *code.Instruction, address, kind int64) {
	if !th.Uses[code.LibMutexKind] && !th.Uses[code.LibMutexDestroy] {
		return
	}
	th.changes.Note()
	th.write(th.mutex(i, address), kind<<kindShift)
}

func isUnheld(mutex int64) bool { return mutex&holderMask == 0 }

// lockKind takes a mutex of any kind; with try, it does not wait. It returns 0, or an error.
func (th *thread) lockKind(i *code.Instruction, c *image.Cell, try bool) int64 {
	holder := th.segment // not th, which is reused for another thread when this one is over
	own := func(v int64) bool { return v&holderMask == holder && v>>kindShift != 0 }
	th.mayFail()
	seen := th.step(i, c, "mutex", guarded.Transition{Enabled: func(v int64) bool { return try || isUnheld(v) || own(v) }, Next: func(v int64) int64 {
		switch {
		case isUnheld(v):
			return v | holder
		case own(v) && v>>kindShift == recursive:
			return v + againUnit
		}
		return v
	}})
	switch {
	case isUnheld(seen), own(seen) && seen>>kindShift == recursive:
		return 0
	case try:
		return busy
	}
	return wouldDeadlock
}

// unlockKind frees a mutex of any kind. It returns 0, or an error.
func (th *thread) unlockKind(i *code.Instruction, c *image.Cell) int64 {
	holder := th.segment
	th.mayFail()
	seen := th.step(i, c, "mutex", guarded.Transition{Enabled: guarded.Always, Next: func(v int64) int64 {
		switch again := v >> segmentBits & (1<<(kindShift-segmentBits) - 1); {
		case v&holderMask != holder:
			return v
		case again > 0:
			return v - againUnit
		}
		return v &^ holderMask
	}})
	switch {
	case seen&holderMask == holder:
		return 0
	case seen>>kindShift == 0:
		th.fail(i, "unlock of a mutex that the thread does not hold")
	}
	return notPermitted
}

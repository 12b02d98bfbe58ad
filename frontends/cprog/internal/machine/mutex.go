package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

// A mutex is normally a mutex of the model. In a program with trylock, with mutexes that are
// recursive or check for errors, or that destroys mutexes, and in memory that threads make, it is a variable
// instead, which holds the segment of the thread that holds the mutex, or 0.

func (th *thread) lock(i *code.Instruction, address int64) (result int64) {
	switch c := th.mutex(i, address); {
	case c.Role == code.AMutex:
		th.model.Lock(c.Mutex)
	case th.Uses[code.LibMutexKind]:
		if result = th.lockKind(i, c, false); result != 0 && result != ownerDead {
			return result
		}
	default:
		th.step(i, c, "mutex", guarded.LockFor(th.segment))
	}
	th.changes.Add(address, 1)
	th.notes.write(image.OwnPlace{Address: address}, 1)
	return result
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
	u := &th.Uses
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

func kindOf(mutex int64) int64 { return mutex >> kindShift & (code.RobustMutex - 1) }

// Beside its kind, the variable of a robust mutex records that it is robust, that a thread that held it has ended, and that it has been freed
// after that without having been made consistent.
const (
	robust        = int64(code.RobustMutex) << kindShift
	ownerDied     = robust << 1
	unrecoverable = robust << 2
)

// Errors of robust mutexes.
const (
	ownerDead      = 130
	notRecoverable = 131
)

// lockKind takes a mutex of any kind; with try, it does not wait. It returns 0, or an error. With ownerDead, it has the mutex all the same.
func (th *thread) lockKind(i *code.Instruction, c *image.Cell, try bool) int64 {
	holder := th.segment // not th, which is reused for another thread when this one is over
	own := func(v int64) bool { return v&holderMask == holder && kindOf(v) != 0 }
	th.mayFail()
	seen := th.step(i, c, "mutex", guarded.Transition{Enabled: func(v int64) bool { return try || isUnheld(v) || own(v) }, Next: func(v int64) int64 {
		switch {
		case isUnheld(v) && v&unrecoverable == 0:
			return v | holder
		case own(v) && kindOf(v) == recursive:
			return v + againUnit
		}
		return v
	}})
	switch {
	case isUnheld(seen) && seen&unrecoverable != 0:
		return notRecoverable
	case isUnheld(seen) && seen&robust != 0:
		th.robust = append(th.robust, c)
		if seen&ownerDied != 0 {
			return ownerDead
		}
		return 0
	case isUnheld(seen), own(seen) && kindOf(seen) == recursive:
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
		case v&ownerDied != 0:
			return v&^(holderMask|ownerDied) | unrecoverable
		}
		return v &^ holderMask
	}})
	switch {
	case seen&holderMask == holder:
		th.robust = slices.DeleteFunc(th.robust, func(other *image.Cell) bool {
			return other == c && seen>>segmentBits&(1<<(kindShift-segmentBits)-1) == 0
		})
		return 0
	case seen>>kindShift == 0:
		th.fail(i, "unlock of a mutex that the thread does not hold")
	}
	return notPermitted
}

// makeConsistent is pthread_mutex_consistent.
func (th *thread) makeConsistent(c libraryCall) int64 {
	x, holder := th.mutex(c.i, c.arg(0)), th.segment
	inconsistent := func(v int64) bool { return v&holderMask == holder && v&ownerDied != 0 }
	th.mayFail()
	seen := th.step(c.i, x, "mutex", guarded.Transition{Enabled: guarded.Always, Next: func(v int64) int64 {
		if inconsistent(v) {
			return v &^ ownerDied
		}
		return v
	}})
	if !inconsistent(seen) {
		return invalid
	}
	return 0
}

// leaveRobust frees the robust mutexes that the thread holds at its end.
func (th *thread) leaveRobust(i *code.Instruction) {
	for _, c := range th.robust {
		th.event(i)
		th.step(i, c, "mutex", guarded.Transition{Enabled: guarded.Always, Next: func(v int64) int64 { return v>>kindShift<<kindShift | ownerDied }})
	}
	th.robust = nil
}

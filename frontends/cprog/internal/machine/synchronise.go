package machine

import (
	"math"
	"math/bits"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

// mostWaits bounds the waits at one condition: each has a bit.
const mostWaits = 63

// The ends of a wait at a condition.
const (
	signalled = iota
	overdue
	forNoReason
)

func (th *thread) condTimedWait(c libraryCall) int64 {
	d := th.deadline(c)
	if !d.valid || !hasClock(c) {
		return invalid
	}
	return th.condWait(c.i, c.arg(0), c.arg(1), &d)
}

// condWait takes the next wait number while it holds the mutex, and then waits until
// its bit is set, or sets it itself, if there is a deadline.
func (th *thread) condWait(i *code.Instruction, at, mutex int64, d *deadline) int64 {
	waits, done := th.object(i, at+begun), th.object(i, at+woken)
	th.testCancel(i)
	th.as(operation.Relaxed)
	place := th.fetch(waits, operation.FetchAdd, 1)
	th.checkUsable(i, place, "condition variable")
	if place >= mostWaits {
		th.refuse(i, "more than %d waits at one condition are not supported", mostWaits)
	}
	th.unlock(i, mutex)
	cancelled, end := th.choosesCancel(i), signalled
	if !cancelled {
		end = th.endOfWait(i, d)
	}
	if end == signalled && !cancelled {
		th.changes.Note()
		th.mayStop(i, d != nil)
		th.await(done, func(v int64) bool { return v>>place&1 == 1 })
	} else if th.fetch(done, operation.FetchOr, 1<<place)>>place&1 == 1 && cancelled {
		th.stop(i) // a signal was first: the wait has ended by it elsewhere
	}
	died := th.lock(i, mutex)
	if cancelled {
		th.cancelled(i)
	}
	if died != 0 {
		return died
	}
	if end == overdue {
		return timedOut
	}
	return 0
}

// endOfWait chooses how a wait ends.
func (th *thread) endOfWait(i *code.Instruction, d *deadline) (end int) {
	ends := []int{signalled}
	if d != nil {
		ends = append(ends, overdue)
	}
	if th.Options.Spurious {
		ends = append(ends, forNoReason)
	}
	if len(ends) > 1 {
		end = ends[th.model.Choose(len(ends))]
	}
	switch end {
	case overdue:
		th.passes(i, *d)
	case forNoReason:
		th.whims++
	}
	return end
}

// condSignal wakes any one of the waiting threads.
func (th *thread) condSignal(i *code.Instruction, at int64) {
	waits, x := th.waits(i, at), th.object(i, at+woken)
	chosen := int64(0)
	switch waits {
	case 0:
		return // no thread waits, and signals that no thread gets are not ordered
	case 1:
		th.changes.Note()
		th.compareExchange(x, 0, 1) // a signal that comes too late only reads
		return
	}
	if n := len(unwoken(th.read(x), waits)); n > 1 {
		chosen = th.model.Choose(n)
	}
	th.when(x, guarded.Always, func(v int64) int64 {
		if left := unwoken(v, waits); len(left) > 0 { // another signal may have come first
			return v | 1<<left[int(chosen)%len(left)]
		}
		return v
	})
}

func (th *thread) condBroadcast(i *code.Instruction, at int64) {
	waits := th.waits(i, at)
	if waits == 0 {
		return
	}
	th.changes.Note()
	th.fetch(th.object(i, at+woken), operation.FetchOr, 1<<waits-1)
}

// waits returns the number of waits begun at the condition at that address. Reading it orders nothing.
func (th *thread) waits(i *code.Instruction, at int64) int64 {
	c := th.object(i, at+begun)
	th.as(operation.Relaxed)
	waits := th.read(c)
	th.checkUsable(i, waits, "condition variable")
	return waits
}

// unwoken returns the numbers of the waits, out of 0 to waits-1, that are not over.
func unwoken(over, waits int64) (left []int) {
	for rest := (uint64(1)<<waits - 1) &^ uint64(over); rest != 0; rest &= rest - 1 {
		left = append(left, bits.TrailingZeros64(rest))
	}
	return left
}

// whenOneOf waits for one of several values and replaces it by the value after it in the arguments.
func (th *thread) whenOneOf(i *code.Instruction, r []int64) int64 {
	c := th.cell(i, r[i.Args[0]], i.T)
	written := map[int64]int64{}
	for k := 1; k < len(i.Args); k += 2 {
		written[r[i.Args[k]]] = r[i.Args[k+1]]
	}
	return code.Cut(i.T, th.when(c, func(v int64) bool { _, ok := written[code.Cut(i.T, v)]; return ok }, func(v int64) int64 { return written[code.Cut(i.T, v)] }))
}

// Errors of the library.
const (
	busy         = 16
	invalid      = 22
	timedOut     = 110
	serialThread = -1
)

// tryLock is pthread_mutex_trylock.
func (th *thread) tryLock(c libraryCall) int64 {
	x := th.mutex(c.i, c.arg(0))
	if th.Uses[code.LibMutexKind] {
		return th.lockKind(c.i, x, true)
	}
	return th.try(c.i, x, "mutex", th.segment)
}

// try takes a lock if it is free, and does not wait.
func (th *thread) try(i *code.Instruction, c *image.Cell, kind string, held int64) int64 {
	th.mayFail()
	if seen := th.compareExchange(c, 0, held); seen != 0 {
		th.checkUsable(i, seen, kind)
		return busy
	}
	th.changes.Note()
	return 0
}

// mayFail says that the next operation of the model synchronises only if it changes its variable: C and POSIX leave open
// what a library function orders if it fails.
func (th *thread) mayFail() {
	if th.Races {
		th.model.Ordered(operation.Order(operation.AcqRel).Failing(operation.Relaxed))
	}
}

// tryStep is like step, but does not wait: it returns failure instead.
func (th *thread) tryStep(i *code.Instruction, c *image.Cell, kind string, t guarded.Transition, failure int64) int64 {
	th.mayFail()
	if seen := th.replace(c, guarded.Always, t.Try().Next); !t.Enabled(seen) {
		th.checkUsable(i, seen, kind)
		return failure
	}
	th.changes.Note()
	return 0
}

// destroyed is the value of a destroyed library object's variable: the only variable of a mutex, the first one of a
// condition, and so on. A use of the object finds it there, with no event beyond its own.
const destroyed = math.MinInt32

// step executes a step of an object of that kind, which must not be destroyed, as soon as it is enabled, and returns
// the state before.
func (th *thread) step(i *code.Instruction, c *image.Cell, kind string, t guarded.Transition) (seen int64) {
	t = t.Except(isDestroyed)
	seen = th.when(c, t.Enabled, t.Next)
	th.checkUsable(i, seen, kind)
	return seen
}

func isDestroyed(state int64) bool { return state == destroyed }

// checkUsable fails if seen, the value of an object of that kind, says that it is destroyed. Conditions and
// semaphores keep counting from there.
func (th *thread) checkUsable(i *code.Instruction, seen int64, kind string) {
	if seen < destroyed/2 {
		th.fail(i, "use of a %s that is destroyed", kind)
	}
}

// destroy destroys an object of that kind, whose variable is c. A lock must be free.
func (th *thread) destroy(i *code.Instruction, c *image.Cell, kind string, free func(int64) bool) {
	seen := th.when(c, guarded.Always, func(int64) int64 { return destroyed })
	th.checkUsable(i, seen, kind)
	if !free(seen) {
		th.fail(i, "a %s is destroyed while it is held", kind)
	}
}

// renew initialises an object whose variable is c, in a program that destroys such objects with the function by.
func (th *thread) renew(c *image.Cell, by code.LibraryFunction, value int64) {
	if th.Uses[by] {
		th.initialise(c, value)
	}
}

// initialise gives an object, whose variable is c, its first value. This does not synchronise, and must not be concurrent
// with a use.
func (th *thread) initialise(c *image.Cell, value int64) {
	th.changes.Note()
	th.as(operation.Plain)
	th.write(c, code.Cut(member, value))
}

// destroyCondition destroys a condition. No thread may be waiting at it.
func (th *thread) destroyCondition(i *code.Instruction, at int64) {
	begins := th.object(i, at+begun)
	waits := th.when(begins, guarded.Always, func(int64) int64 { return destroyed })
	th.checkUsable(i, waits, "condition variable")
	if waits > 0 && len(unwoken(th.read(th.object(i, at+woken)), waits)) > 0 {
		th.fail(i, "a condition variable is destroyed while a thread waits at it")
	}
}

const rwlock = "read-write lock"

// The state of a read-write lock is the number of its readers or, negative, the segment of the thread that holds it as a writer. A thread that is
// the writer gets an error if it takes the lock once more.

// holdsAsWriter returns a guard: the thread itself holds the lock as a writer.
func (th *thread) holdsAsWriter() func(state int64) bool {
	held := -th.segment
	return func(v int64) bool { return v == held }
}

func (th *thread) readLock() guarded.Transition  { return guarded.ReadLock }
func (th *thread) writeLock() guarded.Transition { return guarded.LockFor(-th.segment) }

// lockShared takes a read-write lock as soon as it can. It returns 0, or an error.
func (th *thread) lockShared(c libraryCall, t guarded.Transition) int64 {
	holds := th.holdsAsWriter()
	if holds(th.step(c.i, th.object(c.i, c.arg(0)), rwlock, t.Except(holds))) {
		return wouldDeadlock
	}
	return 0
}

// tryShared takes a read-write lock if it can. It returns 0, or an error.
func (th *thread) tryShared(c libraryCall, t guarded.Transition) int64 {
	return th.tryStep(c.i, th.object(c.i, c.arg(0)), rwlock, t, busy)
}

// lateShared takes a read-write lock, or stops waiting for it when it is late. It returns 0, or an error.
func (th *thread) lateShared(c libraryCall, t guarded.Transition) int64 {
	holds, deadlocks := th.holdsAsWriter(), false
	try := t
	try.Enabled = func(v int64) bool { deadlocks = holds(v); return t.Enabled(v) }
	return th.timed(c, busy, timedOut, func() int64 {
		if result := th.tryShared(c, try); !deadlocks {
			return result
		}
		return wouldDeadlock
	}, func() int64 { return th.lockShared(c, t) })
}

// unlockShared frees a read-write lock.
func (th *thread) unlockShared(i *code.Instruction, at int64) {
	held := th.holdsAsWriter()
	unlock := guarded.Transition{Enabled: guarded.Always, Next: func(v int64) int64 {
		switch {
		case v > 0:
			return v - 1
		case held(v):
			return 0
		}
		return v
	}}
	switch v := th.step(i, th.object(i, at), rwlock, unlock); {
	case v == 0:
		th.fail(i, "unlock of a lock that no thread holds")
	case v < 0 && !held(v):
		th.fail(i, "unlock of a lock that another thread holds for writing")
	}
}

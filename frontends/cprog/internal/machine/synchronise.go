package machine

import (
	"math/bits"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

const rwlock = "read-write lock"

// writer is the state of a read-write lock that a writer holds.
const writer = -1

// mostWaits bounds the waits at one condition: each has a bit.
const mostWaits = 63

// condWait takes the next wait number while it holds the mutex, and then waits until
// its bit is set.
func (th *thread) condWait(i *code.Instruction, at, mutex int64) {
	th.changes.Note()
	waits := th.object(i, at+begun)
	th.as(operation.Relaxed)
	place := th.fetch(waits, operation.FetchAdd, 1)
	th.checkUsable(i, place, "condition variable")
	if place >= mostWaits {
		th.refuse(i, "more than %d waits at one condition are not supported", mostWaits)
	}
	th.unlock(i, mutex)
	th.await(th.object(i, at+woken), func(v int64) bool { return v>>place&1 == 1 })
	th.lock(i, mutex)
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

// unlockShared frees a read-write lock, whose state is the number of its readers, or writer.
func (th *thread) unlockShared(i *code.Instruction, at int64) {
	c := th.object(i, at)
	unlock := guarded.Transition{Enabled: guarded.Always, Next: func(v int64) int64 {
		if v == writer {
			return 0
		}
		return v - 1
	}}
	if th.step(i, c, rwlock, unlock) == 0 {
		th.fail(i, "unlock of a lock that no thread holds")
	}
}

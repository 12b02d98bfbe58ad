package machine

import (
	"dporbench/cprog/internal/code"
	"dporbench/cprog/internal/image"
)

func plus(d int64) func(int64) int64 { return func(v int64) int64 { return v + d } }

// whenOneOf waits for one of some values, and replaces it by the one behind it.
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

func (th *thread) synchronise(i *code.Instruction, arg func(int) int64) int64 {
	at := arg(0)
	if th.isPrivate(i, at, member) {
		th.refuse(i, "an object of the library in thread-local memory is not supported")
	}
	switch code.LibraryFunction(i.Sub) {
	case code.LibTryLock:
		return th.try(th.mutex(i, at), 0, th.segment)
	case code.LibCondWait:
		th.condWait(i, at, arg(1))
	case code.LibCondSignal:
		th.condSignal(i, at)
	case code.LibCondBroadcast:
		th.condBroadcast(i, at)
	case code.LibBarrierInit:
		th.store(i, at+participants, member, arg(2))
	case code.LibBarrierWait:
		return th.barrierWait(i, at)
	case code.LibReadLock:
		th.when(th.cell(i, at, member), func(v int64) bool { return v >= 0 }, plus(1))
	case code.LibWriteLock:
		th.when(th.cell(i, at, member), isZero, func(int64) int64 { return -1 })
	case code.LibTryReadLock:
		return th.tryReadLock(i, at)
	case code.LibTryWriteLock:
		return th.try(th.cell(i, at, member), 0, -1)
	case code.LibUnlockShared:
		th.unlockShared(i, at)
	}
	return 0
}

// try takes a lock that is free, and does not wait.
func (th *thread) try(c *image.Cell, free, held int64) int64 {
	if !th.model.CompareAndSwap(c.Variable, free, held) {
		return busy
	}
	th.changes.Note()
	return 0
}

func (th *thread) tryReadLock(i *code.Instruction, at int64) int64 {
	c := th.cell(i, at, member)
	seen := th.model.When(c.Variable, func(int64) bool { return true }, func(v int64) int64 {
		if v < 0 {
			return v
		}
		return v + 1
	})
	if seen < 0 {
		return busy
	}
	th.changes.Note()
	return 0
}

func (th *thread) unlockShared(i *code.Instruction, at int64) {
	c := th.cell(i, at, member)
	seen := th.when(c, func(int64) bool { return true }, func(v int64) int64 {
		if v < 0 {
			return 0
		}
		return v - 1
	})
	if seen == 0 {
		th.fail(i, "unlock of a lock that nobody holds")
	}
}

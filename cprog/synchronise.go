package cprog

import "dporbench/model"

// What lies at the address of a mutex is a mutex of the model. In a program with trylock, and in memory that threads
// make, it is a variable instead, which is the segment of the thread that holds it, or 0.

func (th *thread) lock(i *instruction, address int64) {
	if c := th.mutex(i, address); c.role == aMutex {
		th.model.Lock(c.mutex)
	} else {
		th.when(c, isZero, func(int64) int64 { return th.segment })
	}
	th.changes.add(address, 1)
}

func (th *thread) unlock(i *instruction, address int64) {
	if c := th.mutex(i, address); c.role == aMutex {
		th.model.Unlock(c.mutex)
	} else if th.model.Swap(c.variable, 0) != th.segment {
		th.fail(i, "unlock of a mutex that the thread does not hold")
	}
	th.changes.add(address, -1)
}

func (th *thread) mutex(i *instruction, address int64) *cell {
	if th.isPrivate(i, address, model.Int32) {
		th.refuse(i, "a mutex in thread-local memory is not supported")
	}
	r := aMutex
	if th.uses[libTryLock] {
		r = aTryMutex
	}
	c := th.find(i, address, member, r)
	if c.role == plain {
		th.fail(i, "what is locked or unlocked here is no mutex")
	}
	return c
}

func isZero(v int64) bool { return v == 0 }

func plus(d int64) func(int64) int64 { return func(v int64) int64 { return v + d } }

func (th *thread) when(c *cell, guard func(int64) bool, update func(int64) int64) int64 {
	th.changes.note()
	return th.model.When(c.variable, guard, update)
}

// whenOneOf waits for one of some values, and replaces it by the one behind it.
func (th *thread) whenOneOf(i *instruction, r []int64) int64 {
	c := th.cell(i, r[i.args[0]], i.t)
	written := map[int64]int64{}
	for k := 1; k < len(i.args); k += 2 {
		written[r[i.args[k]]] = r[i.args[k+1]]
	}
	return cut(i.t, th.when(c, func(v int64) bool { _, ok := written[cut(i.t, v)]; return ok }, func(v int64) int64 { return written[cut(i.t, v)] }))
}

// Errors of the library.
const (
	busy         = 16
	serialThread = -1
)

// The offsets of the members in what pthread.h declares, and the type of them all.
const (
	begun        = 0 // of a condition: how often threads have begun to wait, which numbers the waits,
	woken        = 4 // and a bit for each wait that is over
	arrived      = 0 // at a barrier, in all its rounds
	participants = 4 // of a round
	member       = model.Int32
)

func (th *thread) synchronise(i *instruction, arg func(int) int64) int64 {
	at := arg(0)
	if th.isPrivate(i, at, member) {
		th.refuse(i, "an object of the library in thread-local memory is not supported")
	}
	switch libraryFunction(i.sub) {
	case libTryLock:
		return th.try(th.mutex(i, at), 0, th.segment)
	case libCondWait:
		th.condWait(i, at, arg(1))
	case libCondSignal:
		th.condSignal(i, at)
	case libCondBroadcast:
		th.condBroadcast(i, at)
	case libBarrierInit:
		th.store(i, at+participants, member, arg(2))
	case libBarrierWait:
		return th.barrierWait(i, at)
	case libReadLock:
		th.when(th.cell(i, at, member), func(v int64) bool { return v >= 0 }, plus(1))
	case libWriteLock:
		th.when(th.cell(i, at, member), isZero, func(int64) int64 { return -1 })
	case libTryReadLock:
		return th.tryReadLock(i, at)
	case libTryWriteLock:
		return th.try(th.cell(i, at, member), 0, -1)
	case libUnlockShared:
		th.unlockShared(i, at)
	}
	return 0
}

// try takes a lock that is free, and does not wait.
func (th *thread) try(c *cell, free, held int64) int64 {
	if !th.model.CompareAndSwap(c.variable, free, held) {
		return busy
	}
	th.changes.note()
	return 0
}

func (th *thread) tryReadLock(i *instruction, at int64) int64 {
	c := th.cell(i, at, member)
	seen := th.model.When(c.variable, func(int64) bool { return true }, func(v int64) int64 {
		if v < 0 {
			return v
		}
		return v + 1
	})
	if seen < 0 {
		return busy
	}
	th.changes.note()
	return 0
}

func (th *thread) unlockShared(i *instruction, at int64) {
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

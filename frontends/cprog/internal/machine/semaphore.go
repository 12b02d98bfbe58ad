package machine

import (
	"math"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

// A semaphore is normally two numbers: the permits that it has ever had, and the turns that threads have taken to wait for one. A thread
// waits until there are more permits than turns before its own. Posts then commute with each other, as do the ends of waits;
// and a wait depends on the posts that its end comes after or before (rule R55). In a program in which a thread may ask for a permit without
// waiting, a semaphore is the number of permits that are left; see [code.Program.TakesTurns].

const semaphore = "semaphore"

// The offsets of the members of a semaphore.
const (
	permits = 0
	turns   = 4
	isGone  = 8 // whether it is destroyed
)

// semInit returns 0, or an error with a minus.
func (th *thread) semInit(c libraryCall) int64 {
	switch n := uint32(c.arg(2)); {
	case n > math.MaxInt32:
		return -invalid
	case n > code.MostPermits && !th.FullSemaphores:
		th.refuse(c.i, "a semaphore with %d permits is supported only where the file has that number as a constant", n)
	}
	th.initialise(th.object(c.i, c.arg(0)+permits), c.arg(2))
	if th.TakesTurns() {
		th.initialise(th.object(c.i, c.arg(0)+turns), 0)
		if th.Uses[code.LibSemDestroy] {
			th.initialise(th.object(c.i, c.arg(0)+isGone), 0)
		}
	}
	return 0
}

// semPost returns 0, or an error with a minus.
func (th *thread) semPost(c libraryCall) int64 {
	x := th.object(c.i, c.arg(0)+permits)
	th.changes.Note()
	switch {
	case th.TakesTurns():
		th.checkSemaphore(c)
		th.as(operation.Release)
		th.model.Post(x.Variable)
	case th.FullSemaphores:
		before := th.replace(x, guarded.Always, func(v int64) int64 { return min(v+1, math.MaxInt32) })
		th.checkUsable(c.i, before, semaphore)
		if before == math.MaxInt32 {
			return -overflows
		}
	default:
		th.checkUsable(c.i, th.fetch(x, operation.FetchAdd, 1), semaphore)
	}
	return 0
}

func (th *thread) semWait(c libraryCall) {
	x := th.object(c.i, c.arg(0)+permits)
	th.mayBeCancelled(c.i)
	th.mayStop(c.i, false)
	if !th.TakesTurns() {
		th.step(c.i, x, semaphore, guarded.AcquirePermit)
		return
	}
	th.checkSemaphore(c)
	next := th.object(c.i, c.arg(0)+turns)
	th.changes.Note()
	th.as(operation.Relaxed)
	turn := th.fetch(next, operation.FetchAdd, 1)
	th.as(operation.Acquire)
	th.model.AwaitAtLeast(x.Variable, turn+1)
}

// semTimedWait returns 0, or an error with a minus.
func (th *thread) semTimedWait(c libraryCall) int64 {
	x := th.object(c.i, c.arg(0)+permits)
	th.testCancel(c.i)
	return th.timed(c, -1, -timedOut, func() int64 { return th.tryStep(c.i, x, semaphore, guarded.AcquirePermit, -1) }, func() int64 {
		if th.choosesCancel(c.i) {
			th.cancelled(c.i)
		}
		th.mayStop(c.i, true)
		th.step(c.i, x, semaphore, guarded.AcquirePermit)
		return 0
	})
}

// semValue is sem_getvalue.
func (th *thread) semValue(c libraryCall) {
	x := th.object(c.i, c.arg(0)+permits)
	th.as(operation.Relaxed)
	value := th.read(x)
	th.checkUsable(c.i, value, semaphore)
	th.store(c.i, c.arg(1), member, value)
}

func (th *thread) semDestroy(c libraryCall) {
	if !th.TakesTurns() {
		th.destroy(c.i, th.object(c.i, c.arg(0)+permits), semaphore, guarded.Always)
		return
	}
	th.changes.Note()
	gone := th.object(c.i, c.arg(0)+isGone)
	th.as(operation.Relaxed)
	th.useOf(c.i, th.swap(gone, 1))
}

// checkSemaphore fails if a semaphore is destroyed whose permits do not show it.
func (th *thread) checkSemaphore(c libraryCall) {
	if !th.Uses[code.LibSemDestroy] {
		return
	}
	gone := th.object(c.i, c.arg(0)+isGone)
	th.as(operation.Relaxed)
	th.useOf(c.i, th.read(gone))
}

func (th *thread) useOf(i *code.Instruction, gone int64) {
	if gone != 0 {
		th.fail(i, "use of a %s that is destroyed", semaphore)
	}
}

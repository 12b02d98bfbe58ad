package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// A thread is cancelled at the next function at which POSIX requires it: a wait at a condition or a semaphore, a join, a sleep, or
// pthread_testcancel. Before it waits there, it chooses whether the wait ends, or the thread is cancelled before.

// canceled is the result of a thread that has been cancelled.
const canceled = -1

func (th *thread) canBeCancelled() bool {
	return th.Uses[code.LibCancel] && !th.keeps && th.segment != lineage.Root
}

func (th *thread) cancelOf(i *code.Instruction, segment int64) *image.Cell {
	return th.noteAt(i, image.CancelOf(segment))
}

// cancel is pthread_cancel.
func (th *thread) cancel(c libraryCall) int64 {
	target := c.arg(0)
	if !isThread(target) {
		th.fail(c.i, "a thread is cancelled that has not been started")
	}
	if target == lineage.Root {
		th.refuse(c.i, "main is cancelled, which is not supported")
	}
	th.changes.Note()
	th.swap(th.cancelOf(c.i, target), 1)
	return 0
}

// isCancelled reports whether the thread is to be cancelled here.
func (th *thread) isCancelled(i *code.Instruction) bool {
	return th.canBeCancelled() && th.read(th.cancelOf(i, th.segment)) != 0
}

// testCancel ends the thread if it is to be cancelled.
func (th *thread) testCancel(i *code.Instruction) {
	if th.isCancelled(i) {
		th.cancelled(i)
	}
}

// choosesCancel chooses whether a thread that is about to wait is cancelled before that is over, and then waits until it is.
func (th *thread) choosesCancel(i *code.Instruction) bool {
	if !th.canBeCancelled() || th.model.Choose(2) == 0 {
		return false
	}
	th.changes.Note()
	th.model.NoteLate()
	th.await(th.cancelOf(i, th.segment), func(v int64) bool { return v != 0 })
	return true
}

// mayBeCancelled is called before a function that waits with nothing to undo.
func (th *thread) mayBeCancelled(i *code.Instruction) {
	th.testCancel(i)
	if th.choosesCancel(i) {
		th.cancelled(i)
	}
}

// cancelled ends the thread.
func (th *thread) cancelled(i *code.Instruction) {
	th.keeps = true
	th.endThread(i, canceled)
}

// setCancelState is pthread_setcancelstate, which stores the old state.
func (th *thread) setCancelState(c libraryCall) int64 {
	if c.arg(0) != 0 && c.arg(0) != 1 {
		return invalid
	}
	before := int64(0)
	if th.keeps {
		before = 1
	}
	th.keeps = c.arg(0) == 1
	th.changes.Note()
	if c.arg(1) != 0 {
		th.store(c.i, c.arg(1), member, before)
	}
	return 0
}

// setCancelType is pthread_setcanceltype.
func (th *thread) setCancelType(c libraryCall) int64 {
	switch c.arg(0) {
	case 0:
	case 1:
		th.refuse(c.i, "a thread that can be cancelled at any moment is not supported")
	default:
		return invalid
	}
	if c.arg(1) != 0 {
		th.store(c.i, c.arg(1), member, 0)
	}
	return 0
}

// handler is a cleanup handler.
type handler struct{ function, argument int64 }

func (th *thread) pushHandler(c libraryCall) {
	th.changes.Note()
	th.handlers = append(th.handlers, handler{c.arg(0), c.arg(1)})
}

// popHandler pops a handler, and calls it if the argument is not 0.
func (th *thread) popHandler(c libraryCall) {
	last := len(th.handlers) - 1
	if last < 0 {
		th.fail(c.i, "a cleanup handler is popped where none has been pushed")
	}
	h := th.handlers[last]
	th.handlers = th.handlers[:last]
	th.changes.Note()
	if c.arg(0) != 0 {
		th.callback(c.i, h.function, h.argument)
	}
}

// callback calls a function of the program for the library.
func (th *thread) callback(i *code.Instruction, address, argument int64) {
	f := th.Functions[th.functionAt(i, address)]
	if !f.Defined {
		th.refuse(i, "function %s is not defined", f.Name)
	}
	outer := th.caller
	th.caller = nil
	th.run(f, []int64{argument})
	th.caller = outer
}

// awaitAll executes a LibAwaitAll. The process ends with its last thread, which calls what atexit has registered, and the destructors: here
// it is always main.
func (th *thread) awaitAll(c libraryCall) int64 {
	if th.segment != lineage.Root || th.JoinsMain() || th.Options.LikeGenMC {
		return 0
	}
	th.leaveCalls(c.i)
	th.joinBelow(nil)
	return 1
}

// joinBelow waits for all threads that the thread at that path has started, and theirs.
func (th *thread) joinBelow(path []int64) {
	for n := int64(1); ; n++ {
		below := append(slices.Clone(path), n)
		c, ok := th.model.ChildAt(below)
		if !ok {
			return
		}
		th.model.Join(c)
		th.joinBelow(below)
	}
}

// endThread ends the thread with a result.
func (th *thread) endThread(i *code.Instruction, result int64) {
	th.leaveCalls(i)
	th.shares(result)
	th.leaveLocals(result)
	th.leaveFrames()
	th.notesEnd(false)
	th.model.Return(result)
}

// leaveCalls calls the handlers of the thread, and then the destructors of its keys.
func (th *thread) leaveCalls(i *code.Instruction) {
	for len(th.handlers) > 0 {
		h := th.handlers[len(th.handlers)-1]
		th.handlers = th.handlers[:len(th.handlers)-1]
		th.callback(i, h.function, h.argument)
	}
	th.destroyKeys(i)
	th.leaveRobust(i)
}

// A thread that waits until a deadline stops at any moment after it has found that it has to wait, or never: a choice. As no execution
// waits forever for a deadline, one in which it does is stopped, as by a false assume.

// timed is a function that tries first, and if that fails with the result failure, either gives up, with the result late, or waits. It
// returns the error invalid, with the sign of late, for a deadline that is no time: as in glibc, a mutex alone is tried before.
func (th *thread) timed(c libraryCall, failure, late int64, try, wait func() int64) int64 {
	isLock := code.LibraryFunction(c.i.Sub) == code.LibTimedLock
	if isLock {
		if result := try(); result != failure {
			return result
		}
	}
	d := th.deadline(c)
	switch d.valid = d.valid && hasClock(c); {
	case !d.valid && late < 0:
		return -invalid
	case !d.valid:
		return invalid
	}
	if !isLock {
		if result := try(); result != failure {
			return result
		}
	}
	if th.model.Choose(2) == 1 {
		th.passes(c.i, d)
		return late
	}
	th.model.NoteLate()
	return wait()
}

func (th *thread) timedLock(c libraryCall) int64 {
	return th.timed(c, busy, timedOut, func() int64 { return th.tryLock(c) }, func() int64 { return th.lock(c.i, c.arg(0)) })
}

// mayJoinLate is what pthread_tryjoin_np, pthread_timedjoin_np and pthread_clockjoin_np do before they join: they choose whether the wait
// ends because it is late. The arguments are the thread, the clock and the deadline, if there are any.
func (th *thread) mayJoinLate(c libraryCall) int64 {
	deadlines := len(c.i.Args) > 1
	switch {
	case c.arg(0) == th.segment && deadlines:
		return wouldDeadlock
	case c.arg(0) == th.segment:
		return busy
	}
	if deadlines && c.arg(len(c.i.Args)-1) == 0 {
		return 0 // waits
	}
	if th.joinsLate = th.model.Choose(2) == 0; th.joinsLate {
		return 0
	}
	if !deadlines {
		th.late++
		return busy
	}
	d := th.deadline(c)
	if !d.valid || !hasClock(c) {
		return invalid
	}
	th.passes(c.i, d)
	return timedOut
}

// mayStop says that the next operation of the model, which waits, may end otherwise: because it is late, or the thread cancelled.
func (th *thread) mayStop(i *code.Instruction, timed bool) {
	if timed {
		th.model.NoteLate()
	}
	if th.canBeCancelled() {
		th.model.NoteUnless(th.cancelOf(i, th.segment).Variable)
	}
}

// never waits for what never happens, unless the thread is cancelled.
func (th *thread) never(i *code.Instruction) {
	th.mayBeCancelled(i)
	th.mayStop(i, false)
	th.await(th.cancelOf(i, th.segment), func(int64) bool { return false })
}

// failsForNoReason is the choice whether a weak compare-and-swap fails for no reason.
func (th *thread) failsForNoReason(libraryCall) int64 {
	fails := th.model.Choose(2)
	th.whims += int(fails)
	return fails
}

// A key is numbered by the thread that has made it. A variable for each has its destructor, or records that it is deleted; only in a
// program that deletes keys is it read where a key is used.

// deletedKey is the value of the variable of a deleted key. No function has that address.
const deletedKey = -1

// createKey is pthread_key_create.
func (th *thread) createKey(c libraryCall) int64 {
	key, ok := image.KeyOf(th.segment, int64(th.keys)+1)
	if !ok {
		th.refuse(c.i, "a thread that makes more than %d keys, or is started by a long chain of threads, is not supported", image.MostKeys)
	}
	th.keys++
	th.changes.Note()
	th.write(th.noteAt(c.i, image.DestructorOf(key)), c.arg(1))
	th.store(c.i, c.arg(0), member, key)
	return 0
}

// deleteKey is pthread_key_delete: no destructor is called from now on.
func (th *thread) deleteKey(c libraryCall) int64 {
	th.changes.Note()
	if th.swap(th.keyAt(c), deletedKey) == deletedKey {
		return invalid
	}
	return 0
}

func (th *thread) keyAt(c libraryCall) *image.Cell {
	return th.noteAt(c.i, image.DestructorOf(keyOf(c)))
}

func keyOf(c libraryCall) int64 { return code.Cut(operation.Uint32, c.arg(0)) }

func (th *thread) isDeleted(c libraryCall) bool {
	return th.Uses[code.LibDeleteKey] && th.read(th.keyAt(c)) == deletedKey
}

// setSpecific is pthread_setspecific.
func (th *thread) setSpecific(c libraryCall) int64 {
	if th.isDeleted(c) {
		return invalid
	}
	if th.specific == nil {
		th.specific = map[int64]int64{}
	}
	th.changes.Note()
	th.specific[keyOf(c)] = c.arg(1)
	return 0
}

// getSpecific is pthread_getspecific.
func (th *thread) getSpecific(c libraryCall) int64 {
	if th.isDeleted(c) {
		return 0
	}
	return th.specific[keyOf(c)]
}

// mostRounds is how often destructors are called for a key that gets values again.
const mostRounds = 4

// destroyKeys calls the destructors of the thread's keys that have a value, in the order in which the keys were made.
func (th *thread) destroyKeys(i *code.Instruction) {
	for range mostRounds {
		called := false
		for _, key := range slices.Sorted(maps.Keys(th.specific)) {
			v := th.specific[key]
			if v == 0 {
				continue
			}
			if destructor := th.read(th.noteAt(i, image.DestructorOf(key))); destructor > 0 {
				th.specific[key], called = 0, true
				th.callback(i, destructor, v)
			}
		}
		if !called {
			return
		}
	}
}

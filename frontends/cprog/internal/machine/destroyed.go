package machine

import (
	"math"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
	"dporbench/model/operation"
)

// destroyed is the value of a destroyed library object's variable: that of a mutex, the first one of a
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

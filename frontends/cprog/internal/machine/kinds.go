package machine

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/guarded"
)

// In a program with mutexes that are recursive or check for errors, the variable of a mutex holds its kind, the thread
// that holds it, and how many more times that thread has locked it.
const (
	recursive  = 1
	kindShift  = 56
	againUnit  = 1 << segmentBits
	holderMask = againUnit - 1
)

// Errors of the library.
const (
	notPermitted  = 1
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

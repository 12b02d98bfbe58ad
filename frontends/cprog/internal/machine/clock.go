package machine

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/operation"
)

// The clock stands still while threads run. It moves while one sleeps, and where a deadline passes. So a thread that reads it finds at least
// the time that it, and whatever is before it, has slept, and no execution depends on how fast a machine is. It is a variable in a program
// that reads it and in which it moves.

// Times are in nanoseconds.
const (
	second        = 1_000_000_000
	realBegun     = 1_700_000_000 * second // when a program begins, by the clock of the day
	monotonic     = 1_000 * second         // likewise, by the other clocks
	betweenClocks = realBegun / 2          // a deadline before it is by one of these
)

func (th *thread) clock(i *code.Instruction) *image.Cell { return th.noteAt(i, image.Clock()) }

// clockMoves reports whether the program reads the clock, and it moves.
func (th *thread) clockMoves() bool {
	if !th.Uses[code.LibNow] {
		return false
	}
	for _, f := range []code.LibraryFunction{
		code.LibSleep, code.LibMicroSleep, code.LibNap, code.LibTimedLock, code.LibTimedReadLock, code.LibTimedWriteLock, code.LibTimedWait, code.LibSemTimedWait, code.LibTimedJoin,
	} {
		if th.Uses[f] {
			return true
		}
	}
	return false
}

// now is __cprog_now: the time since the program began.
func (th *thread) now(c libraryCall) int64 {
	if !th.clockMoves() {
		return 0
	}
	if th.section.depth > 0 {
		th.refuse(c.i, "an atomic section that reads the clock is not supported where threads sleep")
	}
	x := th.clock(c.i)
	th.as(operation.Relaxed)
	return th.read(x)
}

// sleep does not count as a change: a loop that waits may sleep.
func (th *thread) sleep(i *code.Instruction, n int64) {
	th.testCancel(i)
	th.moveClock(i, operation.FetchAdd, n)
}

func (th *thread) moveClock(i *code.Instruction, op operation.FetchOp, n int64) {
	if !th.clockMoves() || n <= 0 {
		return
	}
	x := th.clock(i)
	th.as(operation.Relaxed)
	th.fetch(x, op, n)
}

// deadline is when a wait may end: since the program began, or before.
type deadline struct {
	at    int64
	valid bool // whether it is a time
}

// deadline loads the last argument of c.
func (th *thread) deadline(c libraryCall) deadline {
	address := c.arg(len(c.i.Args) - 1)
	seconds, rest := th.load(c.i, address, operation.Int64), th.load(c.i, address+8, operation.Int64)
	if rest < 0 || rest >= second {
		return deadline{}
	}
	const farthest = 1 << 33 // seconds; a later deadline would overflow
	at := min(max(seconds, 0), farthest)*second + rest
	if at < betweenClocks {
		return deadline{at - monotonic, true}
	}
	return deadline{at - realBegun, true}
}

// hasClock reports whether the clock that a call names, if it does, is one for deadlines.
func hasClock(c libraryCall) bool {
	arguments := 2 // without a clock
	switch code.LibraryFunction(c.i.Sub) {
	case code.LibTimedWait:
		arguments = 3
	}
	if len(c.i.Args) == arguments {
		return true
	}
	clock := c.arg(len(c.i.Args) - 2)
	return clock == 0 || clock == 1
}

// passes says that the thread has waited until d.
func (th *thread) passes(i *code.Instruction, d deadline) {
	th.late++
	th.moveClock(i, operation.FetchMax, d.at)
}

package machine

import (
	"time"

	"dporbench/frontends/goprog/translation"
)

// An iteration that changes nothing is repeated until another goroutine changes what it has read. There is then an execution in which it has read
// the changed value already, so the goroutine stops. It does so after the second such iteration if others can see the first one:
// it has written to memory that it then restored, or has let time pass.
//
// Where timers fire only when nothing else can move, such an execution exists only if the change comes before the next timer fires. So the
// goroutine waits until time passes instead, and then repeats the iteration.

// isIdle reports whether the last iteration of a loop has changed nothing.
func (fr *Frame) isIdle(blk *Block, l *iterations) bool {
	th := fr.Th
	if th.spawned != l.spawned || !fr.unchanged(blk, l.phis) {
		return false
	}
	same, transient := th.leftAsItWas(l.began, l.writes)
	if !same {
		return false
	}
	if l.idle++; transient {
		l.idle |= transientIdle
	}
	return true
}

// transientIdle marks the number of idle iterations if others could see the last one.
const transientIdle = 1 << 30

// mostWaited bounds the time that a single iteration of a loop that looks at the clock lets pass: a millisecond, doubled that often.
const mostWaited = 40

// repeats is called where the last iterations have changed nothing.
func (fr *Frame) repeats(blk *Block, l *iterations, events int) {
	th := fr.Th
	transient := l.idle&transientIdle != 0
	l.idle &^= transientIdle
	late := th.Gen.TimersLast
	switch {
	case th.history.looked >= l.began:
		th.placeLoop(blk, fr.code.Quiet)
		th.Sleep(int64(time.Millisecond) << min(l.idle, mostWaited))
		fr.goesOn(blk, l)
	case transient && l.idle < 2:
		fr.goesOn(blk, l)
	case late && th.pollsInTime():
		th.placeLoop(blk, fr.code.Quiet)
		th.awaitTime(events)
	default:
		th.stopAt(blk, fr.code.Quiet, events)
	}
}

func (th *Thread) placeLoop(blk *Block, quiet bool) {
	if !quiet {
		th.at = blk.At
	}
}

// pollsInTime finds out that a program sets timers, and has loops that repeat iterations that change nothing.
func (th *Thread) pollsInTime() bool {
	im := th.Gen.Image
	im.polled.Store(true)
	th.findPolls()
	return im.polls.Load()
}

func (th *Thread) findPolls() {
	im := th.Gen.Image
	if im.TimersLast && im.setsTimers.Load() && im.polled.Load() && im.polls.CompareAndSwap(false, true) {
		th.outdate(translation.Fact{Kind: translation.Polled}, "the program sets timers, and has loops that wait")
	}
}

// Repeats is the statement of a goroutine that repeats an iteration once time has passed.
const Repeats = "repeat this loop once time has passed"

// awaitTime waits until time passes, after an iteration with that many events.
func (th *Thread) awaitTime(events int) {
	g := th.Gen
	now := g.clockOf(th.State(g.clockCell())).now
	th.effect = NoEffect
	variable := th.waitsForClock(Repeats)
	th.polls = events + 1
	th.t.Await(variable, func(word int64) bool { return g.clockOf(word).now != now })
	th.effect = NoEffect
}

package machine

import (
	"slices"
	"time"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
)

// history lists the changes that a goroutine makes in loops: of memory that it alone reaches, and of shared memory. An iteration that has
// changed nothing is recognised by it. Iterations are numbered in the order in which they begin, and so are the moments at which objects and calls
// are made.
type history struct {
	now    int64       // the number of the last iteration
	own    []ownChange // of memory that no other goroutine reaches: later ones are of newer objects
	writes [mostWrites]write
	count  int   // of writes so far, of which the last ones are kept
	looked int64 // the iteration in which the clock was read last
	failed int64 // the iteration in which a CompareAndSwap failed last
	stored int64 // the iteration in which the goroutine last stored to older memory that no other goroutine reaches, whatever was there before
}

// mostWrites bounds the writes to shared memory in an iteration that is recognised.
const mostWrites = 64

// ownChange is a change in an iteration, of something made in an earlier one.
type ownChange struct{ during, made int64 }

// write is an event that has written to a variable: a cell of a record, or the state of a group of channels.
type write struct {
	word          int64
	off           int
	group         *memory.Group
	before, after int64
	blind         bool // others may have written between before and the write
	known         bool // before is known
	read          bool // it is only a read
	lock          bool // to take or free a lock: nobody sees that a lock was taken for a while
	sleep         bool // it has set the alarm of a sleep, which is over
}

func (w *write) sameVariable(v *write) bool {
	return w.word == v.word && w.off == v.off && w.group == v.group
}

// repeats begins an iteration.
func (th *Thread) repeats() *history {
	if th.history == nil {
		if th.history, _ = th.Gen.histories.Get().(*history); th.history == nil {
			th.history = &history{}
		}
	}
	th.history.now++
	return th.history
}

// keepHistory keeps the memory of the history for other goroutines.
func (th *Thread) keepHistory() {
	if h := th.history; h != nil {
		h.now, h.own, h.count, h.looked, h.failed, h.stored = 0, h.own[:0], 0, 0, 0, 0 // clearing the writes would cost more
		th.Gen.histories.Put(h)
		th.history = nil
	}
}

// made is the number by which changes of an object made now are judged.
func (th *Thread) made() int64 {
	if th.history == nil {
		return 0
	}
	return th.history.now
}

// Changes notes a change that only the goroutine itself sees, of something that it has had for long: of its deferred calls, of an iterator.
func (th *Thread) Changes() { th.changesSince(0) }

// changesSince notes a change of something made during that iteration.
func (th *Thread) changesSince(made int64) {
	h := th.history
	if h == nil || th.probing {
		return
	}
	for n := len(h.own); n > 0 && h.own[n-1].made >= made; n-- {
		h.own = h.own[:n-1]
	}
	h.own = append(h.own, ownChange{h.now, made})
}

// replaces notes that a cell of an object that nobody else reaches gets another value.
func (th *Thread) replaces(o *object, old, v value) {
	h := th.history
	if h == nil {
		return
	}
	if o.Made < h.now {
		h.stored = h.now
	}
	if !memory.Identical(old, v) {
		th.changesSince(o.Made)
	}
}

// wrote notes a write to shared memory.
func (th *Thread) wrote(w write) {
	if h := th.history; h != nil {
		*h.at(h.count) = w
		h.count++
	}
}

// stored notes a store to shared memory, which does not show the value that it replaces: if the goroutine has read or written the cell lately, it is taken
// for that.
func (th *Thread) stored(rec *record, off int, word int64) {
	h := th.history
	if h == nil {
		return
	}
	w := write{word: rec.Word, off: off, after: word, blind: true}
	for i := h.count - 1; i >= max(0, h.count-mostWrites) && !w.known; i-- {
		if last := h.at(i); last.sameVariable(&w) {
			w.before, w.known = last.after, true
		}
	}
	th.wrote(w)
}

// loaded notes a read of shared memory.
func (th *Thread) loaded(rec *record, off int, word int64) {
	if th.history != nil {
		th.wrote(write{word: rec.Word, off: off, before: word, after: word, read: true})
	}
}

func (th *Thread) wroteCell(rec *record, off int, before, after int64) {
	th.wrote(write{word: rec.Word, off: off, before: before, after: after})
}

// Locks notes that the last write has taken or freed a lock.
func (th *Thread) Locks() {
	if h := th.history; h != nil && h.count > 0 && th.open {
		h.at(h.count - 1).lock = true
	}
}

// sleeps notes that the last write has begun a sleep, which is over.
func (th *Thread) sleeps() {
	if h := th.history; h != nil && h.count > 0 {
		h.at(h.count - 1).sleep = true
	}
}

// at returns the nth write, which must still be kept.
func (h *history) at(n int) *write { return &h.writes[n%mostWrites] }

// wroteSince reports whether the writes from the nth to that before end have written to the variable of w.
func (h *history) wroteSince(n, end int, w *write) bool {
	for ; n < end; n++ {
		if earlier := h.at(n); !earlier.read && !earlier.sleep && earlier.sameVariable(w) {
			return true
		}
	}
	return false
}

// ownSince reports whether something older than an iteration has changed since it began.
func (h *history) ownSince(began int64) bool {
	i, _ := slices.BinarySearchFunc(h.own, began, func(c ownChange, t int64) int { return int(c.during - t) })
	return i < len(h.own) && h.own[i].made < began
}

// leftAsItWas reports whether an iteration that began then, after that many writes, has changed nothing: whatever it has written it has
// written back, and nobody else has written there in between. A sleep changes nothing, unless the iteration has read the clock.
// A goroutine that prepares memory of its own, and then fails to swap it in, is not about to wait: others have made progress.
// transient says that others could have seen its writes.
func (th *Thread) leftAsItWas(began int64, count int) (same, transient bool) {
	h := th.history
	if h.count-count > mostWrites || h.ownSince(began) || h.failed >= began && h.stored >= began {
		return false, false
	}
	for i := count; i < h.count; i++ {
		first := h.at(i)
		switch {
		case first.sleep && h.looked >= began:
			return false, false
		case first.sleep:
			transient = true
			continue
		case first.read || h.wroteSince(count, i, first):
			continue
		}
		last, blind, ok := h.lastOf(i)
		if !ok || first.blind && !first.known || first.before != last.after {
			return false, false
		}
		transient = transient || blind || first.before != first.after && (!first.lock || th.Gen.Tries)
	}
	return true, transient
}

// lastOf returns the last write to the variable of the nth. It reports whether one of them was blind, and fails if another goroutine has written in
// between.
func (h *history) lastOf(n int) (last *write, blind, ok bool) {
	last = h.at(n)
	blind = last.blind
	for k := n + 1; k < h.count; k++ {
		w := h.at(k)
		switch {
		case w.read || w.sleep || !w.sameVariable(last):
			continue
		case w.blind:
			blind = true
		case w.before != last.after:
			return nil, false, false
		}
		last = w
	}
	return last, blind, true
}

// An iteration that changes nothing is repeated until another goroutine writes to a variable that it has read. There is then an execution in which it has
// read the new value already, so the goroutine stops. It does so after the second such iteration if others can see the first one:
// it has written to memory that it then restored, or has let time pass.
//
// Where timers fire, or cleanups run, only when nothing else can move, such an execution exists only if the change comes before that. So the
// goroutine waits until time passes instead, or an object is found to be unreachable, and then repeats the iteration.

// isIdle reports whether the last iteration of a loop has changed nothing; transient says that others could have seen its writes.
func (fr *Frame) isIdle(blk *Block, l *iterations) (is, transient bool) {
	if fr.Th.spawned != l.spawned || !fr.unchanged(blk, l.phis) {
		return false, false
	}
	return fr.Th.leftAsItWas(l.began, l.writes)
}

// mostWaited bounds the time that a single iteration of a loop that looks at the clock lets pass: a millisecond, doubled that often.
const mostWaited = 40

// repeats is called where the last iterations have changed nothing. The last one had a number of events, and is transient if others could have seen its writes.
func (fr *Frame) repeats(blk *Block, l *iterations, events int, transient bool) {
	th := fr.Th
	l.idle++
	switch {
	case th.history.looked >= l.began:
		th.placeLoop(blk, fr.code.Quiet)
		th.Sleep(int64(time.Millisecond) << min(l.idle, mostWaited))
		fr.goesOn(blk, l)
	case transient && l.idle < 2:
		fr.goesOn(blk, l)
	case (th.Gen.TimersLast || th.Gen.Cleans()) && th.pollsInTime():
		th.placeLoop(blk, fr.code.Quiet)
		th.awaitTime(events)
	default:
		th.stopAt(blk, fr.code.Quiet, events)
	}
}

func (th *Thread) placeLoop(blk *Block, quiet bool) {
	if !quiet {
		th.at = &blk.At
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
	if (im.TimersLast && im.setsTimers.Load() || im.Cleans()) && im.polled.Load() && im.polls.CompareAndSwap(false, true) {
		th.outdate(translation.Fact{Kind: translation.Polled}, "the program sets timers or cleanups, and has loops that wait")
	}
}

// Repeats is the statement of a goroutine that repeats an iteration once time has passed.
const Repeats = "repeat this loop once time has passed"

// awaitTime waits until time passes, after an iteration with that many events.
func (th *Thread) awaitTime(events int) {
	g := th.Gen
	before := g.clockOf(th.State(g.clockCell()))
	th.syncsNothing()
	variable := th.waitsForClock(Repeats)
	th.polls = events + 1
	th.t.Await(variable, func(word int64) bool {
		c := g.clockOf(word)
		return c.now != before.now || c.found != before.found
	})
	th.effect = NoEffect
}

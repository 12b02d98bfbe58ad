package machine

import (
	"maps"
	"slices"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// The local state of a goroutine is everything that its future depends on besides the values that operations will return: where its calls are,
// the registers that may still be read, the memory that no other goroutine reaches, and counters that name what it will make. A
// native describes itself by its arguments and by the results of its operations; what it keeps in Go variables follows from these. After a
// panic, goroutines do not describe themselves any more.

// locality is the part of a Thread from which its local state is found.
type locality struct {
	describes bool        // an explorer asks for local states
	panicked  bool        // a panic has been recovered from
	since     since       // the last instruction of the current call
	kept      []call      // values that the body keeps in Go variables
	retracts  memory.Mark // of a CompareAndSwap that has not returned
	looks     int         // how often the clock has been read
}

// since is a summary of what has been returned to a call since its last instruction, or to a native since it was called.
type since struct {
	results uint64
	vague   bool // memory of the goroutine's own is among it, or something that is not described
}

// located is the place of a Frame in its code.
type located struct {
	block, op int
	outer     since // of the caller when it made the call
}

// entered describes a native when it was called.
type entered struct {
	outer  since
	given  uint64 // a hash of the arguments as they were
	frames int    // the calls of functions that had not returned
}

// runLocated executes the instructions of a block.
func (fr *Frame) runLocated(b int, blk *Block) {
	th := fr.Th
	for k, op := range blk.Ops {
		fr.block, fr.op, th.since = b, k, since{}
		op(fr)
	}
	fr.block, fr.op, th.since = b, len(blk.Ops), since{}
}

// iterateLocated is iterate where local states are described. Loops are not stopped where an iteration has changed nothing: their states
// show that they do not end.
func (fr *Frame) iterateLocated(blk *Block, l *iterations) {
	th := fr.Th
	switch {
	case !blk.Back[fr.prev]:
		l.n = 0
	case th.events > l.events && th.Gen.Limits.Unroll > 0:
		if l.n++; l.n == th.Gen.Limits.Unroll {
			th.Gen.Model.NoteBound(blk.At)
			th.stopAt(blk, fr.code.Quiet, 0)
		}
	}
	if blk.Back[fr.prev] && blk.Waits && th.looks > l.looks {
		th.at = blk.At
		th.Refuse("this loop reads the clock, and may go on until time has passed, which is not decided by states")
	}
	l.events, l.looks = th.events, th.looks
}

// enter is called when a native is.
func (c *call) enter(th *Thread) {
	h := &localHash{}
	h.all(c.args)
	c.entered = entered{th.since, h.sum, th.depth}
	th.since = since{vague: h.vague}
}

// returned returns s, of the caller, after a call that has returned v.
func (s since) returned(th *Thread, v value) since {
	h := &localHash{sum: s.results, vague: s.vague || th.since.vague}
	h.put(th.since.results)
	h.value(v)
	return since{h.sum, h.vague || len(h.seen) > 0}
}

// outcome returns s after a step at a channel.
func (s since) outcome(o *guarded.Outcome) since {
	h := &localHash{sum: s.results}
	h.numbers(o.Chosen, o.Value, memory.Bool(o.OK).N, memory.Bool(o.Panics).N, memory.Bool(o.Waits).N, o.Waiter, int64(len(o.Ready)))
	for _, n := range o.Ready {
		h.numbers(int64(n))
	}
	return since{h.sum, s.vague}
}

// Keeps notes values that the body keeps in Go variables until it ends.
func (th *Thread) Keeps(vs ...value) {
	if th.describes {
		c := call{args: vs}
		c.enter(th)
		th.kept = append(th.kept, c)
	}
}

// localState returns a hash of the local state, or 0 if it is not described; see [front.Thread.Local].
func (th *Thread) localState() uint64 {
	if th.panicked || th.since.vague || th.history != nil {
		return 0
	}
	h := &localHash{}
	h.numbers(th.path, th.spawned, int64(th.random))
	h.numbers(th.publisher.Since(th.retracts))
	h.text(th.started)
	for fr := th.top; fr != nil; fr = fr.up {
		h.frame(fr)
	}
	for _, c := range slices.Concat(th.natives, th.kept) {
		h.native(&c)
	}
	h.put(th.since.results)
	h.thread(th)
	if h.vague {
		return 0
	}
	return h.sum | 1
}

// frame adds a call.
func (h *localHash) frame(fr *Frame) {
	h.text(fr.code.ID)
	h.numbers(int64(fr.block), int64(fr.op))
	live := fr.code.Live()
	if all := live.Registers[fr.block]; all == nil {
		h.all(fr.R)
		h.value(fr.Result)
	} else {
		for _, r := range all[fr.op] {
			h.numbers(int64(r))
			h.value(fr.R[r])
		}
	}
	h.numbers(int64(len(fr.defers)))
	for _, d := range fr.defers {
		h.text(d.id)
		h.all(d.args)
		h.closure(d.f)
	}
	for _, n := range live.Loops[fr.block] {
		h.loop(fr, n)
	}
	h.put(fr.outer.results)
	h.vague = h.vague || fr.outer.vague || fr.pending != nil
}

// loop adds loop n, in which a call is.
func (h *localHash) loop(fr *Frame, n int) {
	if n > len(fr.loops) {
		return
	}
	l, th := &fr.loops[n-1], fr.Th
	h.numbers(memory.Bool(th.events > l.events).N, memory.Bool(th.looks > l.looks).N)
	if th.Gen.Limits.Unroll > 0 {
		h.numbers(int64(l.n))
	}
}

// native adds the call of a native, or what the body keeps.
func (h *localHash) native(c *call) {
	if c.code != nil {
		h.text(c.code.ID)
	}
	h.numbers(int64(c.frames))
	h.put(c.given)
	h.all(c.args)
	h.put(c.outer.results)
	h.vague = h.vague || c.outer.vague
}

// thread adds what natives keep in the thread.
func (h *localHash) thread(th *Thread) {
	h.all(th.Cleanups)
	h.numbers(int64(len(th.Parallel)))
	for _, s := range th.Parallel {
		h.all([]value{s.Says, s.Continues})
	}
	if s := th.Subtest; s != nil {
		h.all([]value{s.Says, s.Continues})
	}
	for _, name := range slices.Sorted(maps.Keys(th.Subtests)) {
		h.text(name)
		h.numbers(int64(th.Subtests[name]))
	}
	for _, s := range slices.SortedFunc(maps.Keys(th.own), func(a, b *memory.Site) int { return strings.Compare(a.ID, b.ID) }) {
		h.text(s.ID)
		h.value(th.own[s])
	}
	h.numbers(int64(len(th.groups)))
	for _, g := range th.groups {
		h.object(g.o)
		h.numbers(int64(g.off), g.added, memory.Bool(g.published).N, int64(len(g.numbers)))
		h.numbers(g.numbers...)
	}
	h.value(th.part)
	h.numbers(memory.Bool(th.done).N)
}

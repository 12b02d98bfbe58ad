package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/event"
	"dporbench/model/guarded"
)

// The local state of a goroutine is everything that its future depends on besides the values that operations will return: where its calls are,
// the registers that may still be read, the memory that no other goroutine reaches, and counters that name the objects it will make. A
// native describes itself by its arguments and by the results of its operations; its Go variables follow from these. After a
// panic, goroutines do not describe themselves any more. Which goroutine it is, and how many it has
// started, are no part of it: goroutines are symmetric (see [front.Program.DeclareSymmetry]).

// locality is the part of a Thread from which its local state is found.
type locality struct {
	describes bool  // an explorer asks for local states
	located   bool  // calls note where they are
	panicked  bool  // a panic has been recovered from
	since     since // the last instruction of the current call
	looks     int   // how often the clock has been read
}

// since is a summary of the values that have been returned to a call since its last instruction, or to a native since it was called.
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

// Liveness says which registers of a Code may still be read.
type Liveness struct {
	Registers [][][]int // by block and instruction
	Across    [][][]int // the same after the instruction has read its operands, while a call that it makes has not returned
	Ends      [][]int   // the same at the ends of blocks
	Loops     [][]int   // the numbers of the loops in which each block is
	Loaded    []bool    // by register: it has the address of a captured variable, and is only used to load its value
	Vague     bool      // it is not known: other functions defer calls in the name of this one
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
		th.at = &blk.At
		th.Refuse("this loop reads the clock, and may go on until time has passed, which is not decided by states")
	}
	l.events, l.looks = th.events, th.looks
}

// enter is called when a native is.
func (c *call) enter(th *Thread) {
	given := &memory.LocalHash{}
	given.All(c.args)
	c.entered = entered{th.since, given.Sum, th.depth}
	th.since = since{vague: given.Vague}
}

// returned returns s, of the caller, after a call that has returned v.
func (s since) returned(th *Thread, v value) since {
	h := &memory.LocalHash{Hash: event.Hash{Sum: event.Mix(s.results, th.since.results)}, Vague: s.vague || th.since.vague}
	h.Value(v)
	return since{h.Sum, h.Vague || h.OwnMemory()}
}

// outcome returns s after a step at a channel.
func (s since) outcome(o *guarded.Outcome) since {
	h := &memory.LocalHash{Hash: event.Hash{Sum: s.results}}
	h.Numbers(o.Chosen, o.Value, memory.Bool(o.OK).N, memory.Bool(o.Panics).N, memory.Bool(o.Waits).N, o.Waiter, int64(len(o.Ready)))
	for _, n := range o.Ready {
		h.Numbers(int64(n))
	}
	return since{h.Sum, s.vague}
}

// Forgetting calls f, whose caller keeps nothing in Go variables of the values that are returned to f.
func (th *Thread) Forgetting(f func()) {
	vague := th.since.vague
	f()
	th.since.vague = vague
}

// localState returns a hash of the local state, or 0 if it is not described; see [front.Thread.Local].
func (th *Thread) localState() uint64 {
	if th.panicked || th.since.vague || th.history != nil {
		return 0
	}
	h := &memory.LocalHash{}
	h.Numbers(int64(th.random))
	h.Numbers(th.publisher.Count())
	for fr := th.top; fr != nil; fr = fr.up {
		fr.describe(h)
	}
	for _, c := range th.natives {
		c.describe(h)
	}
	h.Put(th.since.results)
	th.describeNatives(h)
	if h.Vague {
		return 0
	}
	return h.Sum | 1
}

// describe adds a call.
func (fr *Frame) describe(h *memory.LocalHash) {
	h.Text(fr.code.ID)
	h.Numbers(int64(fr.block))
	h.Numbers(int64(fr.op))
	live := fr.code.Live()
	h.Vague = h.Vague || live.Vague
	if at := live.Registers[fr.block]; fr.op < len(at) { // otherwise it stops for good, at a loop
		for _, r := range at[fr.op] {
			h.Register(fr.R[r], live.Loaded[r])
		}
	}
	h.Numbers(int64(len(fr.defers)))
	for _, d := range fr.defers {
		h.Text(d.id)
		h.All(d.args)
		h.Closure(d.f)
	}
	for _, n := range live.Loops[fr.block] {
		fr.describeLoop(h, n)
	}
	h.Put(fr.outer.results)
	h.Vague = h.Vague || fr.outer.vague
}

// describeLoop adds loop n, in which a call is.
func (fr *Frame) describeLoop(h *memory.LocalHash, n int) {
	if n > len(fr.loops) {
		return
	}
	l, th := &fr.loops[n-1], fr.Th
	h.Numbers(memory.Bool(th.looks > l.looks).N)
	if th.Gen.Limits.Unroll > 0 {
		h.Numbers(int64(l.n))
	}
}

// describe adds the call of a native.
func (c *call) describe(h *memory.LocalHash) {
	h.Text(c.code.ID)
	h.Numbers(int64(c.frames))
	h.Put(c.given)
	h.All(c.args)
	h.Put(c.outer.results)
	h.Vague = h.Vague || c.outer.vague
}

// describeNatives adds the values that natives keep in the thread, unless they follow from the rest of the state: subtests that wait for their
// test are stopped there, a goroutine that has called Done for the WaitGroup for which it was started has no event left, and the contents
// of caches can be computed again.
func (th *Thread) describeNatives(h *memory.LocalHash) {
	h.All(th.Cleanups)
	h.All(th.Seeds)
	m := th.Manner
	h.Numbers(memory.Bool(m.Parallel).N, memory.Bool(m.Within).N, memory.Bool(m.Alone).N)
	if b := th.Bubble; b != nil {
		h.Numbers(b.Start, b.id)
	}
	for _, name := range slices.Sorted(maps.Keys(th.Subtests)) {
		h.Text(name)
		h.Numbers(int64(th.Subtests[name]))
	}
	h.Numbers(int64(len(th.groups)))
	for _, g := range th.groups {
		h.Object(g.o)
		h.Numbers(int64(g.off))
		h.Numbers(g.added)
		h.Numbers(memory.Bool(g.published).N)
		h.Numbers(int64(len(g.children)))
	}
	h.Value(th.part)
}

package machine

import (
	"slices"

	"dporbench/frontends/goprog/internal/memory"
)

// Frame is a call.
type Frame struct {
	Th      *Thread
	code    *Code
	up      *Frame // of the caller
	R       []value
	prev    int // the block before
	Result  value
	defers  []deferred
	pending *Panic // while deferred functions run
	by      *Frame // whose deferred function this is
	loops   []iterations
	made    int64   // the iteration in which it was called; see history
	called  *string // the line of the call
	located
}

// iterations describe a loop since it was entered.
type iterations struct {
	n        int     // iterations that had events
	starting int     // iterations that started goroutines
	idle     int     // the last iterations, which changed nothing
	events   int     // of the thread when the last iteration began
	spawned  int64   // the goroutines that the thread had started then
	phis     []value // of the loop then, as far as they matter
	began    int64   // the number of the iteration
	writes   int     // of the thread when it began
	looks    int     // readings of the clock then; see locality
}

// Call calls a function value.
func (th *Thread) Call(c *memory.Closure, args []value) value { return th.call(c, args, nil) }

func (th *Thread) call(c *memory.Closure, args []value, by *Frame) value {
	if c == nil {
		th.NilDereference()
	}
	return th.execute(c.Fn.(*Function).Code(), c.Bindings, args, by)
}

// CallFunction calls a function that captures nothing.
func (th *Thread) CallFunction(f *Function, args []value) value {
	return th.execute(f.Code(), nil, args, nil)
}

// CallStatic calls a function that captures nothing with operands of the frame.
func (fr *Frame) CallStatic(f *Function, args []Operand) value {
	c := f.Code()
	if c.Native != nil {
		return fr.Th.native(c, fr.All(args))
	}
	called := fr.Th.enter(c, nil)
	for i, o := range args {
		called.R[i] = fr.Get(o)
	}
	return called.finish()
}

func (th *Thread) execute(c *Code, bindings, args []value, by *Frame) value {
	if c.Native != nil {
		return th.native(c, slices.Concat(args, bindings))
	}
	fr := th.enter(c, by)
	copy(fr.R, args)
	copy(fr.R[c.Params:], bindings)
	return fr.finish()
}

// enter begins a call.
func (th *Thread) enter(c *Code, by *Frame) *Frame {
	if th.depth++; th.depth > th.Gen.Limits.Depth {
		th.Refuse("more than %d calls inside each other", th.Gen.Limits.Depth)
	}
	fr := th.frame(c.Registers)
	fr.code, fr.up, fr.by, fr.called = c, th.top, by, th.at
	th.top = fr
	if th.describes {
		fr.outer, th.since = th.since, since{}
	}
	return fr
}

// frame returns a frame with that many registers, reusing that of a call that has returned if possible.
func (th *Thread) frame(registers int) *Frame {
	fr := th.spare
	if fr == nil {
		return &Frame{Th: th, R: make([]value, registers), prev: -1, made: th.made()}
	}
	th.spare = fr.up
	if registers > cap(fr.R) {
		fr.R = make([]value, registers)
	}
	fr.R = fr.R[:registers] // all zero: see leave
	fr.Th, fr.prev, fr.loops, fr.made = th, -1, fr.loops[:0], th.made()
	return fr
}

// leave makes the frame of a call that is over available to the next one. Calls that it has deferred may hold one.
func (th *Thread) leave(fr *Frame) {
	if !fr.code.Defers {
		clear(fr.R)
		fr.Result = value{}
		fr.up, th.spare = th.spare, fr
	}
}

// keepFrames keeps the frames of a thread that is over, for others.
func (g *Generation) keepFrames(th *Thread) {
	for fr := th.top; fr != nil; {
		up := fr.up
		th.leave(fr)
		fr = up
	}
	th.keepHistory()
	if th.top = nil; th.spare != nil {
		g.frames.Put(th.spare)
	}
}

// finish executes a call that has been entered.
func (fr *Frame) finish() value {
	th, c := fr.Th, fr.code
	var v value
	if c.Defers {
		v = fr.runDeferring()
	} else {
		v = fr.run(0)
	}
	th.at = fr.called
	th.depth--
	th.top = fr.up
	if th.describes {
		th.since = fr.outer.returned(th, v)
	}
	th.leave(fr)
	return v
}

// call is a call of a native.
type call struct {
	code *Code
	args []value
	entered
}

func (th *Thread) native(c *Code, args []value) value {
	n := len(th.natives)
	th.natives = append(th.natives, call{code: c, args: args})
	if th.describes {
		th.natives[n].enter(th)
	}
	v := c.Native(th, args)
	if th.describes {
		th.since = th.natives[n].outer.returned(th, v)
	}
	th.natives = th.natives[:n]
	return v
}

// run executes the code from block b until it returns.
func (fr *Frame) run(b int) value {
	th := fr.Th
	for {
		blk := &fr.code.Blocks[b]
		if th.steps += len(blk.Ops) + 1; th.steps > th.Gen.Limits.Steps {
			th.endless()
		}
		if blk.Phis != nil {
			fr.merge(blk)
		}
		if blk.Loop > 0 && th.t != nil {
			if th.located && !th.describes {
				fr.block, fr.op = b, 0
			}
			fr.iterate(blk)
		}
		if th.located {
			fr.runLocated(b, blk)
		} else {
			for _, op := range blk.Ops {
				op(fr)
			}
		}
		next := blk.Next(fr)
		if next < 0 {
			return fr.Result
		}
		fr.prev, b = b, next
	}
}

// merge sets the registers of the Phis, all at once.
func (fr *Frame) merge(blk *Block) {
	var few [8]value
	got := few[:0]
	for _, o := range blk.From[fr.prev] {
		got = append(got, fr.Get(o))
	}
	for i, v := range got {
		fr.R[blk.Phis[i]] = v
	}
}

// These bound loops that are not bounded otherwise. Time and memory grow with the square of the number of goroutines, so loops
// that start some in each iteration may have fewer iterations.
const (
	mostIterations = 1000
	mostStarting   = 200
)

// iterate is called at the start of an iteration of a loop. A thread stops, or waits, where the last iteration has changed nothing, and stops where
// the new one would be one too many of those that have events.
func (fr *Frame) iterate(blk *Block) {
	th := fr.Th
	if len(fr.loops) == 0 {
		fr.loops = slices.Grow(fr.loops, fr.code.Loops)[:fr.code.Loops]
		clear(fr.loops)
	}
	l := &fr.loops[blk.Loop-1]
	if th.describes {
		fr.iterateLocated(blk, l)
		return
	}
	switch events := th.events - l.events; {
	case !blk.Back[fr.prev]:
		l.n, l.starting, l.idle = 0, 0, 0
	case events > 0:
		fr.iterated(blk, l, events)
	}
	l.spawned, l.events = th.spawned, th.events
	if blk.Waits {
		h := th.repeats()
		l.began, l.writes = h.now, h.count
		l.phis = fr.appendPhis(l.phis[:0], blk)
	}
}

// iterated judges an iteration that has had events.
func (fr *Frame) iterated(blk *Block, l *iterations, events int) {
	if blk.Waits {
		if idle, transient := fr.isIdle(blk, l); idle {
			fr.repeats(blk, l, events, transient)
			return
		}
	}
	l.idle = 0
	fr.goesOn(blk, l)
}

// goesOn counts an iteration that has had events.
func (fr *Frame) goesOn(blk *Block, l *iterations) {
	th := fr.Th
	if l.n++; th.spawned > l.spawned {
		l.starting++
	}
	switch most := th.Gen.Limits.Unroll; {
	case l.n == most:
		th.Gen.Model.NoteBound(blk.At)
		th.stopAt(blk, fr.code.Quiet, 0)
	case most > 0:
	case l.n > mostIterations:
		th.at = &blk.At
		th.Refuse("this loop has gone round %d times, and each iteration has changed something: bound it with --unroll N", mostIterations)
	case l.starting > mostStarting:
		th.at = &blk.At
		th.Refuse("this loop has gone round %d times, starting goroutines each time: bound it with --unroll N", mostStarting)
	}
}

// stopAt stops the thread at a loop, whose last iteration had a number of events and changed nothing; 0 if it did.
func (th *Thread) stopAt(blk *Block, quiet bool, events int) {
	if !quiet {
		th.at = &blk.At
	}
	th.event()
	th.t.Spin(int64(events))
}

func (fr *Frame) appendPhis(to []value, blk *Block) []value {
	for _, s := range blk.Matter {
		to = append(to, fr.R[s])
	}
	return to
}

// unchanged reports whether the phis of a block that matter are unchanged; it may report false even if they are.
func (fr *Frame) unchanged(blk *Block, before []value) bool {
	for i, s := range blk.Matter {
		if !memory.Identical(fr.R[s], before[i]) {
			return false
		}
	}
	return true
}

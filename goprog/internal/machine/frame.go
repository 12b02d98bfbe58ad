package machine

import (
	"dporbench/goprog/internal/memory"
)

// Frame is a call.
type Frame struct {
	Th      *Thread
	code    *Code
	R       []value
	prev    int // the block before
	Result  value
	defers  []deferred
	pending *Panic // while deferred functions run
	by      *Frame // whose deferred function this is
	loops   []iterations
}

// iterations are those of a loop since it was entered.
type iterations struct{ n, events int }

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

func (th *Thread) execute(c *Code, bindings, args []value, by *Frame) value {
	if c.Native != nil {
		return c.Native(th, args)
	}
	if th.depth++; th.depth > th.Gen.Limits.Depth {
		th.Refuse("more than %d calls inside each other", th.Gen.Limits.Depth)
	}
	fr := &Frame{Th: th, code: c, R: make([]value, c.Registers), by: by, prev: -1}
	copy(fr.R, args)
	copy(fr.R[c.Params:], bindings)
	at := th.at
	var v value
	if c.Defers {
		v = fr.runDeferring()
	} else {
		v = fr.run(0)
	}
	th.at = at
	th.depth--
	return v
}

// run executes the code from block b, to the return.
func (fr *Frame) run(b int) value {
	th := fr.Th
	for {
		blk := &fr.code.Blocks[b]
		if th.steps += len(blk.Ops) + 1; th.steps > th.Gen.Limits.Steps {
			th.Refuse("more than %d instructions without an event: a loop does not end", th.Gen.Limits.Steps)
		}
		if blk.Phis != nil {
			fr.merge(blk)
		}
		if blk.Loop > 0 && th.t != nil {
			fr.iterate(blk)
		}
		for _, op := range blk.Ops {
			op(fr)
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

// iterate is called where an iteration of a loop begins: a thread stops where that would be one too many of those
// that have events.
func (fr *Frame) iterate(blk *Block) {
	th := fr.Th
	most := th.Gen.Limits.Unroll
	if most == 0 {
		return
	}
	if fr.loops == nil {
		fr.loops = make([]iterations, fr.code.Loops)
	}
	l := &fr.loops[blk.Loop-1]
	if !blk.Back[fr.prev] {
		*l = iterations{events: th.events}
		return
	}
	if th.events == l.events {
		return
	}
	l.events = th.events
	if l.n++; l.n >= most {
		if !fr.code.Quiet {
			th.at = blk.At
		}
		th.Stop()
	}
}

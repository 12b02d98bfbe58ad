// Package machine executes code as the bodies of threads of a model. A thread depends on nothing but
// the results of the model's operations. A program that does something unsupported is refused with a
// [operation.UsageError]; one whose behaviour is undefined in C fails, if that is detected.
package machine

import (
	"math"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/waiting"
)

// run calls f and returns its result.
func (th *thread) run(f *code.Function, args []int64) int64 {
	top := th.top
	c := th.enter(f, args)
	if th.describes {
		th.called(f, c.R, c.loops)
	}
	result := th.resultOf(&c)
	if th.describes {
		th.returned(f, result)
	}
	th.depth--
	th.used -= len(c.R)
	th.top = top
	if f.Shared > 0 {
		th.leaveFrame(f, result)
	}
	if len(th.automatic) > 0 {
		th.leaveAutomatic()
	}
	return result
}

func (th *thread) resultOf(c *call) int64 {
	if c.f.ReturnsTwice {
		return th.executeAgain(c)
	}
	return th.execute(c, 0)
}

func (th *thread) enter(f *code.Function, args []int64) call {
	if th.depth++; th.depth > th.Options.Limits.Depth {
		th.refuse(nil, "function %s: more than %d calls inside each other", f.Name, th.Options.Limits.Depth)
	}
	if f.Align > 16 {
		th.alignPrivate(f.Align)
	}
	n := len(f.Registers)
	if th.used+n > len(th.registers) {
		th.registers = append(th.registers, make([]int64, th.used+n+64-len(th.registers))...)
	}
	c := call{f: f, Frame: code.Frame{R: th.registers[th.used : th.used+n : th.used+n], Private: th.top}}
	th.used += n
	copy(c.R, f.Registers)
	for k, v := range args[:min(len(args), len(f.Parameters))] {
		c.R[f.Parameters[k]] = v
	}
	th.top += (f.Private + 15) &^ 15
	if f.Shared > 0 {
		c.Stack = th.enterFrame(f)
	}
	th.clearPrivate(f, c.Private)
	if (th.Options.Spin || th.Options.Unroll > 0) && len(f.Loops) > 0 {
		c.loops = make([]waiting.Iteration, len(f.Loops))
	}
	if th.Options.LikeGenMC && th.model != nil {
		c.origins = make(waiting.Origins, n)
	}
	return c
}

// alignPrivate leaves a gap in private memory, which belongs to no variable, so that the locals of the next call have that alignment.
func (th *thread) alignPrivate(to int64) {
	from := th.top
	th.top = (from + to - 1) &^ (to - 1)
	if gap := min(th.top, int64(len(th.inside))); gap > from {
		clear(th.inside[from:gap])
	}
}

func (th *thread) clearPrivate(f *code.Function, from int64) {
	if th.top > int64(th.Options.Limits.Memory) {
		th.refuse(nil, "function %s: the locals are more than %d bytes", f.Name, th.Options.Limits.Memory)
	}
	if missing := th.top - int64(len(th.private)); missing > 0 {
		th.private = append(th.private, make([]byte, missing)...)
		th.inside = append(th.inside, make([]byte, missing)...)
	}
	clear(th.private[from:th.top])
	if len(th.bits) > 0 {
		th.noBits(from, math.MaxInt64)
	}
	copy(th.inside[from:th.top], f.Inside)
}

// execute executes the code of a call from pc to its return.
func (th *thread) execute(c *call, pc int) int64 {
	r, body, limit := c.R, c.f.Code, th.Options.Limits.Instructions
	for ; ; pc++ {
		at, steps := th.compute(c, pc, limit-th.steps)
		pc = at
		i := &body[pc]
		if th.steps += steps + 1; th.steps > limit {
			th.refuse(i, "more than %d instructions without an event: does this end?", limit)
		}
		if th.describes {
			th.began(pc, i.Op)
		}
		switch i.Op {
		case code.OpThreadLocal:
			r[i.D] = th.segment<<code.SegmentShift | i.N
		case code.OpLoad:
			r[i.D] = th.loadAt(c, i, r[i.A])
		case code.OpStore:
			switch {
			case i.Sub != code.OfBits:
				th.store(i, r[i.A], i.T, r[i.B])
			case r[i.A]&code.PrivateSpace != 0:
				th.storeBits(i, r[i.A], r[i.B])
			default:
				th.storeShared(i, r[i.A], r[i.B])
			}
		case code.OpCopy:
			th.copy(i, r[i.A], r[i.B], th.Layouts[i.N])
		case code.OpZero:
			th.zero(i, r[i.A], th.Layouts[i.N])
		case code.OpSwap, code.OpFetch, code.OpCompareExchange:
			r[i.D] = th.update(c, i)
		case code.OpCall:
			r[i.D] = th.call(i, i.N, r)
		case code.OpCallPointer:
			r[i.D] = th.callPointer(i, r)
		case code.OpLibrary:
			r[i.D] = th.library(i, r)
		case code.OpOrder:
			th.ordering = th.orders(i, r)
		case code.OpFence:
			th.fence(i, r)
		case code.OpReturn:
			if c.origins != nil {
				c.origins.Track(i, r, &th.origin)
			}
			if i.A == code.NoRegister {
				return 0
			}
			return r[i.A]
		case code.OpBlock:
			th.enterBlock(c.f, i)
		case code.OpReturnPoint:
			r[i.D] = th.setReturnPoint(c, i, pc, r[i.A])
		case code.OpForget:
			th.forgetLocals(c, i)
		case code.OpEnter:
			if c.loops != nil {
				c.loops[i.N].Enter()
			}
		case code.OpLoop:
			if c.rounds++; th.model != nil && (c.loops != nil || c.rounds >= manyIterations) {
				th.iterate(c, i)
			}
		case code.OpBegin:
			th.beginSection(c, i)
		case code.OpEnd:
			th.endSection(i)
		default: // Run would execute it
			th.fail(i, "%s", i.Undefined(&c.Frame))
		}
		if c.origins != nil {
			c.origins.Track(i, r, &th.origin)
		}
	}
}

// compute executes instructions from pc on that only compute; see [code.Frame.Run].
func (th *thread) compute(c *call, pc, most int) (at, steps int) {
	if c.origins == nil {
		return c.Run(c.f.Code, pc, most)
	}
	for ; steps < most; steps++ {
		next, one := c.Run(c.f.Code, pc, 1)
		if one == 0 {
			break
		}
		c.origins.Track(&c.f.Code[pc], c.R, &th.origin)
		pc = next
	}
	return pc, steps
}

// callPointer calls a function through a pointer of a type with the same parameters.
func (th *thread) callPointer(i *code.Instruction, r []int64) int64 {
	n := th.functionAt(i, r[i.A])
	if f := th.Functions[n]; i.N > 0 && f.Defined && !f.AnyArguments && f.Signature != th.Signatures[i.N-1] {
		th.fail(i, "%s is called through a pointer to a function with other parameters", f.Name)
	}
	return th.call(i, n, r)
}

func (th *thread) call(i *code.Instruction, n int64, r []int64) int64 {
	f := th.Functions[n]
	if !f.Defined {
		th.refuse(i, "function %s is not defined", f.Name)
	}
	var few [8]int64
	args := few[:0]
	for _, a := range i.Args {
		args = append(args, r[a])
	}
	outer := th.caller
	switch {
	case !f.Library:
		th.caller = nil
	case outer == nil:
		th.caller = i
	}
	result := th.run(f, args)
	th.caller = outer
	return result
}

// iterate is called when an iteration of a loop begins.
func (th *thread) iterate(c *call, i *code.Instruction) {
	if c.loops == nil {
		c.loops = make([]waiting.Iteration, len(c.f.Loops))
	}
	l := &c.loops[i.N]
	times := l.Again()
	switch {
	case th.Options.Unroll == 0 || c.f.Unbounded:
	case th.Options.LikeGenMC && times > th.Options.Unroll:
		th.leaveSection(i, true)
		th.model.Return(0)
	case times > th.Options.Unroll+1:
		th.stop(i)
	}
	if th.describes {
		return // states show whether it ends
	}
	if th.Options.Unroll == 0 || c.f.Unbounded {
		th.lookAt(c, i, times)
	}
	if !th.Options.Spin {
		return
	}
	now := waiting.Snapshot{
		State: th.changes.State(), Registers: c.R, Live: c.f.Loops[i.N], Private: th.private[:th.top], Origins: c.origins,
	}
	if l.Repeats(now) {
		th.spin(i, l)
	}
	l.Remember(now)
	l.Operations, l.Late, l.Whims = th.model.Operations(), th.late, th.whims
}

// loadAt loads the value at address, and waits for one that passes if the loop or an assume does just that.
func (th *thread) loadAt(c *call, i *code.Instruction, address int64) int64 {
	if i.N == 0 || th.section.depth > 0 || th.model == nil && th.alone == nil || address&code.PrivateSpace != 0 || address >= code.ConstantSpace {
		return th.load(i, address, i.T)
	}
	cell := th.find(i, address, i.T, code.Plain)
	if !cell.Is(address, i.T) {
		return th.load(i, address, i.T)
	}
	th.event(i)
	th.notes.giveUp()
	f, w := c.f, c.f.Waits[i.N-1] // the predicate must not keep c, which lies on the stack
	r := slices.Clone(c.R)
	scratch := code.Frame{R: make([]int64, len(r)), Private: c.Private, Stack: c.Stack}
	th.order(i)
	if w.Again >= 0 {
		th.model.NoteLoop()
	}
	return code.Cut(i.T, th.defined(i, th.await(cell, func(v int64) bool {
		if v == code.Undefined {
			return true
		}
		copy(scratch.R, r)
		scratch.R[i.D] = code.Cut(i.T, v)
		return waiting.Passes(w, f.Code, scratch)
	})))
}

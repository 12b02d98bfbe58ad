package machine

import (
	"dporbench/cprog/internal/code"
	"dporbench/cprog/internal/waiting"
)

// iterate is called where an iteration of a loop begins.
func (th *thread) iterate(c *call, i *code.Instruction) {
	if c.loops == nil {
		c.loops = make([]waiting.Iteration, len(c.f.Loops))
	}
	l := &c.loops[i.N]
	times := l.Again()
	switch {
	case th.Options.Unroll == 0 || c.f.Unbounded:
	case th.Options.LikeGenMC && times > th.Options.Unroll:
		th.model.Return(0)
	case times > th.Options.Unroll+1:
		th.model.Assume(false)
	}
	th.lookAt(c, i, times)
	if !th.Options.Spin {
		return
	}
	now := waiting.Standing{
		State: th.changes.State(), Registers: c.R, Live: c.f.Loops[i.N], Private: th.private[:th.top], Origins: c.origins,
	}
	if l.Repeats(now) {
		th.model.Assume(false)
	}
	l.Remember(now)
}

// loadAt loads what is at address, and waits for it if that is all the loop does.
func (th *thread) loadAt(c *call, i *code.Instruction, address int64) int64 {
	if i.N == 0 || th.model == nil && th.alone == nil || address&code.PrivateSpace != 0 || address >= code.ConstantSpace {
		return th.load(i, address, i.T)
	}
	cell := th.find(i, address, i.T, code.Plain)
	if !cell.Is(address, i.T) {
		return th.load(i, address, i.T)
	}
	th.event(i)
	th.notes.giveUp()
	w := c.f.Waits[i.N-1]
	r := append([]int64(nil), c.R...)
	scratch := code.Frame{R: make([]int64, len(r)), Private: c.Private, Stack: c.Stack}
	return code.Cut(i.T, th.model.Await(cell.Variable, func(v int64) bool {
		copy(scratch.R, r)
		scratch.R[i.D] = code.Cut(i.T, v)
		return waiting.Passes(w, c.f.Code, scratch)
	}))
}

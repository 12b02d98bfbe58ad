package compiling

import (
	"golang.org/x/tools/go/ssa"
)

// A range over a function has a variable for its state. go/ssa defines these values of it, and others for each
// way out of the loop.
const (
	isInBody   = -1
	hasEnded   = -2
	iterations = "runtime error: range function "
)

// The names go/ssa gives the blocks.
const (
	calledTooLate  = "yield-invalid"
	lostPanic      = "rangefunc.resume.busy"
	calledTooOften = "continued iteration after "
)

// iterationEnds returns the instruction of b that loads that variable once the function ranged over has returned, or nil.
func iterationEnds(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Succs) > 0 && b.Succs[0].Comment == lostPanic {
		return loaded(b)
	}
	return nil
}

// loaded returns the load whose value the condition at the end of b compares.
func loaded(b *ssa.BasicBlock) *ssa.UnOp {
	return b.Instrs[len(b.Instrs)-1].(*ssa.If).Cond.(*ssa.BinOp).X.(*ssa.UnOp)
}

// endsIteration notes that the loop has ended. go/ssa does so only if nothing has left it.
func (c *compiler) endsIteration(load ssa.Instruction) op {
	p, l := c.operand(load.(*ssa.UnOp).X), c.Layouts.Of(load.(*ssa.UnOp).Type())
	was := c.operand(load.(*ssa.UnOp))
	return func(fr *frame) {
		if fr.Get(was).N > 0 {
			fr.Th.Store(fr.Get(p), l, value{N: hasEnded})
		}
	}
}

// iterationPanics panics as the runtime does if b is a block that panics about a range over a function; otherwise it returns nil.
func (c *compiler) iterationPanics(b *ssa.BasicBlock) op {
	switch b.Comment {
	case lostPanic:
		return c.placed(func(fr *frame) { fr.Th.Panic(iterations + "recovered a loop body panic and did not resume panicking") })
	case calledTooLate:
		state := c.operand(loaded(b.Preds[0]))
		return c.placed(func(fr *frame) {
			switch fr.Get(state).N {
			case isInBody:
				fr.Th.Panic(iterations + calledTooOften + "loop body panic")
			case hasEnded:
				fr.Th.Panic(iterations + calledTooOften + "whole loop exit")
			default:
				fr.Th.Panic(iterations + calledTooOften + "function for loop body returned false")
			}
		})
	}
	return nil
}

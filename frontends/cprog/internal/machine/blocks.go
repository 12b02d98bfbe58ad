package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// The locals of an inner block exist while the call is in that block. If other threads may have the address of the
// frame, each local has a variable that records when it does not exist, as the whole frame does; see frames.go.

// enterBlock is called when the innermost call of f enters the block that i names.
func (th *thread) enterBlock(f *code.Function, i *code.Instruction) {
	fs := th.frames[f.Base]
	last := len(fs.live) - 1
	from := fs.block[last]
	fs.block[last] = i.N
	if from == i.N || !fs.known[fs.live[last]] {
		return
	}
	for n := range f.Blocks {
		was, is := f.Within(from, int64(n)), f.Within(i.N, int64(n))
		if was != is {
			th.noteBlock(i, f, fs.live[last], n, !is)
		}
	}
}

// noteBlocks notes, when others get the address of frame n of f, the blocks that its call is not in.
func (th *thread) noteBlocks(f *code.Function, n int64) {
	fs := th.frames[f.Base]
	now := fs.block[slices.Index(fs.live, n)]
	for b := range f.Blocks {
		if !f.Within(now, int64(b)) {
			th.noteBlock(nil, f, n, b, true)
		}
	}
}

// noteBlock notes whether the block is over, so that its locals do not exist.
func (th *thread) noteBlock(i *code.Instruction, f *code.Function, n int64, block int, over bool) {
	v := int64(0)
	if over {
		v = 1
	}
	for _, local := range f.Blocks[block].Locals {
		th.write(th.endOf(i, th.frameAt(f, n)+local.Offset), v)
	}
}

// checkBlockOf fails if address, in the frame n of f, is in a local of a block that the call is not in.
func (th *thread) checkBlockOf(i *code.Instruction, f *code.Function, n, address int64) {
	segment := address >> code.SegmentShift
	frame := segment<<code.SegmentShift | (f.Base + n*f.FrameSize)
	block, from, inner := f.BlockOf(address - frame)
	if !inner {
		return
	}
	var over bool
	if fs := th.frames[f.Base]; segment == th.segment {
		over = !f.Within(fs.block[slices.Index(fs.live, n)], block)
	} else {
		th.event(i)
		over = th.read(th.endOf(i, frame+from)) != 0
	}
	if over {
		th.fail(i, "use of a local variable of a block of %s that has been left", f.Name)
	}
}

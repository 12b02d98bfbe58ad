package machine

import (
	"maps"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/front"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// A call of a function with locals that others may reach has a frame for them. When it is over, a pointer to one of
// them dangles. The call's own thread need not check whether it is over. If other threads may have the address of the frame, or the
// call returns it, the frame is not reused; and if others may have it, a variable records that the call is over,
// which they load before they use the frame. The locals of main live as long as the program.

// frames are the frames of one function. A thread keys them by Base, which a copy of the function with other code shares.
type frames struct {
	live  []int64        // of the active calls, the innermost last
	block []int64        // the current block of each
	free  []int64        // may be reused
	taken int64          // number of frames used so far
	known map[int64]bool // of the active calls: whether other threads may have their addresses
}

// cloneFrames copies the frames for a thread that runs alone, where others have no addresses.
func (th *thread) cloneFrames() map[int64]*frames {
	all := maps.Clone(th.frames)
	for f, fs := range all {
		all[f] = &frames{slices.Clone(fs.live), slices.Clone(fs.block), slices.Clone(fs.free), fs.taken, nil}
	}
	return all
}

// enterFrame returns the address of the shared locals of a new call of f.
func (th *thread) enterFrame(f *code.Function) int64 {
	fs := th.frames[f.Base]
	if fs == nil {
		if th.frames == nil {
			th.frames = map[int64]*frames{}
		}
		fs = new(frames)
		th.frames[f.Base] = fs
	}
	n := fs.taken
	if last := len(fs.free) - 1; last >= 0 {
		n, fs.free = fs.free[last], fs.free[:last]
	} else if fs.taken++; fs.taken > f.Frames {
		th.refuse(nil, "function %s: more than %d calls, inside each other or with locals that other threads know", f.Name, f.Frames)
	}
	fs.live, fs.block = append(fs.live, n), append(fs.block, 0)
	th.entered = append(th.entered, enteredFrame{f, th.depth})
	return th.frameAt(f, n)
}

func (th *thread) frameAt(f *code.Function, n int64) int64 {
	return th.segment<<code.SegmentShift | (f.Base + n*f.FrameSize)
}

// leaveFrame is called when a call of f returns.
func (th *thread) leaveFrame(f *code.Function, result int64) {
	fs := th.frames[f.Base]
	n := fs.live[len(fs.live)-1]
	th.entered = th.entered[:len(th.entered)-1]
	if th.depth == 0 {
		th.shares(result) // to the thread that joins this one
	}
	fs.live, fs.block = fs.live[:len(fs.live)-1], fs.block[:len(fs.live)-1]
	at := th.frameAt(f, n)
	switch {
	case fs.known[n]:
		delete(fs.known, n)
		if !th.isOfMain(th.segment, f) {
			th.write(th.endOf(nil, at), 1)
		}
	case result < at || result >= at+f.FrameSize:
		fs.free = append(fs.free, n)
	}
}

// leaveFrames is called for a thread that ends within calls.
func (th *thread) leaveFrames() {
	for _, f := range th.Functions {
		if fs := th.frames[f.Base]; fs != nil {
			for _, n := range slices.Sorted(maps.Keys(fs.known)) {
				th.write(th.endOf(nil, th.frameAt(f, n)), 1)
			}
		}
	}
}

// leaveLocals is called when the thread ends with a result: its thread-local variables no longer exist. Those of main live as long as the
// program.
func (th *thread) leaveLocals(result int64) {
	th.shares(result)
	if th.localsKnown && th.segment != lineage.Root {
		th.write(th.endOf(nil, th.segment<<code.SegmentShift), 1)
	}
}

// checkLocals fails if the address of a thread-local variable is of a thread that has ended.
func (th *thread) checkLocals(i *code.Instruction, address int64) {
	segment := address >> code.SegmentShift
	if segment == th.segment || segment == lineage.Root {
		return
	}
	th.event(i)
	if th.read(th.endOf(i, segment<<code.SegmentShift)) != 0 {
		th.fail(i, "use of a thread-local variable of a thread that has ended")
	}
}

// shares notes that other threads may have v, which may be an address in a frame.
func (th *thread) shares(v int64) { th.sharesAt(0, v) }

// sharesAt notes that others may have v, which is stored at an address. If that is in the same frame as v, they can find it only if
// they have an address in the frame already.
func (th *thread) sharesAt(address, v int64) {
	if v>>code.SegmentShift != th.segment || th.model == nil || th.alone != nil {
		return
	}
	f, n := th.Frame(v)
	if f == nil {
		th.localsKnown = th.localsKnown || image.IsThreadLocal(v)
		return
	}
	if th.isOfMain(th.segment, f) && f.Blocks == nil {
		return
	}
	if g, m := th.Frame(address); g == f && m == n && address>>code.SegmentShift == th.segment {
		return
	}
	if fs := th.frames[f.Base]; fs != nil && slices.Contains(fs.live, n) && !fs.known[n] {
		if fs.known == nil {
			fs.known = map[int64]bool{}
		}
		fs.known[n] = true
		th.locality.changes(n)
		th.noteBlocks(f, n)
	}
}

// isOfMain reports whether a call of f by the thread of a segment is that of main.
func (th *thread) isOfMain(segment int64, f *code.Function) bool {
	return segment == lineage.Root && f == th.Functions[th.Main]
}

// checkFrame fails if address is in a frame of a call that is over.
func (th *thread) checkFrame(i *code.Instruction, address int64) {
	f, n := th.Frame(address)
	segment := address >> code.SegmentShift
	over := false
	switch {
	case f == nil:
		th.checkLocals(i, address)
	case segment == th.segment:
		fs := th.frames[f.Base]
		over = fs == nil || !slices.Contains(fs.live, n)
	case !th.isOfMain(segment, f):
		th.event(i)
		over = th.read(th.endOf(i, segment<<code.SegmentShift|(f.Base+n*f.FrameSize))) != 0
	}
	if over {
		th.fail(i, "use of a local variable of %s after the call is over", f.Name)
	}
	if f != nil && f.Blocks != nil {
		th.checkBlockOf(i, f, n, address)
	}
}

// endOf returns the variable that becomes 1 when the call is over whose frame begins at an address.
func (th *thread) endOf(i *code.Instruction, address int64) *image.Cell {
	return th.noteAt(i, image.EndOfFrame(address))
}

// noteAt returns the variable for notes at the place p.
func (th *thread) noteAt(i *code.Instruction, p image.OwnPlace) *image.Cell {
	if c := th.Own.Known(p); c != nil {
		return c
	}
	at := front.Location{Address: p.Address, Size: p.Size, Name: th.NameOf(p)}
	return th.add(i, p, &image.Cell{Address: p.Address, T: operation.Uint8, Name: at.Name, Variable: th.model.VarAt(at, 0)})
}

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
	th.locality.changes(from)
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

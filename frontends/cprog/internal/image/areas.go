package image

import (
	"fmt"
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// The memory map of a thread is fixed, except for memory from malloc: first come
// its thread-local variables, and then, for each function with locals that
// others may reach, an array of frames for its nested calls.

// area is memory in which one layout is repeated.
type area struct {
	from, size, count int64   // of one frame, in bytes, and how many frames there are
	at                []int32 // for each byte of a frame, 1 + the index of the leaf that covers it; padding; or 0 between variables
	layout            code.Layout
	function          *code.Function // whose frames they are; nil for the thread-local variables
}

func newArea(from, size, count int64, l code.Layout, extents []code.Extent) area {
	a := area{from: from, size: size, count: count, at: make([]int32, size), layout: l}
	for at, inside := range code.Inside(extents, size) {
		a.at[at] = padding * int32(inside)
	}
	for k, leaf := range l {
		for at := range code.Size(leaf.T) {
			a.at[leaf.Offset+at] = int32(k + 1)
		}
	}
	return a
}

// mostFrames bounds the memory for the frames of one function.
const mostFrames = 16 << 20

// framesOfDepth is the number of frames that a function has for each level of nested calls: a frame that
// other threads have is not reused. Deeper calls than mostDepth have no locals that others may reach.
const (
	framesOfDepth = 4
	mostDepth     = 1000
)

// divide divides the memory of a thread into areas.
func (m *Image) divide() error {
	var locals code.Layout
	var own, reached []code.Extent
	for _, g := range m.Globals {
		switch extent := (code.Extent{Offset: g.Address, Size: g.Size}); {
		case !g.ThreadLocal:
		case !g.Shared:
			own = append(own, extent)
		default:
			reached = append(reached, extent)
			for _, leaf := range g.Layout {
				leaf.Offset, leaf.Name = leaf.Offset+g.Address, g.Name+leaf.Name
				locals = append(locals, leaf)
			}
		}
	}
	m.areas = []area{newArea(0, m.ThreadLocals, 1, locals, reached)}
	m.LocalsInside = code.Inside(own, m.Program.Locals)
	for at := range m.LocalsInside {
		m.LocalsInside[at] *= code.OfVariable | code.Stored
	}
	next := int64(code.StackOffset)
	for _, f := range m.Functions {
		f.Inside = f.PrivateBytes()
		if f.Shared == 0 {
			continue
		}
		to := max(f.Align, 16)
		size := (f.Shared + to - 1) &^ (to - 1)
		next = (next + to - 1) &^ (to - 1)
		f.Base, f.FrameSize, f.Frames = next, size, min(int64(framesOfDepth*min(m.Options.Limits.Depth, mostDepth)), max(1, mostFrames/size))
		frames := newArea(next, size, f.Frames, f.Frame, f.SharedExtents)
		frames.function = f
		m.areas = append(m.areas, frames)
		if next += size * f.Frames; next > code.HeapOffset {
			return fmt.Errorf("%s: the locals that other threads may reach are too large", m.Model.Name())
		}
	}
	return nil
}

// Leaf returns the scalar that covers a byte of a thread's memory other than from malloc, and its
// address. In padding, ok is false; between variables, known is false as well.
func (m *Image) Leaf(address int64) (leaf code.Leaf, from int64, ok, known bool) {
	offset := address & (1<<code.SegmentShift - 1)
	a := m.areaOf(offset)
	if offset >= a.from+a.size*a.count {
		return leaf, 0, false, false
	}
	at := (offset - a.from) % a.size
	if a.at[at] <= 0 {
		return leaf, 0, false, a.at[at] == padding
	}
	leaf = a.layout[a.at[at]-1]
	return leaf, address - at + leaf.Offset, true, true
}

func (m *Image) areaOf(offset int64) *area {
	k, _ := slices.BinarySearchFunc(m.areas, offset+1, func(a area, offset int64) int { return int(a.from - offset) })
	return &m.areas[k-1]
}

// Frame returns the function that has a frame at an address of a thread's own memory, and the index of that frame; f is nil
// if there is none.
func (m *Image) Frame(address int64) (f *code.Function, n int64) {
	offset := address & (1<<code.SegmentShift - 1)
	if offset < code.StackOffset || offset >= code.HeapOffset {
		return nil, 0
	}
	a := m.areaOf(offset)
	if a.function == nil || offset >= a.from+a.size*a.count {
		return nil, 0
	}
	return a.function, (offset - a.from) / a.size
}

// Global returns the scalar that covers a byte of the globals. Between variables, known is false; in
// padding, and in a global that gets its variables later, the cell is nil.
func (m *Image) Global(address int64) (c *Cell, known bool) {
	at := address - code.FirstAddress
	if at < 0 || at >= int64(len(m.at)) || m.at[at] == 0 {
		return nil, false
	}
	if m.at[at] < 0 {
		return nil, true
	}
	return &m.Cells[m.at[at]-1], true
}

// Exactly returns the global at address that is a number of type t; nil if there is none.
func (m *Image) Exactly(address int64, t code.Scalar) *Cell {
	if at := address - code.FirstAddress; uint64(at) < uint64(len(m.at)) && m.at[at] > 0 {
		if c := &m.Cells[m.at[at]-1]; c.Is(address, t) {
			return c
		}
	}
	return nil
}

// Initially returns the value of type t at address when a thread begins.
func (m *Image) Initially(address int64, t code.Scalar) int64 {
	switch offset := address & (1<<code.SegmentShift - 1); {
	case InHeap(address) && !isZeroed(address), !InHeap(address) && offset >= code.StackOffset:
		return code.Undefined
	}
	return m.initial.Load(address, t)
}

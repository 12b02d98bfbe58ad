package machine

import (
	"maps"
	"math/bits"
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/lineage"
	"dporbench/model/operation"
)

// allocate takes memory of the thread's own segment, which is never reused. It returns 0 if malloc fails.
func (th *thread) allocate(i *code.Instruction, bytes, alignment int64, zero bool) int64 {
	if (bytes < 0 || bytes >= addressSpace) && !isAutomatic(i) {
		return 0 // as on any machine
	}
	most := int64(th.Options.Limits.Heap)
	if th.Options.MallocFails && !isAutomatic(i) && th.model.Choose(2) == 1 {
		th.changes.Note()
		return 0
	}
	if bytes < 0 || bytes > most || alignment <= 0 || alignment > 1<<20 {
		th.refuse(i, "%d bytes of memory are more than %d", bytes, most)
	}
	th.changes.Note()
	address := th.heap.Take(th.segment, bytes, alignment, zero)
	if th.Options.LikeGenMC {
		th.blocks = append(th.blocks, block{address, address + max(bytes, 1), false})
	}
	if address == 0 || th.heap.Taken > most {
		th.refuse(i, "the memory of a thread is more than %d bytes", min(most, image.MostBlock))
	}
	if th.Mixed != nil && i.N >= code.FirstBlockType && code.LibraryFunction(i.Sub) != code.LibRealloc {
		th.Mixed.NoteBlock(address, int(i.N-code.FirstBlockType))
	}
	if b := image.BlockAt(address); b.Large {
		fate := th.fate(i, b)
		th.as(operation.Relaxed)
		th.write(fate, sized+bytes)
	}
	if isAutomatic(i) {
		th.automatic = append(th.automatic, automatic{address, th.depth})
	}
	th.notesBlock(i, address, bytes)
	return address
}

// automatic is memory from alloca, or of an array of variable length, and the depth of the call for which it exists.
type automatic struct {
	address int64
	depth   int
}

// leaveAutomatic notes that such memory of the call that has just returned does not exist any more. Only the thread itself notices that it uses
// it all the same.
func (th *thread) leaveAutomatic() {
	for last := len(th.automatic) - 1; last >= 0 && th.automatic[last].depth > th.depth; last-- {
		if th.gone == nil {
			th.gone = map[int64]bool{}
		}
		th.gone[th.automatic[last].address] = true
		th.automatic = th.automatic[:last]
	}
}

// addressSpace is the number of bytes of which no block is larger.
const addressSpace = 1 << 47

// product returns m times n, or a number of bytes that no block has.
func product(m, n int64) int64 {
	high, low := bits.Mul64(uint64(m), uint64(n))
	if high != 0 {
		return addressSpace
	}
	return int64(low)
}

// The values of a block's fate: freed or, for a large block, its size.
const (
	freed = image.Freed
	sized = 2 // plus the size
)

// release notes that a block is freed, where all threads can see it.
func (th *thread) release(i *code.Instruction, address int64) {
	if address == 0 {
		return
	}
	if address < 0 || address >= code.ConstantSpace || address>>code.SegmentShift == 0 || !image.InHeap(address) {
		th.fail(i, "free of memory that is not from malloc")
	}
	b := image.BlockAt(address)
	if b.Start != address || th.isUntaken(b) {
		th.fail(i, "free of an address inside a block, or behind one")
	}
	th.changes.Note()
	fate := th.fate(i, b)
	th.as(operation.Plain)
	switch noted := th.swap(fate, freed); {
	case noted == freed:
		th.fail(i, "free of memory that is freed already")
	case b.Large:
		th.noted(i, b, noted)
	}
	if b.Start>>code.SegmentShift == th.segment {
		th.heap.Free(b)
	}
}

// as gives the next operation of the model a memory order, if that matters. It must directly precede that operation, whose
// variable has to be looked up before.
func (th *thread) as(o operation.MemoryOrder) {
	if th.Races {
		th.model.Ordered(operation.Order(o))
	}
}

// readFate reads the fate of b. A free is a plain access, and races with uses of the memory. The size of a large
// block is read relaxed: it orders nothing, and a thread that may have the address may have the size.
func (th *thread) readFate(i *code.Instruction, b image.Block) int64 {
	fate := th.fate(i, b)
	if b.Large {
		th.as(operation.Relaxed)
	} else {
		th.as(operation.Plain)
	}
	return th.read(fate)
}

// fate returns the variable for the fate of b.
func (th *thread) fate(i *code.Instruction, b image.Block) *image.Cell {
	return th.noteAt(i, b.Fate())
}

// checkBlock fails if a t at address, which is from malloc, is not in a block, or is in a freed one.
func (th *thread) checkBlock(i *code.Instruction, address int64, t code.Scalar) {
	b := image.BlockAt(address)
	if th.isUntaken(b) {
		th.fail(i, "use of an address where no block is")
	}
	if len(th.gone) > 0 && th.gone[b.Start] {
		th.fail(i, "use of an array of variable length, or of memory from alloca, after the call is over")
	}
	size, isOwn := b.Size, !b.Large
	if b.Large {
		size, isOwn = th.heap.SizeOf(b)
	}
	if !isOwn || th.Uses[code.LibFree] {
		th.event(i)
		switch noted := th.readFate(i, b); {
		case noted == freed:
			th.fail(i, "use of memory that is freed")
		case !isOwn:
			size = th.noted(i, b, noted)
		}
	}
	if address+code.Size(t) > b.Start+size {
		th.fail(i, "use of an address outside of a block of %d bytes", size)
	}
}

// isUntaken reports whether b is a small block in the thread's own segment that malloc has not returned yet.
func (th *thread) isUntaken(b image.Block) bool {
	return !b.Large && b.Start>>code.SegmentShift == th.segment && !th.heap.Has(b)
}

// noted returns the size of a large block, given its fate.
func (th *thread) noted(i *code.Instruction, b image.Block, noted int64) int64 {
	switch {
	case noted >= sized:
		return noted - sized
	case noted == freed:
		th.fail(i, "use of memory that is freed")
	case !th.model.Memory().StoresOvertake(): // or the note may still be in the buffer
		th.fail(i, "use of an address where no block is")
	}
	return b.Size
}

// resize is realloc: it returns a new block with as much of the old one as fits. The old block has elements of the
// given size and of i's layout.
func (th *thread) resize(i *code.Instruction, old, bytes, element int64) int64 {
	address := th.allocate(i, bytes, 16, false)
	if old == 0 || address == 0 {
		return address
	}
	b := image.BlockAt(old)
	if old>>code.SegmentShift == 0 || old >= code.ConstantSpace || !image.InHeap(old) || b.Start != old || th.isUntaken(b) {
		th.fail(i, "realloc of memory that is not from malloc")
	}
	size := b.Size
	if b.Large {
		size = th.noted(i, b, th.readFate(i, b))
	}
	th.copyBlock(i, address, old, min(bytes, size), element)
	th.release(i, old)
	return address
}

// block is memory from malloc.
type block struct {
	from, to int64
	known    bool // to other threads: its address has been written to memory that they reach
}

// owned returns the thread's block at that address, if no other thread can reach it.
func (th *thread) owned(address int64) *block {
	i := slices.IndexFunc(th.blocks, func(b block) bool { return b.from <= address && address < b.to })
	if i < 0 || th.blocks[i].known {
		return nil
	}
	return &th.blocks[i]
}

// writes notes a write of v to memory at address, and reports whether others can see it.
func (th *thread) writes(address, v int64) bool {
	if th.owned(address) != nil {
		return false
	}
	th.publish(address, v)
	return true
}

// publish is called when v, which may be the address of a block, is written to memory at
// address.
func (th *thread) publish(address, v int64) {
	if b := th.owned(v); b != nil && th.owned(address) == nil {
		b.known = true
	}
}

// If lost memory is looked for, a thread records its allocations, and main the values that it has at its end.

// notesBlock notes a block unless it exists for a call only.
func (th *thread) notesBlock(i *code.Instruction, address, bytes int64) {
	if th.Options.Leaks == image.NoLeaks || isAutomatic(i) {
		return
	}
	line := i.Line
	if th.caller != nil {
		line = th.caller.Line
	}
	th.notesAllocation(image.Allocation{Address: address, Bytes: bytes, Line: line})
}

// isAutomatic reports whether i allocates memory that exists for a call only.
func isAutomatic(i *code.Instruction) bool {
	return code.LibraryFunction(i.Sub) == code.LibMalloc && i.N == code.Automatic
}

func (th *thread) notesAllocation(a image.Allocation) {
	a.Earlier = th.allocated
	th.allocated = th.Allocations.Add(a)
	th.model.Mark(th.allocated)
}

// notesEnd notes the values that main has at its end: its thread-local variables and, if it calls exit, all values of its calls.
func (th *thread) notesEnd(exits bool) {
	if th.Options.Leaks == image.NoLeaks || th.segment != lineage.Root {
		return
	}
	bytes := th.private[:th.Program.Locals]
	if exits {
		bytes = th.private[:th.top]
		for _, r := range th.registers[:th.used] {
			th.notesKnown(r)
		}
		for _, f := range th.Functions {
			if fs := th.frames[f.Base]; fs != nil {
				for _, n := range fs.live {
					th.notesKnown(th.frameAt(f, n))
				}
			}
		}
	}
	for ; len(bytes) >= 8; bytes = bytes[8:] {
		th.notesKnown(code.LittleEndian(bytes[:8]))
	}
	for _, key := range slices.Sorted(maps.Keys(th.specific)) {
		th.notesKnown(th.specific[key])
	}
}

func (th *thread) notesKnown(v int64) {
	if v > 0 && v < code.ConstantSpace && v>>code.SegmentShift != 0 {
		th.notesAllocation(image.Allocation{Address: v, Kept: true})
	}
}

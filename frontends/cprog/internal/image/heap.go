package image

import (
	"math/bits"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/event"
)

// The address of a block of up to mostSmall bytes determines its size: blocks of one size are consecutive, each
// followed by a gap of the same size, but at least 16 bytes. Blocks of calloc, which are initially 0, lie apart from
// those of malloc. So any thread can compute where a block ends without an event. Larger blocks, and those with a larger
// alignment, come after all of these, in slots whose size is a power of two. The start of a slot follows from the
// address; the size of the block in it is in the block's variable; see Fate.

const (
	mostSmall  = 1024
	classBytes = 1 << 20 // for the blocks of one size, of malloc or of calloc
	classes    = 2 * (mostSmall + 1)
	leastSlot  = 12 // of 2^12 bytes, for a block of half that size
	mostSlot   = 27
	slotBytes  = 1 << mostSlot                                                                  // for the slots of one size, likewise
	bigOffset  = (code.HeapOffset + classes*classBytes + slotBytes - 1) / slotBytes * slotBytes // as alignment needs
	largeBytes = (mostSlot - leastSlot + 1) * slotBytes
	alignment  = 16
)

// MostBlock is the largest size of a block.
const MostBlock = slotBytes / 2

// Freed is the value of a block's fate once it is freed.
const Freed = 1

// Block is memory that a thread has got from malloc. If it is Large, Size is that of the largest block that fits there.
type Block struct {
	Start, Size int64
	Large       bool
}

// Heap records how much memory a thread has taken and not freed itself, and the sizes of its large blocks.
type Heap struct {
	small map[int64]int64 // by size
	slots [2][mostSlot + 1]int64
	sizes map[int64]int64
	Taken int64
}

// Take takes a block in a segment, initially zero or not, and returns its address, or 0 if there is no room.
func (h *Heap) Take(segment, bytes, align int64, zero bool) int64 {
	area := int64(0)
	if zero {
		area = 1
	}
	h.Taken += max(bytes, alignment)
	base := segment << code.SegmentShift
	if class := 2*bytes + area; bytes <= mostSmall && align <= alignment {
		if next := h.small[class]; next+stride(bytes) <= classBytes {
			if h.small == nil {
				h.small = map[int64]int64{}
			}
			h.small[class] = next + stride(bytes)
			return base + code.HeapOffset + class*classBytes + next
		}
	}
	slot := max(leastSlot, 1+bits.Len64(uint64(max(bytes, align)-1)))
	if slot > mostSlot || (h.slots[area][slot]+1)<<slot > slotBytes {
		return 0
	}
	at := base + bigOffset + area*largeBytes + int64(slot-leastSlot)*slotBytes + h.slots[area][slot]<<slot
	h.slots[area][slot]++
	if h.sizes == nil {
		h.sizes = map[int64]int64{}
	}
	h.sizes[at] = bytes
	return at
}

// Free notes that the thread itself has freed a block that it has taken.
func (h *Heap) Free(b Block) {
	size := b.Size
	if b.Large {
		size = h.sizes[b.Start]
	}
	h.Taken -= max(size, alignment)
}

// SizeOf returns the size of a large block that the thread has taken.
func (h *Heap) SizeOf(b Block) (bytes int64, known bool) {
	bytes, known = h.sizes[b.Start]
	return bytes, known
}

// Describe adds everything to a hash that later blocks depend on.
func (h *Heap) Describe(to *event.Hash) {
	to.Map(h.small)
	to.Map(h.sizes)
	for _, area := range h.slots {
		to.Numbers(area[:]...)
	}
	to.Numbers(h.Taken)
}

func stride(bytes int64) int64 {
	return (bytes + max(bytes, alignment) + alignment - 1) &^ (alignment - 1)
}

// Has reports whether b, a small block of the thread's own segment, has been taken.
func (h *Heap) Has(b Block) bool {
	offset := b.Start&(1<<code.SegmentShift-1) - code.HeapOffset
	return offset%classBytes < h.small[offset/classBytes]
}

// BlockAt returns the block at an address from malloc or calloc, or right before it.
func BlockAt(address int64) Block {
	offset := address & (1<<code.SegmentShift - 1)
	if offset >= bigOffset {
		inArea := (offset - bigOffset) % largeBytes
		slot := leastSlot + inArea/slotBytes
		return Block{address &^ (1<<slot - 1), 1 << (slot - 1), true}
	}
	class := (offset - code.HeapOffset) / classBytes
	size := class / 2
	start := (offset - code.HeapOffset) % classBytes / stride(size) * stride(size)
	if start+stride(size) > classBytes {
		size = 0 // in the rest after the last one
	}
	return Block{Start: address - offset + code.HeapOffset + class*classBytes + start, Size: size}
}

// Fate is the place, after the block's end, that records whether it is freed and, for a large block, its size.
func (b Block) Fate() OwnPlace { return OwnPlace{b.Start + b.Size, 1} }

// isZeroed reports whether the memory at that address is from calloc.
func isZeroed(address int64) bool {
	offset := address & (1<<code.SegmentShift - 1)
	if offset >= bigOffset {
		return offset >= bigOffset+largeBytes
	}
	return (offset-code.HeapOffset)/classBytes%2 == 1
}

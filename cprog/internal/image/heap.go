package image

import "dporbench/cprog/internal/code"

// A block of up to mostSmall bytes lies where its address tells how large it is: those of one size lie one after
// the other, each with a byte or more behind it that is no part of any, and apart from those of calloc, which
// are 0 at first. So any thread knows where a block ends without asking anybody. Larger blocks come after all of these;
// where they end is not known.

const (
	mostSmall  = 1024
	classBytes = 1 << 20 // for the blocks of one size, of malloc or of calloc
	classes    = 2 * (mostSmall + 1)
	largeBytes = (1<<code.SegmentShift - code.HeapOffset - classes*classBytes) / 2 // likewise
	bigOffset  = code.HeapOffset + classes*classBytes
	alignment  = 16
)

// Block is memory that a thread has got from malloc.
type Block struct{ Start, Size int64 }

// Heap is how much memory a thread has taken: of each size, and of that for large blocks.
type Heap struct {
	small map[int64]int64
	large [2]int64
	Taken int64
}

// Take takes a block in that segment, which is zero at first or not; its address is 0 if there is no room.
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
	at := (h.large[area] + align - 1) / align * align
	if h.large[area] = at + (bytes+alignment)&^(alignment-1); h.large[area] > largeBytes {
		return 0
	}
	return base + bigOffset + area*largeBytes + at
}

func stride(bytes int64) int64 { return (bytes + alignment) &^ (alignment - 1) }

// BlockAt is the block at an address from malloc or calloc, or right before it; known is false if it is a large one.
func BlockAt(address int64) (b Block, known bool) {
	offset := address & (1<<code.SegmentShift - 1)
	if offset >= bigOffset {
		return b, false
	}
	class := (offset - code.HeapOffset) / classBytes
	size := class / 2
	start := (offset - code.HeapOffset) % classBytes / stride(size) * stride(size)
	if start+stride(size) > classBytes {
		size = 0 // what is left behind the last one
	}
	return Block{address - offset + code.HeapOffset + class*classBytes + start, size}, true
}

// Fate is where a block notes whether it is freed: behind its end.
func (b Block) Fate() OwnPlace { return OwnPlace{b.Start + b.Size, 1} }

// isZeroed reports whether memory from malloc at that address is from calloc.
func isZeroed(address int64) bool {
	offset := address & (1<<code.SegmentShift - 1)
	if offset >= bigOffset {
		return offset >= bigOffset+largeBytes
	}
	return (offset-code.HeapOffset)/classBytes%2 == 1
}

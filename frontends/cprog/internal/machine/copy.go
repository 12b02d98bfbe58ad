package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/frontends/cprog/internal/image"
	"dporbench/model/operation"
)

// copyBlock is memcpy or memmove of n bytes, in elements of the given size and of the layout that the
// instruction names. The rest after the last whole element is copied bytewise.
func (th *thread) copyBlock(i *code.Instruction, to, from, n, element int64) {
	th.boundBlock(i, n)
	if element == 1 {
		th.copyBytes(i, to, from, n)
		return
	}
	whole := n / element * element
	var starts []int64 // of elements and of bytes
	for at := int64(0); at < n; {
		starts = append(starts, at)
		if at++; at <= whole {
			at += element - 1
		}
	}
	if to > from && to < from+n {
		slices.Reverse(starts)
	}
	for _, at := range starts {
		if at < whole {
			th.copy(i, to+at, from+at, th.Layouts[i.N])
		} else {
			th.store(i, to+at, operation.Uint8, th.load(i, from+at, operation.Uint8))
		}
	}
}

// fillBlock is memset of n bytes, in elements as in copyBlock.
func (th *thread) fillBlock(i *code.Instruction, to, v, n, element int64) {
	th.boundBlock(i, n)
	const everyByte = 0x0101010101010101
	for at := int64(0); at < n; at += element {
		for _, l := range th.Layouts[i.N] {
			first := at + l.Offset
			switch {
			case l.Role.IsMutex():
			case first+code.Size(l.T) <= n:
				th.store(i, to+first, l.T, int64(everyByte*uint64(byte(v))))
			default:
				for ; first < n; first++ {
					th.store(i, to+first, operation.Uint8, v)
				}
			}
		}
	}
}

func (th *thread) boundBlock(i *code.Instruction, n int64) {
	if n < 0 || n > int64(th.Options.Limits.Memory) {
		th.fail(i, "a block of %d bytes is larger than the memory", n)
	}
}

// copyBytes copies n bytes of which only the addresses are known: in the numbers that they lie in, as far as it is known which.
func (th *thread) copyBytes(i *code.Instruction, to, from, n int64) {
	starts, types := th.numbersIn(to, from, n)
	if to > from && to < from+n {
		slices.Reverse(starts)
		slices.Reverse(types)
	}
	for k, at := range starts {
		th.copyNumber(i, to+at, from+at, types[k])
	}
}

// numbersIn divides n bytes into numbers that both blocks have.
func (th *thread) numbersIn(x, y, n int64) (starts []int64, types []code.Scalar) {
	for at := int64(0); at < n; {
		t, known := th.numberAt(x+at, n-at)
		if other, alsoKnown := th.numberAt(y+at, n-at); !known || alsoKnown && code.Size(other) < code.Size(t) {
			if alsoKnown {
				t = other
			}
		}
		starts, types = append(starts, at), append(types, t)
		at += code.Size(t)
	}
	return starts, types
}

// numberAt returns the type of the number that begins at address and has at most the given number of bytes; a byte, if none is known.
func (th *thread) numberAt(address, most int64) (t code.Scalar, known bool) {
	if th.model == nil || address <= 0 || address >= code.ConstantSpace {
		return operation.Uint8, false
	}
	t, known = th.numberFrom(address)
	if !known || code.Size(t) > most {
		return operation.Uint8, known
	}
	return t, true
}

// numberFrom returns the type of the number that begins at address, outside of private memory.
func (th *thread) numberFrom(address int64) (t code.Scalar, known bool) {
	if address>>code.SegmentShift == 0 {
		c, _ := th.Global(address)
		if c == nil || c.Address != address || c.Role.IsMutex() {
			return operation.Uint8, c != nil
		}
		return c.T, true
	}
	if !image.InHeap(address) {
		leaf, from, ok, _ := th.Leaf(address)
		if !ok || from != address || leaf.Role.IsMutex() {
			return operation.Uint8, ok
		}
		return leaf.T, true
	}
	for _, t := range []code.Scalar{operation.Uint64, operation.Uint32, operation.Uint16, operation.Uint8} {
		if c := th.Own.Known(image.OwnPlace{Address: address, Size: code.Size(t)}); c != nil {
			return c.T, true
		}
	}
	return operation.Uint8, false
}

// swapBlocks exchanges two blocks of n bytes.
func (th *thread) swapBlocks(i *code.Instruction, x, y, n int64) {
	th.boundBlock(i, n)
	starts, types := th.numbersIn(x, y, n)
	for k, at := range starts {
		a, b := th.load(i, x+at, types[k]), th.load(i, y+at, types[k])
		th.store(i, x+at, types[k], b)
		th.store(i, y+at, types[k], a)
	}
}

package code

import "math/bits"

// Overflow computes x op y exactly, for op OpAdd, OpSub or OpMul and operands of the types tx and ty, and returns the result cut to a t
// and whether that differs from the exact one.
func Overflow(op Opcode, x, y int64, tx, ty, t Scalar) (v int64, over bool) {
	a, b := exactly(x, tx), exactly(y, ty)
	var r exact
	switch op {
	case OpMul:
		r.high, r.low = bits.Mul64(a.low, b.low)
		r.negative = a.negative != b.negative
	case OpSub:
		b.negative = !b.negative
		r = sum(a, b)
	default:
		r = sum(a, b)
	}
	v = int64(r.low)
	if r.negative {
		v = -v
	}
	return Cut(t, v), !r.fits(t)
}

// OverflowTypes encodes three types for a LibOverflow: of the operands and of the result.
func OverflowTypes(x, y, t Scalar) int64 { return int64(x) | int64(y)<<8 | int64(t)<<16 }

// Overflows executes a LibOverflow with the number n, the types that [OverflowTypes] has encoded, and the operands.
func Overflows(n, types, x, y int64) int64 {
	v, over := Overflow(Opcode(n>>1), x, y, Scalar(types&0xff), Scalar(types>>8&0xff), Scalar(types>>16&0xff))
	if n&1 == 1 {
		return v
	}
	return Truth(over)
}

// exact is an integer of up to 128 bits, by its sign and its size.
type exact struct {
	negative  bool
	high, low uint64
}

func exactly(v int64, t Scalar) exact {
	if Signed(t) && v < 0 {
		return exact{negative: true, low: -uint64(v)}
	}
	return exact{low: uint64(v)}
}

// sum adds two numbers below 2 to the power of 64.
func sum(a, b exact) (r exact) {
	switch {
	case a.negative == b.negative:
		r.low, r.high = bits.Add64(a.low, b.low, 0)
		r.negative = a.negative
	case a.low >= b.low:
		r.low, r.negative = a.low-b.low, a.negative
	default:
		r.low, r.negative = b.low-a.low, b.negative
	}
	return r
}

func (r exact) fits(t Scalar) bool {
	size := uint(8 * Size(t))
	most := uint64(1)<<(size-1) - 1 // of a signed number
	switch {
	case r.high > 0:
		return false
	case r.negative && r.low > 0:
		return Signed(t) && r.low <= most+1
	case !Signed(t):
		most = most*2 + 1
	}
	return r.low <= most
}

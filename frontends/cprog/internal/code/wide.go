package code

import (
	"errors"
	"fmt"
	"math"
	"math/big"
)

// Wide is a number of 16 bytes: an __int128, or a long double, which has ten bytes as on x86.
type Wide struct{ Low, High uint64 }

// WideKind is the kind of number that an operand or a result of a LibWide is.
type WideKind uint8

const (
	WideSigned WideKind = iota // an integer of 64 bits
	WideUnsigned
	WideDouble
	WideSingle
	WideInt128
	WideUint128
	WideExtended
)

// IsWide reports whether numbers of the kind have 16 bytes.
func (k WideKind) IsWide() bool { return k >= WideInt128 }

func (k WideKind) isFloat() bool {
	return k == WideDouble || k == WideSingle || k == WideExtended
}

// WideCode encodes an operation for N of a LibWide: OpMove is a conversion, OpTruth, OpNegate and OpNot have one operand, and all
// others two of the first kind.
func WideCode(op Opcode, of, result WideKind) int64 {
	return int64(op) | int64(of)<<8 | int64(result)<<16
}

// DecodeWide returns what WideCode has encoded.
func DecodeWide(n int64) (op Opcode, of, result WideKind) {
	return Opcode(n & 0xff), WideKind(n >> 8), WideKind(n >> 16)
}

// ComputeWide computes x op y, or op x. If that is undefined, the error says how.
func ComputeWide(op Opcode, of, result WideKind, x, y Wide) (Wide, error) {
	if of.isFloat() {
		return computeExtended(op, of, result, x, y)
	}
	a, b, r := x.integer(of), y.integer(of), new(big.Int)
	switch op {
	case OpMove:
		if result.isFloat() {
			return fromFloat(new(big.Float).SetPrec(mostBits).SetInt(a), result)
		}
		return fromInteger128(a), nil
	case OpTruth:
		return Wide{Low: uint64(Truth(a.Sign() != 0))}, nil
	case OpNegate:
		r.Neg(a)
	case OpNot:
		r.Not(a)
	case OpAdd:
		r.Add(a, b)
	case OpSub:
		r.Sub(a, b)
	case OpMul:
		r.Mul(a, b)
	case OpDiv, OpMod:
		if b.Sign() == 0 {
			return Wide{}, errors.New("division by zero")
		}
		if op == OpDiv {
			r.Quo(a, b)
		} else {
			r.Rem(a, b)
		}
	case OpAnd:
		r.And(a, b)
	case OpOr:
		r.Or(a, b)
	case OpXor:
		r.Xor(a, b)
	case OpShl, OpShr:
		if y.Low >= 128 {
			return Wide{}, fmt.Errorf("a shift by %d of a number of 128 bits", int64(y.Low))
		}
		if op == OpShl {
			r.Lsh(a, uint(y.Low))
		} else {
			r.Rsh(a, uint(y.Low))
		}
	default:
		return Wide{Low: uint64(Truth(compares(op, a.Cmp(b))))}, nil
	}
	return fromInteger128(r), nil
}

// compares returns the value of a comparison, given the order of its operands.
func compares(op Opcode, order int) bool {
	switch op {
	case OpEq:
		return order == 0
	case OpNe:
		return order != 0
	case OpLess:
		return order < 0
	}
	return order <= 0
}

func (x Wide) integer(k WideKind) *big.Int {
	switch k {
	case WideSigned:
		return big.NewInt(int64(x.Low))
	case WideUnsigned:
		return new(big.Int).SetUint64(x.Low)
	}
	v := new(big.Int).SetUint64(x.High)
	v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(x.Low))
	if k == WideInt128 && x.High>>63 == 1 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), 128))
	}
	return v
}

// fromInteger128 returns v modulo 2 to the power of 128.
func fromInteger128(v *big.Int) Wide {
	low := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
	high := new(big.Int).And(new(big.Int).Rsh(v, 64), new(big.Int).SetUint64(math.MaxUint64))
	return Wide{low.Uint64(), high.Uint64()}
}

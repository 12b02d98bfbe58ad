package code

import (
	"errors"
	"math"
	"math/big"
)

// A long double of x86 has a sign, 15 bits of an exponent and 64 bits of a mantissa, of which the first is not implied.
const (
	mantissaBits = 64
	mostBits     = 128 // of an integer that becomes a long double
	bias         = 0x3fff
	special      = 0x7fff // the exponent of infinities and NaNs
)

// computeExtended is ComputeWide for floating-point numbers.
func computeExtended(op Opcode, of, result WideKind, x, y Wide) (Wide, error) {
	a, b := x.float(of), y.float(of)
	compared := op == OpEq || op == OpNe || op == OpLess || op == OpLessEq
	if a == nil || b == nil || !compared && (a.IsInf() || b.IsInf() || op == OpDiv && b.Sign() == 0) {
		return computeSpecial(op, of, result, x, y)
	}
	r := new(big.Float).SetPrec(mantissaBits)
	switch op {
	case OpMove:
		if !result.isFloat() {
			return truncated(a, result)
		}
		r = a
	case OpTruth:
		return Wide{Low: uint64(Truth(a.Sign() != 0))}, nil
	case OpNegate:
		r.Neg(a)
	case OpAdd:
		r.Add(a, b)
	case OpSub:
		r.Sub(a, b)
	case OpMul:
		r.Mul(a, b)
	case OpDiv:
		r.Quo(a, b)
	default:
		return Wide{Low: uint64(Truth(compares(op, a.Cmp(b))))}, nil
	}
	return fromFloat(r, result)
}

// computeSpecial computes with numbers of which one may be infinite, or none, as with doubles.
func computeSpecial(op Opcode, of, result WideKind, x, y Wide) (Wide, error) {
	a, b := x.double(of), y.double(of)
	var v float64
	switch op {
	case OpMove:
		if v = a; !result.isFloat() {
			return Wide{}, errTooLarge
		}
	case OpTruth:
		return Wide{Low: uint64(Truth(a != 0))}, nil
	case OpNegate:
		v = -a
	case OpAdd:
		v = a + b
	case OpSub:
		v = a - b
	case OpMul:
		v = a * b
	case OpDiv:
		v = a / b
	default:
		holds := op == OpEq && a == b || op == OpNe && a != b || op == OpLess && a < b || op == OpLessEq && a <= b
		return Wide{Low: uint64(Truth(holds))}, nil
	}
	return fromDouble(v, result), nil
}

var errTooLarge = errors.New("a floating-point number does not fit the integer type that it is converted to")

// truncated converts v to an integer.
func truncated(v *big.Float, k WideKind) (Wide, error) {
	i, _ := v.Int(nil)
	low, high := new(big.Int), new(big.Int).Lsh(big.NewInt(1), 128)
	switch k {
	case WideSigned:
		low, high = big.NewInt(math.MinInt64), new(big.Int).Lsh(big.NewInt(1), 63)
	case WideUnsigned:
		high = new(big.Int).Lsh(big.NewInt(1), 64)
	case WideInt128:
		high = new(big.Int).Lsh(big.NewInt(1), 127)
		low = new(big.Int).Neg(high)
	}
	if i.Cmp(low) < 0 || i.Cmp(high) >= 0 {
		return Wide{}, errTooLarge
	}
	return fromInteger128(i), nil
}

// float returns the number; nil if it is none.
func (x Wide) float(k WideKind) *big.Float {
	if k != WideExtended {
		v := x.double(k)
		if v != v {
			return nil
		}
		return new(big.Float).SetPrec(mantissaBits).SetFloat64(v)
	}
	exponent, negative := int(x.High&special), x.High>>15&1 == 1
	v := new(big.Float).SetPrec(mantissaBits)
	switch {
	case exponent == special && x.Low<<1 != 0:
		return nil
	case exponent == special:
		return v.SetInf(negative)
	}
	v.SetUint64(x.Low)
	v.SetMantExp(v, exponent-bias-mantissaBits+1)
	if negative {
		v.Neg(v)
	}
	return v
}

// double returns the nearest double.
func (x Wide) double(k WideKind) float64 {
	switch k {
	case WideDouble:
		return Float(int64(x.Low), false)
	case WideSingle:
		return Float(int64(x.Low), true)
	}
	v := x.float(k)
	if v == nil {
		return math.NaN()
	}
	d, _ := v.Float64()
	return d
}

func fromDouble(v float64, k WideKind) Wide {
	switch {
	case k != WideExtended:
		return Wide{Low: uint64(FloatBits(v, k == WideSingle))}
	case v != v:
		return Wide{3 << 62, special | 1<<15}
	case math.IsInf(v, 0):
		return Wide{1 << 63, special | uint64(Truth(v < 0))<<15}
	}
	w, _ := fromFloat(new(big.Float).SetPrec(mantissaBits).SetFloat64(v), k)
	return w
}

// fromFloat rounds v to a number of the kind.
func fromFloat(v *big.Float, k WideKind) (Wide, error) {
	switch k {
	case WideDouble:
		d, _ := v.Float64()
		return fromDouble(d, k), nil
	case WideSingle:
		s, _ := v.Float32()
		return fromDouble(float64(s), k), nil
	}
	v = new(big.Float).SetPrec(mantissaBits).Set(v)
	sign := uint64(Truth(v.Signbit())) << 15
	if v.Sign() == 0 {
		return Wide{0, sign}, nil
	}
	mantissa := new(big.Float)
	exponent := v.MantExp(mantissa) + bias - 1
	switch {
	case exponent >= special:
		return Wide{1 << 63, special | sign}, nil
	case exponent <= 0: // too small for the usual form; it is rounded to zero
		return Wide{0, sign}, nil
	}
	mantissa.Abs(mantissa.SetMantExp(mantissa, mantissaBits))
	low, _ := mantissa.Uint64()
	return Wide{low, uint64(exponent) | sign}, nil
}

// ParseExtended returns the long double that is nearest to a constant of C without its suffix.
func ParseExtended(text string) (Wide, bool) {
	v, _, err := big.ParseFloat(text, 0, mantissaBits, big.ToNearestEven)
	if err != nil {
		return Wide{}, false
	}
	w, _ := fromFloat(v, WideExtended)
	return w, true
}

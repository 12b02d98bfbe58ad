package code

import "math"

// A register or a variable holds the bits of a floating-point number: of a double as a Uint64, of a float as a
// Uint32.

// Single says that the floating-point numbers of an instruction are floats: those it
// reads or, for OpFromInteger and OpFloat, the one it writes. Otherwise they are doubles.
const Single = 1

// Float returns the number with the bits v.
func Float(v int64, single bool) float64 {
	if single {
		return float64(math.Float32frombits(uint32(v)))
	}
	return math.Float64frombits(uint64(v))
}

// FloatBits returns the bits of v, rounded to a float if single.
func FloatBits(v float64, single bool) int64 {
	if single {
		return int64(math.Float32bits(float32(v)))
	}
	return int64(math.Float64bits(v))
}

// toInteger truncates v to an integer of type t; it returns false if that does not fit.
func toInteger(v float64, t Scalar) (int64, bool) {
	v = math.Trunc(v)
	bits := float64(8 * Size(t))
	low, high := 0.0, math.Exp2(bits)
	if Signed(t) {
		low, high = -math.Exp2(bits-1), math.Exp2(bits-1)
	}
	if !(v >= low && v < high) {
		return 0, false
	}
	if v >= math.Exp2(63) {
		return int64(uint64(v)), true
	}
	return int64(v), true
}

func fromInteger(i *Instruction, v int64) int64 {
	switch {
	case i.Sub != Single && i.N == 1:
		return FloatBits(float64(uint64(v)), false)
	case i.Sub != Single:
		return FloatBits(float64(v), false)
	case i.N == 1:
		return int64(math.Float32bits(float32(uint64(v))))
	}
	return int64(math.Float32bits(float32(v)))
}

// calculateFloat computes in the precision of the operands: the sum, difference, product and quotient of
// two floats are exactly the rounded results for doubles.
func calculateFloat(i *Instruction, a, b int64) int64 {
	single := i.Sub == Single
	x, y := Float(a, single), Float(b, single)
	switch i.Op {
	case OpFloatAdd:
		return FloatBits(x+y, single)
	case OpFloatSub:
		return FloatBits(x-y, single)
	case OpFloatMul:
		return FloatBits(x*y, single)
	case OpFloatDiv:
		return FloatBits(x/y, single)
	case OpFloatEq:
		return Truth(x == y)
	case OpFloatNe:
		return Truth(x != y)
	case OpFloatLess:
		return Truth(x < y)
	case OpFloatLessEq:
		return Truth(x <= y)
	}
	return FloatBits(mathFunctions[i.N].compute(x, y), false)
}

// mathFunction is a function of math.h. Inexact ones may differ from a C library's in the last digit.
type mathFunction struct {
	name      string
	arguments int
	compute   func(x, y float64) float64
}

func one(f func(float64) float64) func(x, _ float64) float64 {
	return func(x, _ float64) float64 { return f(x) }
}

var mathFunctions = []mathFunction{
	{"inf", 0, func(_, _ float64) float64 { return math.Inf(1) }}, {"nan", 0, func(_, _ float64) float64 { return math.NaN() }},
	{"sqrt", 1, one(math.Sqrt)}, {"fabs", 1, one(math.Abs)}, {"floor", 1, one(math.Floor)}, {"ceil", 1, one(math.Ceil)},
	{"trunc", 1, one(math.Trunc)}, {"round", 1, one(math.Round)}, {"rint", 1, one(math.RoundToEven)}, {"nearbyint", 1, one(math.RoundToEven)},
	{"fmod", 2, math.Mod}, {"fmin", 2, least}, {"fmax", 2, greatest}, {"copysign", 2, math.Copysign},
	{"cbrt", 1, one(math.Cbrt)}, {"exp", 1, one(math.Exp)}, {"exp2", 1, one(math.Exp2)}, {"expm1", 1, one(math.Expm1)},
	{"log", 1, one(math.Log)}, {"log2", 1, one(math.Log2)}, {"log10", 1, one(math.Log10)}, {"log1p", 1, one(math.Log1p)},
	{"sin", 1, one(math.Sin)}, {"cos", 1, one(math.Cos)}, {"tan", 1, one(math.Tan)},
	{"asin", 1, one(math.Asin)}, {"acos", 1, one(math.Acos)}, {"atan", 1, one(math.Atan)}, {"atan2", 2, math.Atan2},
	{"asinh", 1, one(math.Asinh)}, {"acosh", 1, one(math.Acosh)}, {"atanh", 1, one(math.Atanh)},
	{"remainder", 2, math.Remainder}, {"fdim", 2, difference}, {"nextafter", 2, math.Nextafter}, {"logb", 1, one(math.Logb)},
	{"ldexp", 2, scaled}, {"scalbn", 2, scaled}, {"scalbln", 2, scaled}, {"tgamma", 1, one(math.Gamma)}, {"erf", 1, one(math.Erf)}, {"erfc", 1, one(math.Erfc)},
	{"sinh", 1, one(math.Sinh)}, {"cosh", 1, one(math.Cosh)}, {"tanh", 1, one(math.Tanh)}, {"pow", 2, math.Pow}, {"hypot", 2, math.Hypot},
}

// MathErrno returns the errno of a function with this result for these arguments, or 0: EDOM if it is not defined there, and ERANGE if the
// result is too large or too small.
func MathErrno(n int64, result, x, y float64) int64 {
	const domain, outOfRange = 33, 34
	f := mathFunctions[n]
	isFinite := func(v float64) bool { return v-v == 0 }
	tooSmall := result == 0 && (f.name == "exp" || f.name == "exp2" || f.name == "pow" && x != 0)
	switch {
	case f.arguments == 0:
		return 0
	case result != result && x == x && y == y:
		return domain
	case isFinite(x) && isFinite(y) && (math.IsInf(result, 0) || tooSmall):
		return outOfRange
	}
	return 0
}

func scaled(x, by float64) float64 { return math.Ldexp(x, int(max(-5000, min(5000, by)))) }

func difference(x, y float64) float64 {
	if x <= y {
		return 0
	}
	return x - y
}

// least and greatest return the other operand if one is NaN.
func least(x, y float64) float64 {
	switch {
	case x != x:
		return y
	case y != y:
		return x
	}
	return math.Min(x, y)
}

func greatest(x, y float64) float64 { return -least(-x, -y) }

// MathFunction returns the index of a function of math.h and its number of arguments.
func MathFunction(name string) (n int64, arguments int, ok bool) {
	for k, f := range mathFunctions {
		if f.name == name {
			return int64(k), f.arguments, true
		}
	}
	return 0, 0, false
}

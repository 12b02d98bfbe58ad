package code

// Compute executes an instruction that only computes. It reports false where C does not define what
// that is; see [Instruction.Undefined].
func (f *Frame) Compute(i *Instruction) bool {
	var v int64
	r := f.R
	switch i.Op {
	case OpConst:
		r[i.D] = i.N
		return true
	case OpMove:
		r[i.D] = r[i.A]
		return true
	case OpPrivate:
		r[i.D] = PrivateSpace | (f.Private + i.N)
		return true
	case OpStack:
		r[i.D] = f.Stack + i.N
		return true
	case OpConvert:
		v = r[i.A]
	case OpTruth:
		v = truth(r[i.A] != 0)
	case OpIsZero:
		v = truth(r[i.A] == 0)
	case OpNegate:
		v = -r[i.A]
	case OpNot:
		v = ^r[i.A]
	case OpFromInteger:
		v = fromInteger(i, r[i.A])
	case OpToInteger:
		integer, fits := toInteger(Float(r[i.A], i.Sub == Single), i.T)
		if !fits {
			return false
		}
		v = integer
	case OpFloat:
		v = FloatBits(Float(r[i.A], i.Sub != Single), i.Sub == Single)
	default:
		x, y := r[i.A], r[i.B]
		if i.Op >= OpDiv && i.Op <= OpUMod && (y == 0 || y == -1 && overflows(i, x)) {
			return false
		}
		v = calculate(i, x, y)
	}
	r[i.D] = Cut(i.T, v)
	return true
}

// overflows reports whether x divided by -1 is too large.
func overflows(i *Instruction, x int64) bool {
	return (i.Op == OpDiv || i.Op == OpMod) && x < 0 && Cut(i.T, -x) == x
}

// Undefined says what is not defined where [Frame.Compute] reports false for i.
func (i *Instruction) Undefined(f *Frame) string {
	switch {
	case i.Op == OpToInteger:
		return "a floating-point number does not fit the integer type that it is converted to"
	case f.R[i.B] == 0:
		return "division by zero"
	}
	return "division of the least number by -1, which overflows"
}

// Operation stands for op on numbers of type t, in N of a LibUpdate.
func Operation(op Opcode, t Scalar) int64 { return int64(op) | int64(t)<<8 }

// Updated is what the LibUpdate i makes of a variable; defined is false where C does not define that.
func (i *Instruction) Updated(seen, operand int64) (v int64, defined bool) {
	f := Frame{R: []int64{0, seen, operand}}
	j := Instruction{Op: Opcode(i.N & 0xff), T: Scalar(i.N >> 8), D: 0, A: 1, B: 2}
	f.R[1] = Cut(j.T, seen)
	defined = f.Compute(&j)
	return Cut(i.T, f.R[0]), defined
}

func calculate(i *Instruction, x, y int64) int64 {
	switch i.Op {
	case OpAdd:
		return x + y
	case OpSub:
		return x - y
	case OpMul:
		return x * y
	case OpDiv:
		return x / y
	case OpUDiv:
		return int64(uint64(x) / uint64(y))
	case OpMod:
		return x % y
	case OpUMod:
		return int64(uint64(x) % uint64(y))
	case OpAnd:
		return x & y
	case OpOr:
		return x | y
	case OpXor:
		return x ^ y
	case OpShl:
		return x << (uint64(y) % uint64(8*Size(i.T)))
	case OpShr:
		return x >> (uint64(y) % uint64(8*Size(i.T)))
	case OpUShr:
		return int64(uint64(x) >> (uint64(y) % uint64(8*Size(i.T))))
	case OpEq:
		return truth(x == y)
	case OpNe:
		return truth(x != y)
	case OpLess:
		return truth(x < y)
	case OpLessEq:
		return truth(x <= y)
	case OpULess:
		return truth(uint64(x) < uint64(y))
	case OpULessEq:
		return truth(uint64(x) <= uint64(y))
	}
	return calculateFloat(i, x, y)
}

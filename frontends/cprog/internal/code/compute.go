package code

import (
	"fmt"

	"dporbench/model/operation"
)

// Run executes instructions from pc on, at most the given number, as long as they only compute or jump. It stops before
// an instruction that does more, or that is undefined for its operands; see [Instruction.Undefined]. It returns
// where it has stopped and how many instructions it has executed.
func (f *Frame) Run(body []Instruction, pc, most int) (at, steps int) {
	r := f.R
	for ; steps < most; steps++ {
		i := &body[pc]
		var v int64
		switch i.Op {
		case OpJump:
			pc = int(i.N)
			continue
		case OpJumpZero, OpJumpNonzero:
			if pc++; (r[i.A] == 0) == (i.Op == OpJumpZero) {
				pc = int(i.N)
			}
			continue
		case OpConst:
			v = i.N
		case OpMove:
			v = r[i.A]
		case OpPrivate:
			v = PrivateSpace | (f.Private + i.N)
		case OpStack:
			v = f.Stack + i.N
		case OpConvert:
			v = Cut(i.T, r[i.A])
		case OpTruth:
			v = Truth(r[i.A] != 0)
		case OpIsZero:
			v = Truth(r[i.A] == 0)
		case OpNegate:
			v = Cut(i.T, -r[i.A])
		case OpNot:
			v = Cut(i.T, ^r[i.A])
		case OpFromInteger:
			v = Cut(i.T, fromInteger(i, r[i.A]))
		case OpToInteger:
			integer, fits := toInteger(Float(r[i.A], i.Sub == Single), i.T)
			if !fits {
				return pc, steps
			}
			v = Cut(i.T, integer)
		case OpFloat:
			v = Cut(i.T, FloatBits(Float(r[i.A], i.Sub != Single), i.Sub == Single))
		case OpAdd:
			v = Cut(i.T, r[i.A]+r[i.B])
		case OpSub:
			v = Cut(i.T, r[i.A]-r[i.B])
		case OpMul:
			v = Cut(i.T, r[i.A]*r[i.B])
		case OpDiv, OpUDiv, OpMod, OpUMod:
			if r[i.B] == 0 || r[i.B] == -1 && overflows(i, r[i.A]) {
				return pc, steps
			}
			v = Cut(i.T, divide(i.Op, r[i.A], r[i.B]))
		case OpAnd:
			v = Cut(i.T, r[i.A]&r[i.B])
		case OpOr:
			v = Cut(i.T, r[i.A]|r[i.B])
		case OpXor:
			v = Cut(i.T, r[i.A]^r[i.B])
		case OpShl, OpShr, OpUShr:
			by := uint64(r[i.B])
			if by >= uint64(8*Size(i.T)) {
				return pc, steps
			}
			v = Cut(i.T, shift(i.Op, r[i.A], by))
		case OpFloatAdd, OpFloatSub, OpFloatMul, OpFloatDiv, OpFloatEq, OpFloatNe, OpFloatLess, OpFloatLessEq, OpMath:
			v = Cut(i.T, calculateFloat(i, r[i.A], r[i.B]))
		case OpEq:
			v = Truth(r[i.A] == r[i.B])
		case OpNe:
			v = Truth(r[i.A] != r[i.B])
		case OpLess:
			v = Truth(r[i.A] < r[i.B])
		case OpLessEq:
			v = Truth(r[i.A] <= r[i.B])
		case OpULess:
			v = Truth(uint64(r[i.A]) < uint64(r[i.B]))
		case OpULessEq:
			v = Truth(uint64(r[i.A]) <= uint64(r[i.B]))
		default:
			return pc, steps
		}
		r[i.D] = v
		pc++
	}
	return pc, steps
}

// overflows reports whether x divided by -1 is too large.
func overflows(i *Instruction, x int64) bool {
	return (i.Op == OpDiv || i.Op == OpMod) && x < 0 && Cut(i.T, -x) == x
}

// Undefined says what is undefined about i where [Frame.Run] stops before it.
func (i *Instruction) Undefined(f *Frame) string {
	switch {
	case i.Op == OpToInteger:
		return "a floating-point number does not fit the integer type that it is converted to"
	case i.Op == OpShl || i.Op == OpShr || i.Op == OpUShr:
		return fmt.Sprintf("a shift by %d of a number of %d bits", f.R[i.B], 8*Size(i.T))
	case f.R[i.B] == 0:
		return "division by zero"
	}
	return "division of the least number by -1, which overflows"
}

// Operation encodes op on numbers of type t, for N of a LibUpdate.
func Operation(op Opcode, t Scalar) int64 { return int64(op) | int64(t)<<8 }

// FloatOperation is like Operation, for one on floating-point numbers: single says whether they are floats, and variable what the variable
// holds.
func FloatOperation(op Opcode, single bool, variable Held) int64 {
	n := int64(op) | int64(1+variable)<<floatShift
	if single {
		n |= 1 << singleShift
	}
	return n
}

// Held says what number a variable holds.
type Held int64

const (
	HeldInteger Held = iota
	HeldFloat
	HeldDouble
)

const (
	floatShift  = 16
	singleShift = 24
)

// updatedFloat is like Updated, for a FloatOperation.
func (i *Instruction) updatedFloat(seen, operand int64) (v int64, defined bool) {
	held, single := Held(i.N>>floatShift&0xff)-1, i.N>>singleShift != 0
	x := float64(seen)
	switch {
	case held != HeldInteger:
		x = Float(seen, held == HeldFloat)
	case i.T == operation.Uint64:
		x = float64(uint64(seen))
	}
	j := Instruction{Op: Opcode(i.N & 0xff)}
	if single {
		j.Sub = Single
	}
	result := Float(calculateFloat(&j, FloatBits(x, single), operand), single)
	if held == HeldInteger {
		return toInteger(result, i.T)
	}
	return FloatBits(result, held == HeldFloat), true
}

// Updated returns the value that the LibUpdate i gives a variable; defined is false where C leaves it undefined.
func (i *Instruction) Updated(seen, operand int64) (v int64, defined bool) {
	if i.N>>floatShift != 0 {
		return i.updatedFloat(seen, operand)
	}
	f := Frame{R: []int64{0, seen, operand}}
	j := Instruction{Op: Opcode(i.N & 0xff), T: Scalar(i.N >> 8), D: 0, A: 1, B: 2}
	f.R[1] = Cut(j.T, seen)
	_, steps := f.Run([]Instruction{j}, 0, 1)
	return Cut(i.T, f.R[0]), steps == 1
}

func shift(op Opcode, x int64, by uint64) int64 {
	switch op {
	case OpShl:
		return x << by
	case OpShr:
		return x >> by
	}
	return int64(uint64(x) >> by) // OpUShr
}

func divide(op Opcode, x, y int64) int64 {
	switch op {
	case OpDiv:
		return x / y
	case OpUDiv:
		return int64(uint64(x) / uint64(y))
	case OpMod:
		return x % y
	}
	return int64(uint64(x) % uint64(y)) // OpUMod
}

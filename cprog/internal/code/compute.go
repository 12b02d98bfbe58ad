package code

// Run executes the instructions from pc on that only compute or jump, at most so many. It reports where it has
// stopped, and how many they were: before an instruction that does more, or that divides by zero.
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
			v = truth(r[i.A] != 0)
		case OpIsZero:
			v = truth(r[i.A] == 0)
		case OpNegate:
			v = Cut(i.T, -r[i.A])
		case OpNot:
			v = Cut(i.T, ^r[i.A])
		case OpAdd:
			v = Cut(i.T, r[i.A]+r[i.B])
		case OpSub:
			v = Cut(i.T, r[i.A]-r[i.B])
		case OpMul:
			v = Cut(i.T, r[i.A]*r[i.B])
		case OpDiv, OpUDiv, OpMod, OpUMod:
			if r[i.B] == 0 {
				return pc, steps
			}
			v = Cut(i.T, divide(i.Op, r[i.A], r[i.B]))
		case OpAnd:
			v = Cut(i.T, r[i.A]&r[i.B])
		case OpOr:
			v = Cut(i.T, r[i.A]|r[i.B])
		case OpXor:
			v = Cut(i.T, r[i.A]^r[i.B])
		case OpShl:
			v = Cut(i.T, r[i.A]<<shift(i.T, r[i.B]))
		case OpShr:
			v = Cut(i.T, r[i.A]>>shift(i.T, r[i.B]))
		case OpUShr:
			v = Cut(i.T, int64(uint64(r[i.A])>>shift(i.T, r[i.B])))
		case OpEq:
			v = truth(r[i.A] == r[i.B])
		case OpNe:
			v = truth(r[i.A] != r[i.B])
		case OpLess:
			v = truth(r[i.A] < r[i.B])
		case OpLessEq:
			v = truth(r[i.A] <= r[i.B])
		case OpULess:
			v = truth(uint64(r[i.A]) < uint64(r[i.B]))
		case OpULessEq:
			v = truth(uint64(r[i.A]) <= uint64(r[i.B]))
		default:
			return pc, steps
		}
		r[i.D] = v
		pc++
	}
	return pc, steps
}

// shift is by how many bits a t is shifted, which is less than it has.
func shift(t Scalar, by int64) uint64 { return uint64(by) % uint64(8*Size(t)) }

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

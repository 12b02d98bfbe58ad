package cprog

// compute executes an instruction that only computes. It reports false for a division
// by zero.
func compute(i *instruction, r []int64) bool {
	var v int64
	switch i.op {
	case opConst:
		r[i.d] = i.n
		return true
	case opMove:
		r[i.d] = r[i.a]
		return true
	case opConvert:
		v = r[i.a]
	case opTruth:
		v = truth(r[i.a] != 0)
	case opIsZero:
		v = truth(r[i.a] == 0)
	case opNegate:
		v = -r[i.a]
	case opNot:
		v = ^r[i.a]
	default:
		x, y := r[i.a], r[i.b]
		if y == 0 && i.op >= opDiv && i.op <= opUMod {
			return false
		}
		v = calculate(i, x, y)
	}
	r[i.d] = cut(i.t, v)
	return true
}

func calculate(i *instruction, x, y int64) int64 {
	switch i.op {
	case opAdd:
		return x + y
	case opSub:
		return x - y
	case opMul:
		return x * y
	case opDiv:
		return x / y
	case opUDiv:
		return int64(uint64(x) / uint64(y))
	case opMod:
		return x % y
	case opUMod:
		return int64(uint64(x) % uint64(y))
	case opAnd:
		return x & y
	case opOr:
		return x | y
	case opXor:
		return x ^ y
	case opShl:
		return x << (uint64(y) % uint64(8*size(i.t)))
	case opShr:
		return x >> (uint64(y) % uint64(8*size(i.t)))
	case opUShr:
		return int64(uint64(x) >> (uint64(y) % uint64(8*size(i.t))))
	case opEq:
		return truth(x == y)
	case opNe:
		return truth(x != y)
	case opLess:
		return truth(x < y)
	case opLessEq:
		return truth(x <= y)
	case opULess:
		return truth(uint64(x) < uint64(y))
	}
	return truth(uint64(x) <= uint64(y)) // opULessEq
}

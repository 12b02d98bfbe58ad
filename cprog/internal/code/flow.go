package code

// Computes reports whether i does nothing but compute a register from others.
func (i *Instruction) Computes() bool { return i.Op <= OpULessEq }

// Leaves reports whether i ends, under a condition, the loop that reaches to end.
func (i *Instruction) Leaves(end int) bool {
	return i.Jumps() && i.Op != OpJump && i.N > int64(end)
}

// Jumps reports whether the code goes on elsewhere after i, always or under a condition.
func (i *Instruction) Jumps() bool {
	return i.Op == OpJump || i.Op == OpJumpZero || i.Op == OpJumpNonzero
}

// Writes is the register that i writes, or NoRegister.
func (i *Instruction) Writes() Register {
	switch i.Op {
	case OpStore, OpCopy, OpZero, OpJump, OpJumpZero, OpJumpNonzero, OpOrder, OpReturn, OpBlock, OpEnter, OpLoop, OpBegin, OpEnd:
		return NoRegister
	}
	return i.D
}

// Reads calls use for the registers that i reads.
func (i *Instruction) Reads(use func(Register)) {
	switch i.Op {
	case OpConst, OpPrivate, OpStack, OpThreadLocal, OpOrder, OpJump, OpBlock, OpEnter, OpLoop, OpBegin, OpEnd:
	case OpCompareExchange:
		use(i.A)
		use(i.B)
		use(i.C)
	case OpStore, OpCopy, OpSwap, OpFetch:
		use(i.A)
		use(i.B)
	case OpCall, OpLibrary:
	case OpReturn:
		if i.A != NoRegister {
			use(i.A)
		}
	default:
		use(i.A)
		if i.Op >= OpAdd && i.Op <= OpULessEq {
			use(i.B)
		}
	}
	for _, r := range i.Args {
		use(r)
	}
}

// Pure reports whether i only computes. So does a fence, for a loop that waits: what it makes the stores
// before it wait for, they may come to without it. A memory order changes nothing, either, and
// in which block the loop is does not matter to it.
func (i *Instruction) Pure() bool {
	return i.Computes() || i.Op == OpPrivate || i.Op == OpStack || i.Op == OpFence || i.Op == OpOrder || i.Op == OpBlock
}

// Addresses reports whether i only computes, as addresses are computed: without failing.
func (i *Instruction) Addresses() bool {
	switch i.Op {
	case OpConst, OpMove, OpConvert, OpAdd, OpSub, OpMul, OpPrivate, OpStack, OpThreadLocal:
		return true
	}
	return false
}

// Accesses reports whether i accesses the number at the address in A.
func (i *Instruction) Accesses() bool {
	switch i.Op {
	case OpLoad, OpStore, OpSwap, OpFetch, OpCompareExchange:
		return true
	}
	return false
}

package code

// Computes reports whether i does nothing but compute a register from others.
func (i *Instruction) Computes() bool { return i.Op <= OpULessEq }

// Leaves reports whether i conditionally leaves the loop whose last instruction is at end.
func (i *Instruction) Leaves(end int) bool {
	return i.Jumps() && i.Op != OpJump && i.N > int64(end)
}

// Jumps reports whether i is a jump, conditional or not.
func (i *Instruction) Jumps() bool {
	return i.Op == OpJump || i.Op == OpJumpZero || i.Op == OpJumpNonzero
}

// Writes returns the register that i writes, or NoRegister.
func (i *Instruction) Writes() Register {
	switch i.Op {
	case OpStore, OpCopy, OpZero, OpJump, OpJumpZero, OpJumpNonzero, OpOrder, OpReturn, OpBlock, OpForget, OpEnter, OpLoop, OpBegin, OpEnd:
		return NoRegister
	}
	return i.D
}

// Reads calls use for each register that i reads.
func (i *Instruction) Reads(use func(Register)) {
	switch i.Op {
	case OpConst, OpPrivate, OpStack, OpThreadLocal, OpOrder, OpJump, OpBlock, OpForget, OpEnter, OpLoop, OpBegin, OpEnd:
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

// Pure reports whether i only computes, as far as a waiting loop is concerned. A fence counts as pure: the stores
// before it may reach memory without it as well. A memory order changes nothing either, and the loop does not
// depend on its block, or on a value that a variable has lost.
func (i *Instruction) Pure() bool {
	return i.Computes() || i.Op == OpPrivate || i.Op == OpStack || i.Op == OpFence || i.Op == OpOrder || i.Op == OpBlock || i.Op == OpForget
}

// Addresses reports whether i only computes in ways used for addresses, which cannot fail.
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

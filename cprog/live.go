package cprog

import "slices"

// mostLive bounds the work for one function: instructions times registers.
const mostLive = 1 << 30

// findLive finds for each instruction the registers that may be read, from there on,
// before they are written. At the beginning of a loop, they are what an iteration can
// know of earlier ones. ok is false if f is too long.
func (f *function) findLive() (live []registerSet, ok bool) {
	live, ok = f.readAfter((*instruction).matters)
	for at, i := range f.code {
		if i.op == opLoop && ok {
			f.loops[i.n] = f.usedByIteration(at, live).list()
		}
	}
	return live, ok
}

// matters is what findLive takes to read its operands: every instruction.
func (i *instruction) matters(registerSet) bool { return true }

// hasUse reports whether i does more than to compute a register that is not read after it.
func (i *instruction) hasUse(after registerSet) bool {
	return !i.computes() || after.has(i.d)
}

// findUnused marks the read-modify-writes whose result nobody uses.
func (f *function) findUnused() {
	isFetch := func(i instruction) bool { return i.op == opFetch }
	if !slices.ContainsFunc(f.code, isFetch) {
		return
	}
	used, _ := f.readAfter((*instruction).hasUse)
	for at := range f.code {
		if i := &f.code[at]; isFetch(*i) && !used[at+1].has(i.d) {
			i.n = unusedResult
		}
	}
}

// readAfter finds for each instruction the registers that instructions which matter, given
// the registers read after them, may read from there on before they are written. ok is false
// if f is too long.
func (f *function) readAfter(matters func(i *instruction, after registerSet) bool) (live []registerSet, ok bool) {
	if int64(len(f.code))*int64(f.registers) > mostLive {
		return nil, false
	}
	live = make([]registerSet, len(f.code)+1)
	for i := range live {
		live[i] = newRegisterSet(f.registers)
	}
	after := newRegisterSet(f.registers)
	for changed := true; changed; {
		changed = false
		for at := len(f.code) - 1; at >= 0; at-- {
			i := &f.code[at]
			after.clear()
			if i.op != opReturn && i.op != opJump {
				after.add(live[at+1])
			}
			if i.jumps() {
				after.add(live[i.n])
			}
			uses := matters(i, after)
			after.remove(i.writes())
			if uses {
				i.reads(after.insert)
			}
			changed = live[at].add(after) || changed
		}
	}
	return live, true
}

// usedByIteration is the registers that an iteration of the loop that begins at that place may use. If
// they are as when the last iteration began, then what decides at its beginning, from registers
// alone, whether the loop ends, decides as it did then: what is used behind the loop does
// not count.
func (f *function) usedByIteration(at int, live []registerSet) registerSet {
	end, body := f.loopEnd(at), at+1
	for f.code[body].computes() || f.code[body].leaves(end) {
		body++
	}
	used := newRegisterSet(f.registers)
	used.add(live[body])
	for k := body - 1; k > at; k-- {
		used.remove(f.code[k].writes())
		f.code[k].reads(used.insert)
	}
	return used
}

// loopEnd is the last instruction that jumps back to the beginning of a loop.
func (f *function) loopEnd(at int) int {
	for end := len(f.code) - 1; end > at; end-- {
		if i := &f.code[end]; i.jumps() && i.n == int64(at) {
			return end
		}
	}
	return at
}

// computes reports whether i does nothing but compute a register from others.
func (i *instruction) computes() bool { return i.op <= opULessEq }

// leaves reports whether i ends, under a condition, the loop that reaches to end.
func (i *instruction) leaves(end int) bool {
	return i.jumps() && i.op != opJump && i.n > int64(end)
}

func (i *instruction) jumps() bool {
	return i.op == opJump || i.op == opJumpZero || i.op == opJumpNonzero
}

// writes is the register that i writes, or noRegister.
func (i *instruction) writes() register {
	switch i.op {
	case opStore, opCopy, opZero, opJump, opJumpZero, opJumpNonzero, opReturn, opEnter, opLoop:
		return noRegister
	}
	return i.d
}

// reads calls use for the registers that i reads.
func (i *instruction) reads(use func(register)) {
	switch i.op {
	case opConst, opPrivate, opStack, opThreadLocal, opJump, opEnter, opLoop:
	case opCompareExchange:
		use(i.a)
		use(i.b)
		use(i.c)
	case opStore, opCopy, opSwap, opFetch:
		use(i.a)
		use(i.b)
	case opCall, opLibrary:
	case opReturn, opFence:
		if i.a != noRegister {
			use(i.a)
		}
	default:
		use(i.a)
		if i.op >= opAdd && i.op <= opULessEq {
			use(i.b)
		}
	}
	for _, r := range i.args {
		use(r)
	}
}

// registerSet is a set of registers as bits.
type registerSet []uint64

func newRegisterSet(registers int32) registerSet { return make(registerSet, (registers+63)/64) }

func (s registerSet) clear() { clear(s) }

func (s registerSet) insert(r register) { s[r/64] |= 1 << (r % 64) }

func (s registerSet) remove(r register) {
	if r != noRegister {
		s[r/64] &^= 1 << (r % 64)
	}
}

func (s registerSet) has(r register) bool { return s[r/64]>>(r%64)&1 != 0 }

// meets reports whether s and t have a register in common.
func (s registerSet) meets(t registerSet) bool {
	for k, word := range t {
		if s[k]&word != 0 {
			return true
		}
	}
	return false
}

// add adds the registers of t, and reports whether s has changed.
func (s registerSet) add(t registerSet) (changed bool) {
	for k, word := range t {
		changed = changed || s[k]|word != s[k]
		s[k] |= word
	}
	return changed
}

func (s registerSet) list() (all []register) {
	for r := range register(64 * len(s)) {
		if s.has(r) {
			all = append(all, r)
		}
	}
	return all
}

package cprog

// A loop that does nothing but read one variable until its value passes a test is an
// await: iterations that fail change nothing, so they need not be executions. What
// the test is need not be understood: it is the code of the loop, executed on a copy of
// the registers for any value, up to where it leaves the loop or begins it again.

// wait is a loop that waits, or an assume that tests the value just read.
type wait struct {
	from int // the instruction after the access
	head int // where the loop begins again; for an assume -1
	last int // the last instruction of the loop, or the assume
}

// findWaits notes which accesses of f can wait: n of such an instruction is 1 + the
// index of its wait.
func (f *function) findWaits(assumes bool) {
	for at := range f.code {
		switch i := &f.code[at]; {
		case i.op == opLoop:
			f.findLoopWait(at)
		case assumes && i.op == opLibrary && libraryFunction(i.sub) == libAssume:
			f.findAssumeWait(at)
		}
	}
}

// findAssumeWait looks for the access whose value the assume tests: the last one before
// it, if only computations lie between and nothing jumps in among them or out.
func (f *function) findAssumeWait(assume int) {
	access := assume - 1
	for access >= 0 && (f.code[access].pure() || f.code[access].jumps()) {
		access--
	}
	if access < 0 || f.code[access].op != opLoad || f.code[access].n != 0 {
		return
	}
	for at := range f.code {
		i := &f.code[at]
		inside := at > access && at < assume
		if i.jumps() && inside != (i.n > int64(access) && i.n <= int64(assume)) {
			return
		}
	}
	f.waits = append(f.waits, wait{access + 1, -1, assume})
	f.code[access].n = int64(len(f.waits))
}

func (f *function) findLoopWait(head int) {
	last := -1
	for at := head; at < len(f.code); at++ {
		if i := &f.code[at]; i.jumps() && i.n == int64(head) {
			last = at
		}
	}
	if last < 0 {
		return
	}
	live := newRegisterSet(f.registers)
	for _, r := range f.loops[f.code[head].n] {
		live.insert(r)
	}
	access := -1
	for at := head + 1; at <= last; at++ {
		i := &f.code[at]
		switch {
		case i.op == opLoad && access < 0:
			access = at
		case !i.pure() && !i.jumps():
			return
		}
		if d := i.writes(); d != noRegister && live.has(d) {
			return // what one iteration does depends on the one before
		}
	}
	if access >= 0 {
		f.waits = append(f.waits, wait{access + 1, head, last})
		f.code[access].n = int64(len(f.waits))
	}
}

// pure reports whether i only computes.
func (i *instruction) pure() bool {
	return i.op <= opULessEq || i.op == opPrivate || i.op == opStack || i.op == opThreadLocal
}

// loadAt loads what is at address, and waits for it if that is all the loop does.
func (th *thread) loadAt(c *call, i *instruction, address int64) int64 {
	if i.n == 0 || th.model == nil || address&privateSpace != 0 || address >= constantSpace {
		return th.load(i, address, i.t)
	}
	cell := th.cell(i, address, i.t)
	th.event(i)
	w := c.f.waits[i.n-1]
	r := append([]int64(nil), c.r...)
	scratch := make([]int64, len(r))
	return cut(i.t, th.model.Await(cell.variable, func(v int64) bool {
		copy(scratch, r)
		scratch[i.d] = cut(i.t, v)
		return w.passes(c.f.code, scratch, c)
	}))
}

// passes reports whether the test succeeds for registers r.
func (w wait) passes(code []instruction, r []int64, c *call) bool {
	for pc := w.from; ; pc++ {
		if pc == w.head {
			return false
		}
		if pc > w.last || pc < w.head {
			return true
		}
		i := &code[pc]
		switch i.op {
		case opLibrary: // the assume
			return r[i.args[0]] != 0
		case opJump:
			pc = int(i.n) - 1
		case opJumpZero:
			if r[i.a] == 0 {
				pc = int(i.n) - 1
			}
		case opJumpNonzero:
			if r[i.a] != 0 {
				pc = int(i.n) - 1
			}
		case opPrivate:
			r[i.d] = privateSpace | (c.private + i.n)
		case opStack:
			r[i.d] = c.stack + i.n
		default:
			if !compute(i, r) {
				return true // the thread fails
			}
		}
	}
}

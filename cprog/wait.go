package cprog

// A loop that does nothing but read one variable until its value passes a test is an
// await: iterations that fail change nothing, so they need not be executions. What
// the test is need not be understood: it is the code of the loop, executed on a copy of
// the registers for any value, up to where it leaves the loop or begins it again.

// wait is a loop that waits, or an assume that tests the value just read.
type wait struct {
	from        int // the instruction after the access
	again       int // where the loop is as it was before the access; -1 for an assume
	first, last int // instructions of the loop; last is the assume
}

// findWaits notes which accesses of f can wait: n of such an instruction is 1 + the
// index of its wait. live are the registers in use before each instruction.
func (f *function) findWaits(live []registerSet, assumes bool) {
	for at := range f.code {
		switch i := &f.code[at]; {
		case i.op == opLoop:
			f.findLoopWait(at, live)
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
	if access < 0 || f.code[access].op != opLoad || f.code[access].n != 0 || !f.tests(access, assume) {
		return
	}
	for at := range f.code {
		i := &f.code[at]
		inside := at > access && at < assume
		if i.jumps() && inside != (i.n > int64(access) && i.n <= int64(assume)) {
			return
		}
	}
	f.waits = append(f.waits, wait{access + 1, -1, access, assume})
	f.code[access].n = int64(len(f.waits))
}

// tests reports whether the assume depends on what has been loaded.
func (f *function) tests(access, assume int) bool {
	loaded := map[register]bool{f.code[access].d: true}
	for at := access + 1; at < assume; at++ {
		i := &f.code[at]
		depends := false
		i.reads(func(r register) { depends = depends || loaded[r] })
		if depends && i.jumps() {
			return true
		}
		if d := i.writes(); depends && d != noRegister {
			loaded[d] = true
		}
	}
	return loaded[f.code[assume].args[0]]
}

// findLoopWait looks for the only access of the loop that begins at head, and for a
// place before it where nothing is in use that an iteration writes: whenever the loop
// comes there, it does the same again.
func (f *function) findLoopWait(head int, live []registerSet) {
	last, access := f.lastJumpTo(head), -1
	written := newRegisterSet(f.registers)
	for at := head + 1; at <= last; at++ {
		i := &f.code[at]
		switch {
		case i.op == opLoad && access < 0 && i.n == 0:
			access = at
		case !i.pure() && !i.jumps():
			return
		}
		if d := i.writes(); d != noRegister {
			written.insert(d)
		}
	}
	if access < 0 {
		return
	}
	again := head
	for at := access; written.meets(live[again]); at-- {
		if again = at; at <= head || f.isTarget(at) || at < access && !f.code[at].pure() {
			return
		}
	}
	f.waits = append(f.waits, wait{access + 1, again, head, last})
	f.code[access].n = int64(len(f.waits))
}

func (f *function) lastJumpTo(head int) (last int) {
	for at := head; at < len(f.code); at++ {
		if i := &f.code[at]; i.jumps() && i.n == int64(head) {
			last = at
		}
	}
	return last
}

func (f *function) isTarget(at int) bool {
	for k := range f.code {
		if i := &f.code[k]; i.jumps() && i.n == int64(at) {
			return true
		}
	}
	return false
}

// pure reports whether i only computes. So does a fence, for a loop that waits: what it makes the stores
// before it wait for, they may come to without it.
func (i *instruction) pure() bool {
	return i.computes() || i.op == opPrivate || i.op == opStack || i.op == opFence
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

// mostTestSteps bounds a test. One that takes longer is left to the thread itself.
const mostTestSteps = 100_000

// passes reports whether the test succeeds for registers r.
func (w wait) passes(code []instruction, r []int64, c *call) bool {
	for pc, steps := w.from, 0; steps < mostTestSteps; pc, steps = pc+1, steps+1 {
		if pc == w.again {
			return false
		}
		if pc < w.first || pc > w.last {
			return true
		}
		i := &code[pc]
		switch i.op {
		case opLibrary: // the assume
			return r[i.args[0]] != 0
		case opLoop, opFence:
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
	return true
}

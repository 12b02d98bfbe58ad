package waiting

import "dporbench/frontends/cprog/internal/code"

// A loop that does nothing but read one variable until its value passes a test is an
// await: iterations that fail change nothing, so they need not be explored. The test
// need not be understood: it is the code of the loop, executed on a copy of
// the registers for any value, until it leaves the loop or begins it again.

// findWaits notes which accesses of f can wait: N of such an instruction is 1 + the
// index of its wait. live are the registers in use before each instruction.
func findWaits(f *code.Function, live []registerSet, assumes bool) {
	for at := range f.Code {
		switch i := &f.Code[at]; {
		case i.Op == code.OpLoop:
			findLoopWait(f, at, live)
		case assumes && i.Op == code.OpLibrary && code.LibraryFunction(i.Sub) == code.LibAssume:
			findAssumeWait(f, at)
		}
	}
}

// findAssumeWait looks for the access whose value the assume tests: the last one before
// it, if only computations lie in between and no jumps lead in or out.
func findAssumeWait(f *code.Function, assume int) {
	access := assume - 1
	for access >= 0 && (f.Code[access].Pure() || f.Code[access].Jumps()) {
		access--
	}
	if access < 0 || f.Code[access].Op != code.OpLoad || f.Code[access].N != 0 || !tests(f, access, assume) {
		return
	}
	for at := range f.Code {
		i := &f.Code[at]
		inside := at > access && at < assume
		if i.Jumps() && inside != (i.N > int64(access) && i.N <= int64(assume)) {
			return
		}
	}
	f.Waits = append(f.Waits, code.Wait{From: access + 1, Again: -1, First: access, Last: assume})
	f.Code[access].N = int64(len(f.Waits))
}

// tests reports whether the assume depends on the loaded value.
func tests(f *code.Function, access, assume int) bool {
	loaded := map[code.Register]bool{f.Code[access].D: true}
	for at := access + 1; at < assume; at++ {
		i := &f.Code[at]
		depends := false
		i.Reads(func(r code.Register) { depends = depends || loaded[r] })
		if depends && i.Jumps() {
			return true
		}
		if d := i.Writes(); depends && d != code.NoRegister {
			loaded[d] = true
		}
	}
	return loaded[f.Code[assume].Args[0]]
}

// findLoopWait looks for the only access of the loop that begins at head, and for a
// place before it where no register written by an iteration is in use: whenever the loop
// gets there, it does the same again.
func findLoopWait(f *code.Function, head int, live []registerSet) {
	last, access := loopEnd(f, head), -1
	written := newRegisterSet(len(f.Registers))
	for at := head + 1; at <= last; at++ {
		i := &f.Code[at]
		switch {
		case i.Op == code.OpLoad && access < 0 && i.N == 0:
			access = at
		case !i.Pure() && !i.Jumps():
			return
		}
		if d := i.Writes(); d != code.NoRegister {
			written.insert(d)
		}
	}
	if access < 0 {
		return
	}
	again := head
	for at := access; written.meets(live[again]); at-- {
		if again = at; at <= head || isTarget(f, at) || at < access && !f.Code[at].Pure() {
			return
		}
	}
	f.Waits = append(f.Waits, code.Wait{From: access + 1, Again: again, First: head, Last: last})
	f.Code[access].N = int64(len(f.Waits))
}

func isTarget(f *code.Function, at int) bool {
	for k := range f.Code {
		if i := &f.Code[k]; i.Jumps() && i.N == int64(at) {
			return true
		}
	}
	return false
}

package waiting

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
)

// mostLive bounds the work for one function: instructions times registers.
const mostLive = 1 << 30

// findLive finds for each instruction the registers that may be read from there on
// before they are written. At the beginning of a loop, they are all that an iteration
// has of earlier ones. ok is false if f is too long.
func findLive(f *code.Function) (live []registerSet, ok bool) {
	live, ok = readAfter(f, matters)
	for at, i := range f.Code {
		if i.Op == code.OpLoop && ok {
			f.Loops[i.N] = usedByIteration(f, at, live).list()
		}
	}
	return live, ok
}

// Live lists, for each instruction of f, the registers that may be read from there on before they are written; ok is false if f is too long.
func Live(f *code.Function) (all [][]code.Register, ok bool) {
	live, ok := readAfter(f, matters)
	for _, set := range live {
		all = append(all, set.list())
	}
	return all, ok
}

// matters says that every instruction reads its operands, for findLive.
func matters(*code.Instruction, registerSet) bool { return true }

// readAfter finds for each instruction the registers that may be read from there on, before they are written,
// by instructions that matter, given the registers read after those. ok is false if f is too long.
func readAfter(f *code.Function, matters func(i *code.Instruction, after registerSet) bool) (live []registerSet, ok bool) {
	if int64(len(f.Code))*int64(len(f.Registers)) > mostLive {
		return nil, false
	}
	live = make([]registerSet, len(f.Code)+1)
	for i := range live {
		live[i] = newRegisterSet(len(f.Registers))
	}
	after := newRegisterSet(len(f.Registers))
	for changed := true; changed; {
		changed = false
		for at := len(f.Code) - 1; at >= 0; at-- {
			i := &f.Code[at]
			clear(after)
			if i.Op != code.OpReturn && i.Op != code.OpJump {
				after.add(live[at+1])
			}
			if i.Jumps() {
				after.add(live[i.N])
			}
			uses := matters(i, after)
			after.remove(i.Writes())
			if uses {
				i.Reads(after.insert)
			}
			changed = live[at].add(after) || changed
		}
	}
	return live, true
}

// usedByIteration returns the registers that an iteration of the loop headed by instruction at may use. If
// they are as when the last iteration began, then the tests at its beginning that decide, from registers
// alone, whether the loop ends, decide as they did then; so registers used only after the loop do
// not count.
func usedByIteration(f *code.Function, at int, live []registerSet) registerSet {
	end, body := loopEnd(f, at), at+1
	for f.Code[body].Computes() || f.Code[body].Leaves(end) {
		body++
	}
	used := newRegisterSet(len(f.Registers))
	used.add(live[body])
	for k := body - 1; k > at; k-- {
		used.remove(f.Code[k].Writes())
		f.Code[k].Reads(used.insert)
	}
	return used
}

// loopEnd returns the last instruction that jumps back to the beginning of a loop.
func loopEnd(f *code.Function, at int) int {
	for end := len(f.Code) - 1; end > at; end-- {
		if i := &f.Code[end]; i.Jumps() && i.N == int64(at) {
			return end
		}
	}
	return at
}

// OnlyLoop returns f with returns in place of all instructions outside the loop that begins at head.
func OnlyLoop(f *code.Function, head int) *code.Function {
	only, end := *f, loopEnd(f, head)
	only.Code = slices.Clone(f.Code)
	for at := range only.Code {
		if at < head || at > end {
			only.Code[at] = code.Instruction{Op: code.OpReturn, A: code.NoRegister}
		}
	}
	return &only
}

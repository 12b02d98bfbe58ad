package waiting

import "dporbench/frontends/cprog/internal/code"

// registerSet is a set of registers as bits.
type registerSet []uint64

func newRegisterSet(registers int) registerSet { return make(registerSet, (registers+63)/64) }

func (s registerSet) insert(r code.Register) { s[r/64] |= 1 << (r % 64) }

func (s registerSet) remove(r code.Register) {
	if r != code.NoRegister {
		s[r/64] &^= 1 << (r % 64)
	}
}

func (s registerSet) has(r code.Register) bool { return s[r/64]>>(r%64)&1 != 0 }

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

func (s registerSet) list() (all []code.Register) {
	for r := range code.Register(64 * len(s)) {
		if s.has(r) {
			all = append(all, r)
		}
	}
	return all
}

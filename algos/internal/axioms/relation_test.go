package axioms

import (
	"math/bits"
	"slices"
)

// relation is a relation on at most 64 events: bit b of r[a] is set if a is related to b.
type relation []uint64

func (r relation) has(a, b int) bool { return r[a]>>b&1 != 0 }
func (r relation) add(a, b int)      { r[a] |= 1 << b }

// or is r ∪ s.
func (r relation) or(all ...relation) relation {
	t := slices.Clone(r)
	for _, s := range all {
		for a := range t {
			t[a] |= s[a]
		}
	}
	return t
}

// and is r ∩ s.
func (r relation) and(s relation) relation {
	t := slices.Clone(r)
	for a := range t {
		t[a] &= s[a]
	}
	return t
}

// without is r \ s.
func (r relation) without(s relation) relation {
	t := slices.Clone(r)
	for a := range t {
		t[a] &^= s[a]
	}
	return t
}

// then is the composition r;s, and so on.
func (r relation) then(all ...relation) relation {
	for _, s := range all {
		t := make(relation, len(r))
		for a, to := range r {
			for ; to != 0; to &= to - 1 {
				t[a] |= s[bits.TrailingZeros64(to)]
			}
		}
		r = t
	}
	return r
}

// optional is r?, the reflexive closure.
func (r relation) optional() relation {
	t := slices.Clone(r)
	for a := range t {
		t.add(a, a)
	}
	return t
}

// plus is r⁺, the transitive closure.
func (r relation) plus() relation {
	t := slices.Clone(r)
	for b := range t {
		for a := range t {
			if t.has(a, b) {
				t[a] |= t[b]
			}
		}
	}
	return t
}

// inverse is r⁻¹.
func (r relation) inverse() relation {
	t := make(relation, len(r))
	for a, to := range r {
		for ; to != 0; to &= to - 1 {
			t.add(bits.TrailingZeros64(to), a)
		}
	}
	return t
}

func (r relation) empty() bool {
	return !slices.ContainsFunc(r, func(to uint64) bool { return to != 0 })
}

func (r relation) irreflexive() bool {
	for a := range r {
		if r.has(a, a) {
			return false
		}
	}
	return true
}

func (r relation) acyclic() bool { return r.plus().irreflexive() }

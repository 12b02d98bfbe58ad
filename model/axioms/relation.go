package axioms

import (
	"math/bits"
	"slices"
)

// relation is a relation on events: bit b of row a is set if a is related to b. All relations of one graph have one size.
type relation struct {
	n, words int
	bits     []uint64 // row by row
}

func newRelation(n int) relation {
	words := (n + 63) / 64
	return relation{n, words, make([]uint64, n*words)}
}

func (r relation) row(a int) []uint64 { return r.bits[a*r.words : (a+1)*r.words] }
func (r relation) has(a, b int) bool  { return r.bits[a*r.words+b/64]>>(b%64)&1 != 0 }
func (r relation) add(a, b int)       { r.bits[a*r.words+b/64] |= 1 << (b % 64) }

func (r relation) clone() relation { return relation{r.n, r.words, slices.Clone(r.bits)} }

// each calls f for each b that a is related to.
func (r relation) each(a int, f func(b int)) {
	for w, word := range r.row(a) {
		for ; word != 0; word &= word - 1 {
			f(w*64 + bits.TrailingZeros64(word))
		}
	}
}

// or is r ∪ s.
func (r relation) or(all ...relation) relation {
	t := r.clone()
	for _, s := range all {
		unite(t.bits, s.bits)
	}
	return t
}

func unite(to, from []uint64) {
	for i, word := range from {
		to[i] |= word
	}
}

// and is r ∩ s.
func (r relation) and(s relation) relation {
	t := r.clone()
	for i, word := range s.bits {
		t.bits[i] &= word
	}
	return t
}

// without is r \ s.
func (r relation) without(s relation) relation {
	t := r.clone()
	for i, word := range s.bits {
		t.bits[i] &^= word
	}
	return t
}

// then is the composition r;s, and so on.
func (r relation) then(all ...relation) relation {
	for _, s := range all {
		t := newRelation(r.n)
		for a := range r.n {
			r.each(a, func(b int) { unite(t.row(a), s.row(b)) })
		}
		r = t
	}
	return r
}

// optional is r?, the reflexive closure.
func (r relation) optional() relation {
	t := r.clone()
	for a := range t.n {
		t.add(a, a)
	}
	return t
}

// plus is r⁺, the transitive closure.
func (r relation) plus() relation {
	t := r.clone()
	for b := range t.n {
		for a := range t.n {
			if t.has(a, b) {
				unite(t.row(a), t.row(b))
			}
		}
	}
	return t
}

// inverse is r⁻¹.
func (r relation) inverse() relation {
	t := newRelation(r.n)
	for a := range r.n {
		r.each(a, func(b int) { t.add(b, a) })
	}
	return t
}

func (r relation) empty() bool {
	return !slices.ContainsFunc(r.bits, func(word uint64) bool { return word != 0 })
}

func (r relation) irreflexive() bool {
	for a := range r.n {
		if r.has(a, a) {
			return false
		}
	}
	return true
}

func (r relation) acyclic() bool { return r.plus().irreflexive() }

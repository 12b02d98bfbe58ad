package errata_test

import (
	"slices"

	"dporbench/model"
)

// expression is a sleep set expression, P▷x^R or P[ψ']^D▷x^R. An expression is
// never changed: what updates it returns another one.
type expression struct {
	pattern  pattern       // P
	inner    *expression   // ψ', nil if there is none
	heads    []model.Event // D
	variable int32         // x
	reads    []model.Event // R

	// What the corrections need.
	ended bool        // 4: the expression is an inner one, and a write of its x has come
	first model.Event // 9: e of the race e ≲ e' that the expression comes from,
	after int64       // and the value of x right after it
}

// contains reports whether ψ contains ▷x.
func (s *expression) contains(x int32) bool {
	return s.variable == x || s.inner != nil && s.inner.contains(x)
}

// pattern is P = w'_0{e'_1}w'_1···{e'_i}w'_i.
type pattern struct {
	parts [][]augmented // w'_0 to w'_i
	heads []model.Event // e'_1 to e'_i
}

// augmented is e_l^{C_l}.
type augmented struct {
	event model.Event
	met   []model.Event // C_l
	gone  bool          // 13: it has been removed from w'_j
}

// then appends an event to w'_i.
func (p pattern) then(e model.Event) pattern {
	last := len(p.parts) - 1
	p.parts = slices.Clone(p.parts)
	p.parts[last] = append(slices.Clone(p.parts[last]), augmented{event: e})
	return p
}

// thenHead appends {e}, and an empty sequence.
func (p pattern) thenHead(e model.Event) pattern {
	return pattern{append(slices.Clone(p.parts), nil), append(slices.Clone(p.heads), e)}
}

// with puts what e_l^{C_l} has become in its place in w'_j.
func (p pattern) with(j, l int, a augmented) pattern {
	p.parts = slices.Clone(p.parts)
	p.parts[j] = slices.Clone(p.parts[j])
	p.parts[j][l] = a
	return p
}

// without removes e_l from w'_j.
func (p pattern) without(j, l int) pattern {
	p.parts = slices.Clone(p.parts)
	p.parts[j] = slices.Delete(slices.Clone(p.parts[j]), l, l+1)
	return p
}

// add is the set with e in it.
func add(set []model.Event, e model.Event) []model.Event {
	if slices.Contains(set, e) {
		return set
	}
	return append(slices.Clip(set), e)
}

// same reports whether two events are one: the same step of the same thread.
func same(e, f model.Event) bool { return e.Thread == f.Thread && e.Index == f.Index }

func writes(k model.Kind) bool { return k == model.Write || k == model.Update }

package algorithm2

import (
	"slices"

	"dporbench/model/event"
)

// characterization is a set of sleep set expressions.
type characterization []*expression

// expression is a sleep set expression ψ, P▷x^R or P[ψ']^D▷x^R.
type expression struct {
	p        pattern       // P
	inner    *expression   // ψ', nil if there is none
	heads    []event.Event // D
	variable int32         // x
	reads    []event.Event // R

	// For the corrections.
	ended bool        // 4: this is an inner expression, and a write of its x has occurred
	first event.Event // 9: e of the race e ≲ e' that the expression comes from
	after int64       // 9: the value of x right after e
}

// pattern is P = w'_0{e'_1}w'_1···{e'_i}w'_i.
type pattern []item

// item is an event e_l^(C_l) of a w'_j, or a head {e'_n}.
type item struct {
	event     event.Event
	head      bool
	conflicts []event.Event // C_l
	removed   bool          // by line 35; kept in its place for correction 13
}

// copied returns a copy that may be changed. Its references are shared, and copied
// before it is changed.
func (s *expression) copied() *expression {
	c := *s
	return &c
}

// contains reports whether ψ contains ▷x.
func (s *expression) contains(x int32) bool {
	return s.variable == x || s.inner != nil && s.inner.contains(x)
}

// add returns set ∪ {e} and leaves set as it is.
func add(set []event.Event, e event.Event) []event.Event {
	if slices.Contains(set, e) {
		return set
	}
	return append(slices.Clip(set), e)
}

func same(e, f event.Event) bool { return e.Thread == f.Thread && e.Index == f.Index }

func writes(k event.Kind) bool { return k == event.Write || k == event.Update }

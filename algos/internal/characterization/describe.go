package characterization

import (
	"fmt"
	"strings"

	"dporbench/algos/internal/parsimonious"
)

// Reason writes the sleep set expression for which UpdSE has just returned block at
// the last event of E, as it was before that event, in the notation of the paper's
// section 4.3:
//
//	e^{c1, c2} · {hd} ▷ x^{r}     P▷x^R: the events e of P, with their sets C,
//	                              the heads hd, and R
//	e · [f ▷ y^{s}]^{d} ▷ x^{r}   P[ψ]^D▷x^R
//
// Empty sets are omitted; an empty P is ⟨⟩.
func (x *Set) Reason() string {
	s := x.blocking()
	return "by the schedule of " + x.Run.Describe(s.Head) + ": " + x.describe(characterizationOf(s).expression, x.Len()-1)
}

// describe writes the expression in s that blocks at position p.
func (x *Set) describe(s *expression, p int) string {
	r := s.schedule
	s.reads = x.currentBefore(s.reads, p)
	isHead := x.roleOf(r, p).head && !x.followsRead(s, p)
	touched := x.touchedAt(s, p)
	if isHead && touched != untouched && x.fresh(r, p, headsBeforePlace(r, touched)) {
		return x.sequence(s, p, len(r.Tail)) + x.variable(s, p)
	}
	for i := range s.inner {
		in := &s.inner[i]
		if !x.updInner(in, r, p, isHead) {
			continue
		}
		in.heads = x.currentBefore(in.heads, p)
		before := x.sequence(s, p, placeOf(r, in.headsBefore))
		return fmt.Sprintf("%s[%s]%s%s", before, x.describeInner(in, r, p), x.set(in.heads), x.variable(s, p))
	}
	return ""
}

// touchedAt is the place in the tail of what the event at position p has touched in P_m.
func (x *Set) touchedAt(s *expression, p int) int32 {
	for l, m := range s.removed {
		if m == x.RefAt(p) {
			return int32(l)
		}
	}
	return s.conflicts[p-s.born].place
}

// describeInner writes the expression in in that characterises the schedule whose
// head is at position p. If the head of a schedule that in characterises is already
// in D, it writes the outermost expression for all of them.
func (x *Set) describeInner(in *inner, r *parsimonious.Schedule, p int) string {
	s := in.expression
	if s.schedule.First().Object == r.First().Object {
		return x.describe(s, p)
	}
	return x.sequence(s, p, len(s.schedule.Tail)) + x.variable(s, p)
}

// placeOf is the place in the tail of the i-th head of a schedule, counted from 0.
func placeOf(r *parsimonious.Schedule, i int32) int {
	if int(i) < len(r.Heads) {
		return r.InTail(r.Heads[i])
	}
	return len(r.Tail)
}

// sequence writes the part of P_m in the first n places of the tail.
func (x *Set) sequence(s *expression, p, n int) string {
	r := s.schedule
	var parts []string
	for l := 1; l < n; l++ {
		c := &r.Tail[l]
		switch {
		case isSecond(r, l) && !r.HeadCAS: // it changes nothing
		case c.Place == parsimonious.AtHead:
			parts = append(parts, "{"+x.Run.Describe(c.Event)+"}")
		case inP(r, l) && !x.isBefore(s.removed[l], p):
			parts = append(parts, x.Run.Describe(c.Event)+x.conflictSet(s, p, l))
		}
	}
	if len(parts) == 0 {
		return "⟨⟩"
	}
	return strings.Join(parts, " · ")
}

func (x *Set) conflictSet(s *expression, p, place int) string {
	var c []parsimonious.EventRef
	for q := s.born; q < p; q++ {
		if x.conflictOf(s, int32(q)) == int32(place) {
			c = append(c, x.RefAt(q))
		}
	}
	return x.set(c)
}

// variable writes ▷x^R.
func (x *Set) variable(s *expression, p int) string {
	r := s.schedule
	reads := []string{x.Run.Describe(r.Head)}
	for _, m := range x.currentBefore(s.reads, p) {
		reads = append(reads, x.Run.Describe(x.Event(m.At())))
	}
	return " ▷ " + x.Run.Program.VarName(r.First().Object) + "^{" + strings.Join(reads, ", ") + "}"
}

func (x *Set) set(ms []parsimonious.EventRef) string {
	if len(ms) == 0 {
		return ""
	}
	events := make([]string, len(ms))
	for i, m := range ms {
		events[i] = x.Run.Describe(x.Event(m.At()))
	}
	return "^{" + strings.Join(events, ", ") + "}"
}

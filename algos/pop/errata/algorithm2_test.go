// Package errata holds Algorithm 2 of the POP paper as it is printed, with each
// correction as a switch: to show what the corrections are needed for, and to
// have, with all of them made, a plain algorithm to compare package characterization
// with. It is for tests alone, and slow: everything is copied, as in the paper.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, section 4.3, Algorithm 2. The line numbers
// in the comments are its. Algorithm 1, with the races and the schedules, is
// that of package parsimonious.
//
//	ψ, P, C, D, R      expression and its parts
//	SSChar[E]          sleepSet.ssChar, for each prefix E
//	SchedChar[E1](σ)   schedChar, the Note of σ
//	MkSchedChar        sleepSet.mkSchedChar
//	UpdSeq             sleepSet.updSeq, for a sequence of one event
//	UpdSE              update.expression, both versions
//	UpdP               update.pattern
//
// Where the text leaves a choice, this is how it has been read:
//
//   - SSChar[E1·σ] is what UpdSeq makes of SSChar[E1] by all events of σ, as line
//     8 of Algorithm 1 says; the expressions of SchedChar[E1](σ) join afterwards,
//     so they do not meet the events of σ.
//   - Sequences are taken one event at a time, which is what the recursion of
//     line 10 comes to. Line 9 comes first: an expression that line 11 would
//     discard may block. It makes no difference, since only a read is blocked.
//   - e = e_l (line 35) means: the same step of the same thread. The access is
//     then the same as well, unless something in P has been hit before, or the
//     step is a CompareAndSwap.
//   - e ⋈ C_l (line 34) is as the text defines it: e ⋈ f for some f in C_l, which
//     with threads that start others includes their start and their end.
//   - "add e to R" (line 39) and "the updated version of P" are about the
//     expression returned: line 39 returns continue, and what UpdP adds to R
//     stays there on lines 13 and 28. A read that UpdP blocks does not join R
//     (line 38). In package characterization it does, also within a ψ'; on no program
//     tried does that make a difference.
//   - the last condition of lines 18 and 23, ∀n: 1 ≤ n ≤ i, is read as joined to
//     the one before, and not as in the scope of its ∄.
//   - E2 = w_0·σ_1·w_1···σ_m·w_m·e' (line 3): if e' is itself the head of a schedule,
//     that schedule, which is not complete before e', is none of σ_1 to σ_m.
//   - T = W (line 11) is said of writes and read-modify-writes, as in section 3.
//
// The paper has no locks and no threads that start others. Lock and Unlock count
// here as writes of the mutex, as they do in our POP (points 5 to 7).
package errata_test

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model"
)

// mkSchedChar is MkSchedChar(σ, E1, e, E2), lines 1 to 6. The tail of s is e·E2.
func (x *sleepSet) mkSchedChar(s *parsimonious.Schedule) characterisation {
	p := pattern{parts: make([][]augmented, 1)} // P_0, and then P_1, … up to P_m
	var inherited characterisation              // P_{i-1}[φ_i]▷x for all i and φ_i
	before, second := s.Tail[1:len(s.Tail)-1], s.Tail[len(s.Tail)-1]
	for _, c := range before { // lines 3 and 4
		switch {
		case c.Mark.Place == parsimonious.Head:
			if !x.made.has(writesInherit) || c.Event.Kind == model.Read {
				inherited = append(inherited, x.inherit(s, p, c)...)
			}
			p = p.thenHead(c.Event)
		case !c.InSchedule:
			p = p.then(c.Event)
		}
	}
	switch isHead := second.Mark.Place == parsimonious.Head; {
	case isHead && x.made.has(secondIsHead):
		inherited = append(inherited, x.inherit(s, p, second)...)
	case !isHead && x.made.has(endsWithSecond):
		p = p.then(second.Event)
	}
	return append(characterisation{x.newExpression(s, p, nil)}, inherited...) // line 6
}

// inherit is {P_{i-1}[φ_i]▷x | φ_i ∈ SchedChar(σ_i)}, where p is P_{i-1} and head
// is hd(σ_i).
func (x *sleepSet) inherit(s *parsimonious.Schedule, p pattern, head parsimonious.TailEvent) characterisation {
	var set characterisation
	for _, inner := range schedChar(head.Mark.Schedule) {
		set = append(set, x.newExpression(s, p, inner))
	}
	return set
}

func (x *sleepSet) newExpression(s *parsimonious.Schedule, p pattern, inner *expression) *expression {
	n := &expression{pattern: p, inner: inner, variable: s.First().Object, first: s.First(), after: s.After}
	if x.made.has(ownHead) {
		n.reads = []model.Event{s.Head}
	}
	return n
}

// updSeq is UpdSeq(⟨e⟩, SSChar), lines 7 to 11, for the event e at position p of
// E and the SSChar before it.
func (x *sleepSet) updSeq(p int, before characterisation) (after characterisation, block bool) {
	u := update{x, p, x.Event(p)}
	for _, s := range before {
		updated, result := u.expression(s)
		if result == blocks {
			return nil, true // line 9
		}
		if writes(u.event.Kind) { // line 11
			updated = u.write(updated)
		}
		if updated != nil {
			after = append(after, updated) // line 10
		}
	}
	return after, false
}

// update is the event e that expressions are updated with.
type update struct {
	*sleepSet
	at    int // its position in E
	event model.Event
}

// result is the res of UpdSE and UpdP.
type result int

const (
	indep result = iota
	continues
	blocks
)

// expression is UpdSE(e, ψ), lines 12 to 28.
func (u update) expression(old *expression) (*expression, result) {
	if u.made.has(firstNoHead) && u.isOrFollows(old.first) {
		return old, indep
	}
	s := *old
	p, reads, result := u.pattern(&s) // lines 13 and 15
	s.pattern, s.reads = p, reads
	if s.inner == nil || result != indep { // lines 13 and 28
		return &s, result
	}
	isRead := u.isReadFor(&s)
	canBeHead := !u.followsOne(s.reads) && u.followsAll(s.pattern.heads)                                                    // lines 18 and 23
	if isRead && slices.ContainsFunc(s.heads, func(d model.Event) bool { return d.Object != s.variable && u.follows(d) }) { // line 17
		s.reads = add(s.reads, u.event)
		if canBeHead {
			return &s, blocks // line 19
		}
		return &s, continues // line 20
	}
	if s.inner.ended { // correction 4
		return &s, indep
	}
	s.inner, result = u.expression(s.inner)
	if result != blocks {
		return &s, result // line 27
	}
	s.heads = add(s.heads, u.event)
	if !isRead {
		return &s, continues // line 26; ψ'.var is e.var
	}
	s.reads = add(s.reads, u.event)
	if canBeHead {
		return &s, blocks // lines 23 and 25
	}
	return &s, continues // lines 24 and 25
}

// pattern is UpdP(e, P, x, R), lines 29 to 40, for the P, x and R of s.
func (u update) pattern(s *expression) (p pattern, reads []model.Event, _ result) {
	reads = s.reads
	isRead := u.isReadFor(s)
	p, j, touched := u.touch(s)
	if !touched { // line 36
		if isRead && u.made.has(readsUntouched) {
			reads = add(reads, u.event)
		}
		return p, reads, indep
	}
	switch {
	case !isRead: // lines 37 and 40
		return p, reads, continues
	case !u.followsAll(p.heads[:j]):
		if u.made.has(readsNotFresh) {
			reads = add(reads, u.event)
		}
		return p, reads, continues
	case !u.followsOne(reads):
		return p, reads, blocks // line 38
	}
	return p, add(reads, u.event), continues // line 39
}

// touch is lines 30 to 35: it finds the first event of P that e touches, updates
// P there, and returns the j of its w'_j.
func (u update) touch(s *expression) (p pattern, j int, touched bool) {
	p, kind := s.pattern, u.kindFor(s)
	for j, part := range p.parts {
		for l, a := range part {
			if u.dependsOnOne(a.met) || u.conflicts(kind, a) {
				a.met = add(a.met, u.event)
				return p.with(j, l, a), j, true // line 34
			}
			if same(u.event, a.event) && !a.gone {
				if u.made.has(goneConflicts) {
					a.gone = true
					return p.with(j, l, a), j, true
				}
				return p.without(j, l), j, true // line 35
			}
		}
	}
	return p, 0, false
}

// dependsOnOne is e ⋈ C.
func (u update) dependsOnOne(c []model.Event) bool {
	return slices.ContainsFunc(c, func(f model.Event) bool { return model.Dependent(u.event, f) })
}

// conflicts is e ↔ e_l. One that is gone has come before e, as in w; only if e
// does not follow it are the two in another order than they would have right
// after the first event of the race.
func (u update) conflicts(kind model.Kind, a augmented) bool {
	return u.event.Thread != a.event.Thread &&
		model.Conflicting(kind, u.event.Object, a.event.Kind, a.event.Object) &&
		!(a.gone && u.follows(a.event))
}

// write is line 11: what a write leaves of ψ, or nil if that is nothing.
func (u update) write(s *expression) *expression {
	if !u.made.has(keepsD) {
		if s.contains(u.event.Object) {
			return nil
		}
		return s
	}
	if s.variable == u.event.Object {
		return nil
	}
	if s.inner == nil || s.inner.ended {
		return s
	}
	switch inner := u.write(s.inner); {
	case inner != nil:
		rest := *s
		rest.inner = inner
		return &rest
	case len(s.heads) == 0:
		return nil
	}
	rest, inner := *s, *s.inner
	inner.ended = true
	rest.inner = &inner
	return &rest
}

// kindFor is the kind with which e counts against P: its own, or for a
// CompareAndSwap of x, once that is corrected, the one it would have right after
// the first event of the race.
func (u update) kindFor(s *expression) model.Kind {
	expected, cas := u.Run.Machine.CompareAndSwapAt(u.at)
	switch {
	case !cas || u.event.Object != s.variable || !u.made.has(kindAfterFirst):
		return u.event.Kind
	case expected == s.after:
		return model.Update
	}
	return model.Read
}

// isReadFor is e.T = R ∧ e.var = x, of those events that can be heads.
func (u update) isReadFor(s *expression) bool {
	if u.event.Kind != model.Read || u.event.Object != s.variable {
		return false
	}
	return !u.made.has(onlyWriters) || s.first.Kind != model.Read || u.kindFor(s) == model.Update
}

// follows is f →hb e, for an event f of E.
func (u update) follows(f model.Event) bool { return u.isOrFollows(f) && !same(u.event, f) }

func (u update) isOrFollows(f model.Event) bool { return u.Clock(u.at)[f.Thread] >= f.Index }

func (u update) followsOne(set []model.Event) bool { return slices.ContainsFunc(set, u.follows) }

func (u update) followsAll(set []model.Event) bool {
	return !slices.ContainsFunc(set, func(f model.Event) bool { return !u.follows(f) })
}

// Package algorithm2 is Algorithm 2 of the POP paper as printed, to be read alongside
// the paper: the comments have the paper's line numbers. Each correction that it needs
// is a switch, marked where it applies, so that the printed algorithm can be shown to
// lose and to repeat classes (package errata), and the corrected one can be compared
// with the walk of package pop, which decides the same without expressions (Theorem D
// of docs/pop-proof.md). It copies expressions at every event, as the paper does, and
// is slow.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, section 4.3, Algorithm 2.
//
//	MkSchedChar         sleepSet.mkSchedChar      lines 1 to 6
//	UpdSeq              sleepSet.updSeq           lines 7 to 11, for a sequence of one event
//	UpdSE               update.updSE              lines 12 to 28, both versions
//	UpdP                update.updP               lines 29 to 40
//	ψ = P[ψ']^D▷x^R     expression
//	SSChar[E]           sleepSet.ssChar
//	SchedChar[E1](σ)    sleepSet.sched
//	Algorithm 1         explorer, in algorithm1.go
//
// Where the text leaves a choice, it is read as follows.
//
//   - SSChar[E1·σ] is the result of UpdSeq on SSChar[E1] and all events of σ (line 8
//     of Algorithm 1). The expressions of SchedChar[E1](σ) are added afterwards,
//     so they are not updated with the events of σ.
//   - Sequences are processed one event at a time, which is the effect of the recursion of
//     line 10. Line 9 comes first: an expression that line 11 would
//     discard may block. It makes no difference, since only reads are blocked.
//   - e = e_l (line 35) means the same step of the same thread. The access is then
//     the same as well, unless something in P was touched before or the step is a
//     CompareAndSwap.
//   - e ⋈ C_l (line 34) is as the text defines it, e ⋈ f for some f in C_l. For
//     threads that start others this includes their start and their end.
//   - What lines 13, 28 and 39 say of the updated P holds for R as well: it stays in
//     the expression returned. Line 39 returns continue. A read that UpdP blocks
//     does not join R (line 38).
//   - The last condition of lines 18 and 23, ∀n: 1 ≤ n ≤ i, is read as joined to the
//     one before, not as in the scope of its ∄.
//   - In line 3, if e' is itself the head of a schedule, that schedule, which is not
//     complete before e', is none of σ_1 to σ_m.
//   - T = W (line 11) includes read-modify-writes, as in section 3.
//
// The paper has neither locks nor threads that start others. Lock and Unlock count
// here as writes of the mutex, as they do in package pop.
package algorithm2

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// mkSchedChar is MkSchedChar(σ, E1, e, E2) (line 1), where s.Tail is e·E2.
func (x *sleepSet) mkSchedChar(s *parsimonious.Schedule) characterization {
	var p pattern                                               // P_0, then P_1 and so on up to P_m (line 4)
	var inherited characterization                              // P_(i-1)[φ_i]▷x for all i and φ_i (line 6)
	w, second := s.Tail[1:len(s.Tail)-1], s.Tail[len(s.Tail)-1] // E2 = w·e' (line 3)
	for l, c := range w {
		switch {
		case c.Place == parsimonious.AtHead:
			if !x.made.has(WritesInherit) || c.Event.Kind == event.Read { // correction 11
				inherited = append(inherited, x.inherit(s, p, l+1)...)
			}
			p = append(p, item{event: c.Event, head: true})
		case !slices.Contains(s.Events, c.Event):
			p = append(p, item{event: c.Event})
		}
	}
	switch isHead := second.Place == parsimonious.AtHead; {
	case isHead && x.made.has(SecondIsHead): // correction 3
		inherited = append(inherited, x.inherit(s, p, len(s.Tail)-1)...)
	case !isHead && x.made.has(EndsWithSecond): // correction 10
		p = append(p, item{event: second.Event})
	}
	return append(characterization{x.newExpression(s, p, nil)}, inherited...) // line 6
}

// inherit is {P_(i-1)[φ_i]▷x | φ_i ∈ SchedChar(σ_i)} (line 6), with p for P_(i-1) and E for E1·σ. The head of σ_i is
// s.Tail[l].
func (x *sleepSet) inherit(s *parsimonious.Schedule, p pattern, l int) characterization {
	inherited := x.sched[s.HeadedBy(l)]
	if x.made.has(RestOfSchedule) { // correction 14
		inherited = x.withRest(inherited, s.Tail[l].Event)
	}
	var set characterization
	for _, inner := range inherited {
		set = append(set, x.newExpression(s, p, inner))
	}
	return set
}

// withRest is SchedChar(σ_i) updated with the events of σ that come after σ_i, whose head is given.
// None of them completes a schedule that comes before σ_i, since σ would have been found there.
func (x *sleepSet) withRest(inherited characterization, head event.Event) characterization {
	at := x.Len() - 1
	for !same(x.Event(at), head) {
		at--
	}
	for at++; at < x.Len()-1; at++ {
		inherited, _ = x.updSeq(at, inherited)
	}
	return inherited
}

func (x *sleepSet) newExpression(s *parsimonious.Schedule, p pattern, inner *expression) *expression {
	n := &expression{p: slices.Clone(p), inner: inner, variable: s.First().Object, first: *s.First(), after: s.After}
	if x.made.has(OwnHead) { // correction 1
		n.reads = []event.Event{s.Head}
	}
	return n
}

// updSeq is UpdSeq(⟨e⟩, SSChar) (line 7) for the event e at position at of E.
func (x *sleepSet) updSeq(at int, before characterization) (after characterization, block bool) {
	u := update{x, at, x.Event(at)}
	for _, old := range before {
		s := old.copied()
		if u.updSE(s) == blocks {
			return nil, true // line 9
		}
		if !writes(u.e.Kind) || u.survives(s) { // line 11
			after = append(after, s) // line 10
		}
	}
	return after, false // line 8
}

// update is the update of expressions with an event e.
type update struct {
	*sleepSet
	at int // its position in E
	e  event.Event
}

// result is the res of UpdSE and UpdP.
type result int

const (
	indep result = iota
	continues
	blocks
)

// updSE is UpdSE(e, ψ) for both forms of ψ (lines 12 and 14). It changes s, which is
// ψ, into the expression to be returned.
func (u update) updSE(s *expression) result {
	u.Work.Expressions++
	if u.made.has(FirstNoHead) && u.isOrFollows(s.first) { // correction 9b
		return indep
	}
	if res := u.updP(s); s.inner == nil || res != indep { // line 15
		return res // line 13, line 28
	}
	isRead := u.isRead(s)
	mayBlock := !u.followsAny(s.reads) && u.followsHeads(s.p)                                                               // line 18, line 23
	if isRead && slices.ContainsFunc(s.heads, func(d event.Event) bool { return d.Object != s.variable && u.follows(d) }) { // line 17
		s.reads = add(s.reads, u.e)
		if mayBlock {
			return blocks // line 19
		}
		return continues // line 20
	}
	if s.inner.ended { // correction 4
		return indep
	}
	s.inner = s.inner.copied()
	if res := u.updSE(s.inner); res != blocks { // line 21
		return res // line 27
	}
	s.heads = add(s.heads, u.e)
	if !isRead { // line 22: ψ'.var is e.var, since ψ' blocks e
		return continues // line 26
	}
	s.reads = add(s.reads, u.e)
	if mayBlock { // line 23
		return blocks // line 25
	}
	return continues // line 24, line 25
}

// updP is UpdP(e, P, x, R) for the P, x and R of s (line 29), which it changes.
func (u update) updP(s *expression) result {
	isRead, kind := u.isRead(s), u.kindAgainst(s)
	for l := range s.p { // line 31, line 33
		a := s.p[l]
		switch {
		case a.head || a.removed && !u.made.has(RemovedConflicts): // correction 13
			continue
		case u.dependsOnAny(a.conflicts) || u.conflicts(kind, a): // line 34
			a.conflicts = add(a.conflicts, u.e)
		case same(u.e, a.event) && !a.removed: // line 35
			a.removed = true
		default:
			continue
		}
		s.p = slices.Clone(s.p)
		s.p[l] = a
		switch {
		case !isRead: // line 37
			return continues // line 40
		case !u.followsHeads(s.p[:l]): // line 37
			if u.made.has(ReadsNotFresh) { // correction 2b
				s.reads = add(s.reads, u.e)
			}
			return continues // line 40
		case !u.followsAny(s.reads):
			return blocks // line 38
		}
		s.reads = add(s.reads, u.e) // line 39
		return continues
	}
	if isRead && u.made.has(ReadsUntouched) { // correction 2a
		s.reads = add(s.reads, u.e)
	}
	return indep // line 36
}

// dependsOnAny is e ⋈ C.
func (u update) dependsOnAny(c []event.Event) bool {
	return slices.ContainsFunc(c, func(f event.Event) bool { return event.Dependent(u.e, f) })
}

// conflicts is e ↔ e_l. Two values of a choice conflict; the paper has no choices.
func (u update) conflicts(kind event.Kind, a item) bool {
	if same(u.e, a.event) && a.event.Kind == event.Choice {
		return u.e.Object != a.event.Object
	}
	return u.e.Thread != a.event.Thread &&
		event.Conflicting(kind, u.e.Object, a.event.Kind, a.event.Object) &&
		!(a.removed && u.follows(a.event)) // correction 13: the two are in the order of w, unless e does not follow
}

// survives is line 11 for a write e: it reports whether anything of ψ is left.
func (u update) survives(s *expression) bool {
	if !u.made.has(KeepsD) {
		return !s.contains(u.e.Object)
	}
	// correction 4
	switch {
	case s.variable == u.e.Object:
		return false
	case s.inner == nil || s.inner.ended:
		return true
	}
	if s.inner = s.inner.copied(); u.survives(s.inner) {
		return true
	}
	s.inner.ended = true
	return len(s.heads) > 0
}

// isRead is e.T = R ∧ e.var = x.
func (u update) isRead(s *expression) bool {
	if u.e.Kind != event.Read || u.e.Object != s.variable {
		return false
	}
	return !u.made.has(OnlyWriters) || s.first.Kind != event.Read || u.kindAgainst(s) == event.Update // correction 12
}

// kindAgainst is the kind that e counts as against P: as printed, its own.
func (u update) kindAgainst(s *expression) event.Kind {
	expected, cas := u.Run.Machine.CompareAndSwapAt(u.at)
	switch {
	case !cas || u.e.Object != s.variable || !u.made.has(KindAfterFirst): // correction 9a, rule R7
		return u.e.Kind
	case expected == s.after:
		return event.Update
	}
	return event.Read
}

// follows is f →hb e, for an event f of E.
func (u update) follows(f event.Event) bool { return u.isOrFollows(f) && !same(u.e, f) }

func (u update) isOrFollows(f event.Event) bool { return u.Clock(u.at)[f.Thread] >= f.Index }

func (u update) followsAny(set []event.Event) bool { return slices.ContainsFunc(set, u.follows) }

// followsHeads is ∀n: e'_n →hb e, for the heads e'_n in p.
func (u update) followsHeads(p pattern) bool {
	return !slices.ContainsFunc(p, func(a item) bool { return a.head && !u.follows(a.event) })
}

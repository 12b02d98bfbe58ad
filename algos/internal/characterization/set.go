// Package sleepchar is the parsimonious characterisation of sleep sets: which
// read-schedules must not be completed, told by the races that made those in E
// and in polynomial space, however many they are.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, section 4.3, Algorithm 2.
//
//	P▷x, P[φ]▷x         expression
//	C                  expression.met
//	R                  expression.reads
//	D                  inner.done
//	SSChar[E]          the expressions of the schedules at MarkedSequence.ReadHeads
//	SchedChar[E1](σ)   not stored; see below
//	UpdSeq             Set.Asleep
//	UpdSE              Set.meet, Set.meetInner
//	UpdP               Set.hit
//	MkSchedChar        Set.newExpression
//
// An expression is made of what is in the tail e·w·e' of a schedule σ: P_m is w
// without σ, with the heads of the schedules in w; P_(i-1) is the part of it
// before the i-th head; φ_i ranges over SchedChar(σ_i), which is in the schedule
// σ_i. So nothing is copied: one [expression] stands for the whole of
// SchedChar(σ), as the tree
//
//	P_m▷x with, at its i-th head, the tree for σ_i
//
// and holds only what has happened to it since σ. An event that touches P_m
// before the i-th head touches P_(i-1) as well, at the same event, so the sets C
// are kept for P_m alone.
//
// Nor is anything updated while E grows and shrinks. An expression matters when
// a read of its variable is about to be taken; then it meets, one by one, the
// events that have come to E since it was last asked. What it has noted about an
// event is good as long as that very event is at that position, which its
// moment tells.
//
// Deviations: the published pseudo-code loses and repeats classes. What is done
// instead is numbered as in points_test.go of package pop:
//
//	1, 2   Set.followsRead: R holds hd(σ), and every read that is met
//	3      inherits: e' may be the head of a schedule itself
//	4      Set.meetInner: an inner expression that has ended leaves its D
//	8-12   characterised, inherits, inP, Set.roleOf, Set.meet: CompareAndSwap
//	13     Set.hit: a read that is gone, and a CompareAndSwap that does not follow it
package characterization

import (
	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
)

// Set is the sleep set of a MarkedSequence, SSChar[E] for each E that the MarkedSequence becomes.
type Set struct {
	*parsimonious.MarkedSequence
	idle []*expression // to be used again
}

// New returns the sleep set of t.
func New(t *parsimonious.MarkedSequence) *Set { return &Set{MarkedSequence: t} }

// note is the Note of a schedule.
type characterization struct {
	size       int         // how many sleep set expressions SchedChar(σ) has
	expression *expression // what SchedChar(σ) has come to in E, once that was asked for
}

func characterizationOf(s *parsimonious.Schedule) *characterization {
	n, _ := s.SleepState.(*characterization)
	if n == nil {
		n = new(characterization)
		s.SleepState = n
	}
	return n
}

// Started takes SchedChar(σ) into SSChar[E], lines 9 to 11 of Algorithm 1.
func (x *Set) Started(s *parsimonious.Schedule) {
	if characterised(s) {
		characterizationOf(s).size = size(s)
		x.countExpressions()
	}
}

// countExpressions counts the sleep set expressions in SSChar[E] (Lemma 4).
func (x *Set) countExpressions() {
	n := 0
	for _, h := range x.ReadHeads() {
		if int(h) >= x.LastWrite(x.Event(int(h)).Object) {
			n += characterizationOf(x.Mark(int(h)).Schedule).size
		}
	}
	algos.RaisePeak(&x.Run.Stats.Peak.SleepEntries, n)
}

// Ended gives back what was noted about s.
func (x *Set) Ended(s *parsimonious.Schedule, _ bool) {
	n := characterizationOf(s)
	x.release(n.expression)
	n.expression = nil
}

// Asleep reports whether the last event of E, a read, is the head of a schedule
// in the sleep set: whether UpdSeq returns block at it (line 9 of Algorithm 2).
func (x *Set) Asleep() bool { return x.blocking() != nil }

// blocking is the schedule σ in E for which SchedChar(σ) characterises the one
// that the last event of E, a read, is the head of; nil if there is none.
func (x *Set) blocking() *parsimonious.Schedule {
	heads := x.ReadHeads()
	p := x.Len() - 1
	e, write := x.Event(p), x.Links(p).Write
	for i := len(heads) - 1; i >= 0; i-- {
		h := heads[i]
		if h < write {
			break // the write has ended this expression and those before it (line 11)
		}
		if s := x.Mark(int(h)).Schedule; int(h) != p && x.Event(int(h)).Object == e.Object && x.blocks(s, p) {
			return s
		}
	}
	return nil
}

// blocks lets SchedChar(σ) of schedule r meet the events of E up to position p
// and reports whether the one at p is the head of a schedule in it.
func (x *Set) blocks(r *parsimonious.Schedule, p int) bool {
	n := characterizationOf(r)
	if n.expression == nil {
		n.expression = x.mkSchedChar(r, r.EndLen)
	}
	s := n.expression
	for i := len(s.conflicts) - 1; i >= 0 && !x.isAt(s.conflicts[i].ref, s.born+i); i-- {
		s.conflicts = s.conflicts[:i]
	}
	for q := s.born + len(s.conflicts); q < p; q++ {
		x.updSE(s, q)
	}
	return x.updSE(s, p)
}

// holdsBefore reports whether m is a moment before that of position p. One that
// is not may hold all the same: E has been cut before p, and pasted again, and
// comes to p once more.
func (x *Set) isBefore(m parsimonious.EventRef, p int) bool { return m.At() < p && x.IsCurrent(m) }

// heldBefore drops from ms, which are in the order of E, those that do not hold
// before position p.
func (x *Set) currentBefore(ms []parsimonious.EventRef, p int) []parsimonious.EventRef {
	for len(ms) > 0 && !x.isBefore(ms[len(ms)-1], p) {
		ms = ms[:len(ms)-1]
	}
	return ms
}

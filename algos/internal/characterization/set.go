// Package characterization is the parsimonious characterization of sleep sets: it
// knows the read-schedules that must not be completed by the races that made them,
// which takes polynomial space however many schedules there are.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, section 4.3, Algorithm 2. Package
// pop/algorithm2 is that algorithm as printed, and the better one to read first;
// this one computes the same, fast. Comments have the paper's line numbers.
//
//	P▷x, P[φ]▷x        expression
//	C                  expression.conflicts
//	R                  expression.reads
//	D                  inner.heads
//	SSChar[E]          the expressions of the schedules at MarkedSequence.ReadHeads
//	SchedChar[E1](σ)   not stored; see below
//	MkSchedChar        Set.mkSchedChar               lines 1 to 6
//	UpdSeq             Set.Asleep                    lines 7 to 11
//	UpdSE              Set.updSE, Set.updInner       lines 12 to 28
//	UpdP               Set.updP                      lines 29 to 40
//
// # Representation
//
// The tail e·w·e' of a schedule σ determines its expressions: P_m is w without σ,
// with the heads of the schedules in w; P_(i-1) is the part of it before the i-th
// head; φ_i ranges over SchedChar(σ_i), which belongs to the schedule σ_i. So
// nothing is copied. One [expression] stands for all of SchedChar(σ), as the tree
//
//	P_m▷x with, at its i-th head, the tree for σ_i
//
// and holds only what has happened to it since σ. An event that touches P_m before
// the i-th head touches P_(i-1) as well, at the same event, so the sets C are kept
// for P_m alone.
//
// Nothing is updated while E grows and shrinks either. An expression matters when a
// read of its variable is about to be executed; only then is it updated with the
// events that have been added to E since the last time. What it has recorded about
// an event stays valid while that event is at its position, as its EventRef tells.
//
// # Example
//
// In Fig. 2 of the paper, e=x races with x=1 in the execution x=1·c=y·y=1·d=z·e=x of
// the subtree T5, where c=y and d=z are schedules. Reversing the race gives
// σ = c=y·d=z·e=x, for which MkSchedChar makes (line 6)
//
//	{c=y}·y=1·{d=z} ▷ x^{e=x}                    P_2▷x
//	⟨⟩[z=1·g=1·a=y·b=x ▷ y^{c=y}] ▷ x^{e=x}      P_0[φ_1]▷x, with φ_1 of the schedule c=y
//	{c=y}·y=1[⟨⟩ ▷ z^{d=z}] ▷ x^{e=x}            P_1[φ_2]▷x, with φ_2 of the schedule d=z
//
// Let E continue after σ with g=1·a=y. Of the second expression, P_0 is empty, so
// that line 36 returns indep to line 15 each time, and line 21 asks φ_1:
//
//	g=1   is in the P of φ_1 and is removed (line 35); it is no read of y: continue
//	      (line 40), which line 27 returns
//	a=y   is removed as well, and is a read of y that follows no read in R: φ_1
//	      returns block (line 38). Since x is not y (line 22), a=y joins D (line 26)
//
// Now b=x, a read of x, follows a=y, which is in D (line 17), and no read in R
// (line 18): block (line 19). Rightly so, because the schedule g=1·a=y·b=x has
// already been explored. The example of package pop prints the expression.
//
// # Deviations
//
// The published pseudo-code loses and repeats classes. The corrections are numbered
// as in reference/errata/errata.md and in algos/mutations/points_test.go:
//
//	1, 2   Set.followsRead: R holds hd(σ), and every read that UpdSE is called for
//	3      inherits: e' may be the head of a schedule itself
//	4      Set.updInner: an inner expression that has ended leaves its D
//	8-12   characterised, inherits, inP, Set.roleOf, Set.updSE: CompareAndSwap
//	13     Set.updP: a removed read may conflict with a CompareAndSwap that does not follow it
//
// Where Stores are buffered, rules 12 to 20 of package sequence say what is in conflict: buffered.go.
//
// Where updates commute, rules C1 to C11 say what takes the place of a read: commuting.go.
//
// Rules A6 to A8 are for reads that wait for a value; the paper of this laboratory has
// them in its section on awaits, and algos/mutations/awaits_test.go undoes them.
package characterization

import (
	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
)

// Set is SSChar[E] for each E that a MarkedSequence becomes.
type Set struct {
	*parsimonious.MarkedSequence
	idle      []*expression // for reuse
	buffered  bool          // Stores are
	commuting bool          // updates do
	plain     bool          // neither of these
}

// New returns the sleep set of e.
func New(e *parsimonious.MarkedSequence) *Set {
	return &Set{MarkedSequence: e, buffered: e.Buffered(), commuting: e.Commuting(), plain: !e.Buffered() && !e.Commuting()}
}

// characterization is SchedChar(σ), as the SleepState of σ.
type characterization struct {
	size       int         // how many sleep set expressions SchedChar(σ) has
	expression *expression // made when SchedChar(σ) is first asked for
}

func characterizationOf(s *parsimonious.Schedule) *characterization {
	n, _ := s.SleepState.(*characterization)
	if n == nil {
		n = new(characterization)
		s.SleepState = n
	}
	return n
}

// Started is lines 9 to 11 of Algorithm 1: SchedChar(σ) joins SSChar[E].
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
		if int(h.At) >= x.LastWrite(x.Event(int(h.At)).Object) || x.commuting && !x.HasConflictAfter(int(h.At)) {
			n += characterizationOf(h.Schedule).size
		}
	}
	algos.RaisePeak(&x.Run.Stats.Peak.SleepEntries, n)
}

// Ended releases what was recorded about s.
func (x *Set) Ended(s *parsimonious.Schedule, _ bool) {
	n := characterizationOf(s)
	x.release(n.expression)
	n.expression = nil
}

// Asleep reports whether UpdSeq returns block for the last event of E, a read, because
// it is the head of a schedule in the sleep set (line 9).
func (x *Set) Asleep() bool { return x.blocking() != nil }

// blocking returns the schedule σ in E whose SchedChar(σ) blocks the last event of E,
// a read; nil if there is none.
func (x *Set) blocking() *parsimonious.Schedule {
	heads := x.ReadHeads()
	p := x.Len() - 1
	e, write := x.Event(p), x.Links(p).Write
	if x.commuting {
		write = x.LastConflict(p) // rule C11
	}
	for i := len(heads) - 1; i >= 0; i-- {
		h := heads[i]
		x.Work.SleepEntries++
		if h.At < write {
			break // the write has discarded this expression and those before it (line 11)
		}
		if int(h.At) != p && x.Event(int(h.At)).Object == e.Object && x.blocks(h.Schedule, p) {
			return h.Schedule
		}
	}
	return nil
}

// blocks updates SchedChar(σ), for schedule r, with the events of E up to position p
// and reports whether it blocks the one at p (line 9).
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

// isBefore reports whether m is current and before position p. It may be current and
// not before p: when E was cut before p and pasted again, and p is reached once more.
func (x *Set) isBefore(m parsimonious.EventRef, p int) bool { return m.At() < p && x.IsCurrent(m) }

// currentBefore drops from ms, which are in the order of E, those that are not current
// or not before position p.
func (x *Set) currentBefore(ms []parsimonious.EventRef, p int) []parsimonious.EventRef {
	for len(ms) > 0 && !x.isBefore(ms[len(ms)-1], p) {
		ms = ms[:len(ms)-1]
	}
	return ms
}

// Package parsimonious implements race reversal as in POP: a race is reversed only
// if that leads to something not explored elsewhere, by the shortest schedule that
// reverses it, and the schedule is explored at once.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, sections 4.1 and 4.2, Algorithm 1; comments have
// its line numbers. The shaded lines of that algorithm, which keep continuations of
// different schedules from becoming equivalent, are a [SleepSet].
//
//	E                  MarkedSequence
//	e ≲ e'             MarkedSequence.AppendRaces, the parsimonious races (Definition 7)
//	E = E1·e·E2        Schedule.At is |E1|; Schedule.Tail is e·E2
//	σ = e'↓E2          Schedule.Events
//	hd(σ)              Schedule.Head; in E, the event at Schedule.HeadAt
//	Explore            eager.explore
//
// What CompareAndSwaps, awaits, choices and store buffers add is in surroundings.go.
package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
)

// MarkedSequence is an execution E with marks on the events that are in schedules: the events of a Schedule s are at
// positions s.At to s.HeadAt. Schedules do not overlap.
type MarkedSequence struct {
	sequence.Sequence
	Work algos.Work // done with E, except for its happens-before order

	last  *Schedule       // whose head comes last in E; Previous leads to the others
	found []sequence.Race // scratch of AppendRaces and AppendPendingRaces
}

// NewMarkedSequence returns the empty execution of x.
func NewMarkedSequence(x *algos.Exploration) *MarkedSequence {
	t := &MarkedSequence{Sequence: *sequence.New(x)}
	x.CountWork(func(w *algos.Work) { w.Add(t.Work) })
	return t
}

// LastSchedule is the schedule whose head comes last in E before position n, or nil. The one before it is its Previous.
func (t *MarkedSequence) LastSchedule(n int) *Schedule {
	s := t.last
	for s != nil && s.HeadAt >= n {
		s = s.Previous
	}
	return s
}

// Reset makes E empty for another task, once the machine has been reset.
func (t *MarkedSequence) Reset() {
	t.Work, t.last = algos.Work{}, nil
	t.Sequence.Reset()
}

// Pop removes the last event of E.
func (t *MarkedSequence) Pop() {
	t.last = t.LastSchedule(t.Len() - 1)
	t.Sequence.Pop()
}

// PopTo takes E back to its first n events.
func (t *MarkedSequence) PopTo(n int) {
	for t.Len() > n {
		t.Pop()
	}
}

// Cut takes E, which must be E1·e·E2, back to E1.
func (t *MarkedSequence) Cut(s *Schedule) {
	t.Work.Restored += int64(len(s.Tail)) // as they will be, perhaps in another task
	t.last = t.LastSchedule(s.At)
	t.Sequence.Cut(s.At)
}

// Restore makes E, which begins with E1, the sequence it was before Cut. References to its events are valid again.
func (t *MarkedSequence) Restore(s *Schedule) {
	t.last = s.inTail
	t.Paste()
}

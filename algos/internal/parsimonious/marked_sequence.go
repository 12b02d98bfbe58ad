// Package parsimonious implements race reversal as POP does it: a race is reversed only
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
//	σ = e'↓E2          the events of Schedule.Tail that are InSchedule, and e'
//	hd(σ)              Schedule.Head; in E, the event at Schedule.HeadAt
//	Explore            eager.explore
package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// MarkedSequence is an execution E in which the events of schedules are marked.
// Push is the only way to append an event to it.
type MarkedSequence struct {
	sequence.Reader
	Run  *algos.Exploration
	Work algos.Work // what has been done with E, without its happens-before order

	sequence *sequence.Sequence
	places   []Place   // of the events of E
	last     *Schedule // in E, whose head comes last; the others by Previous
}

// Place says whether an event is in a schedule.
type Place uint8

// The places of events.
const (
	Outside Place = iota // in no schedule
	Inside               // in a schedule, and not its head
	AtHead               // the head of a schedule
)

// NewMarkedSequence returns the empty execution of x.
func NewMarkedSequence(x *algos.Exploration) *MarkedSequence {
	s := sequence.New(x)
	t := &MarkedSequence{Reader: s.Reader, Run: x, sequence: s}
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
	t.places, t.last = t.places[:0], nil
	t.Work = algos.Work{}
	t.sequence.Reset()
}

// Push lets a thread, which must be enabled, do its next event, which is in no schedule
// or not the head of one. An error must be returned; E is then unchanged.
func (t *MarkedSequence) Push(thread event.ThreadID, place Place) error {
	if err := t.sequence.Push(thread); err != nil {
		return err
	}
	stack.Push(&t.places, place)
	return nil
}

// pushHead is Push for the head of s.
func (t *MarkedSequence) pushHead(s *Schedule) error {
	err := t.Push(s.Second.Thread, AtHead)
	if err == nil {
		s.HeadAt = t.Len() - 1
		s.Previous, t.last = t.last, s
	}
	return err
}

// Pop removes the last event of E.
func (t *MarkedSequence) Pop() {
	t.forget(len(t.places) - 1)
	t.sequence.Pop()
}

// PopTo takes E back to its first n events.
func (t *MarkedSequence) PopTo(n int) {
	for t.Len() > n {
		t.Pop()
	}
}

// forget forgets the marks of all but the first n events.
func (t *MarkedSequence) forget(n int) {
	t.places, t.last = t.places[:n], t.LastSchedule(n)
}

// Cut takes E, which must be E1·e·E2, back to E1.
func (t *MarkedSequence) Cut(s *Schedule) {
	t.Work.Restored += int64(len(s.Tail)) // as they will be, by whoever finishes the task
	t.forget(s.At)
	t.sequence.Cut(s.At)
}

// Restore makes E, which begins with E1, what it was before Cut. References to its
// events are valid again.
func (t *MarkedSequence) Restore(s *Schedule) {
	t.places, t.last = t.places[:s.At], s.inTail
	places := stack.Extend(&t.places, len(s.Tail))[:len(s.Tail)]
	for i := range s.Tail {
		places[i] = s.Tail[i].Place
	}
	t.sequence.Paste()
}

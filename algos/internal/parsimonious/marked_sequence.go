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
//	σ = e'↓E2          the events of Schedule.Tail that are InSchedule
//	hd(σ)              Schedule.Head; in E, the event at Head.At
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

	sequence  *sequence.Sequence
	places    []Place // of the events of E
	cut       []Place // of the events that are cut, the latest one last
	heads     []Head  // of the schedules in E, by position
	readHeads []Head  // those of them that are reads
	pending   []int32 // scratch of AppendPendingRaces
}

// Head is the head of a schedule in E.
type Head struct {
	At       int32 // its position
	Schedule *Schedule
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

// ReadHeads are the heads of the read-schedules in E, by position. The slice is valid
// until E changes.
func (t *MarkedSequence) ReadHeads() []Head { return t.readHeads }

// HeadedAt is the schedule whose head is the event at position i, or nil.
func (t *MarkedSequence) HeadedAt(i int) *Schedule {
	if t.places[i] != AtHead {
		return nil
	}
	return from(t.heads, i)[0].Schedule
}

// HeadBefore is the schedule whose head comes last before position i, or nil.
func (t *MarkedSequence) HeadBefore(i int) *Schedule {
	before := t.heads[:len(t.heads)-len(from(t.heads, i))]
	if len(before) == 0 {
		return nil
	}
	return before[len(before)-1].Schedule
}

// Reset makes E empty for another task, once the machine has been reset.
func (t *MarkedSequence) Reset() {
	t.places, t.cut, t.heads, t.readHeads = t.places[:0], t.cut[:0], t.heads[:0], t.readHeads[:0]
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
	if err := t.Push(s.Thread, AtHead); err != nil {
		return err
	}
	h := Head{int32(t.Len() - 1), s}
	t.heads = append(t.heads, h)
	if s.IsRead() {
		t.readHeads = append(t.readHeads, h)
	}
	return nil
}

// Pop removes the last event of E.
func (t *MarkedSequence) Pop() {
	t.popPlaces(len(t.places) - 1)
	t.sequence.Pop()
}

func (t *MarkedSequence) popPlaces(n int) {
	t.places = t.places[:n]
	t.heads = t.heads[:len(t.heads)-len(from(t.heads, n))]
	t.readHeads = t.readHeads[:len(t.readHeads)-len(from(t.readHeads, n))]
}

// from returns the heads whose position is n or more.
func from(heads []Head, n int) []Head {
	i := len(heads)
	for i > 0 && int(heads[i-1].At) >= n {
		i--
	}
	return heads[i:]
}

// PopTo takes E back to its first n events.
func (t *MarkedSequence) PopTo(n int) {
	for t.Len() > n {
		t.Pop()
	}
}

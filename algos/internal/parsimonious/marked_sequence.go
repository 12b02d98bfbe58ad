// Package parsimonious implements race reversal as POP does it: a race is reversed only
// if that leads to something that is not explored elsewhere, by the shortest schedule
// that reverses it, and the schedule is explored at once.
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
//	hd(σ)              Schedule.Head; in E, the event whose Mark has the Schedule
//	Explore            eager.explore
package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// MarkedSequence is an execution E in which the events of schedules are marked.
// Push is the only way to append an event to it.
type MarkedSequence struct {
	sequence.Reader
	Run *algos.Exploration

	sequence  *sequence.Sequence
	marks     []stamped // beside the events of E
	pushes    uint64
	heads     []int32 // positions of the heads of schedules in E, ascending
	readHeads []int32 // those of them that are reads
}

// Mark says how an event of E belongs to schedules.
type Mark struct {
	Place    Place
	Schedule *Schedule // of a head: its schedule
}

// stamped is a mark with a number that no other event of E has ever had.
type stamped struct {
	Mark  Mark
	stamp uint64
}

// Place says whether an event is in a schedule.
type Place uint8

// The places of events.
const (
	Outside Place = iota // in no schedule
	Inside               // in a schedule, and not its head
	Head                 // the head of a schedule
)

// NewMarkedSequence returns the empty execution of x.
func NewMarkedSequence(x *algos.Exploration) *MarkedSequence {
	s := sequence.New(x)
	return &MarkedSequence{Reader: s.Reader, Run: x, sequence: s}
}

// Mark is the mark of the event at position i.
func (t *MarkedSequence) Mark(i int) Mark { return t.marks[i].Mark }

// ReadHeads are the positions of the heads of the read-schedules in E, in
// ascending order. The slice is valid until E changes.
func (t *MarkedSequence) ReadHeads() []int32 { return t.readHeads }

// Push lets a thread, which must be enabled, do its next event, and marks it. An
// error must be returned; E is then unchanged.
func (t *MarkedSequence) Push(thread model.ThreadID, m Mark) error {
	if err := t.sequence.Push(thread); err != nil {
		return err
	}
	t.pushes++
	t.pushMark(stamped{m, t.pushes})
	return nil
}

func (t *MarkedSequence) pushMark(m stamped) {
	t.marks = append(t.marks, m)
	if m.Mark.Place == Head {
		t.pushHead(m.Mark.Schedule)
	}
}

func (t *MarkedSequence) pushHead(s *Schedule) {
	at := int32(len(t.marks) - 1)
	t.heads = append(t.heads, at)
	if s.IsRead() {
		t.readHeads = append(t.readHeads, at)
	}
}

// Pop takes the last event off E.
func (t *MarkedSequence) Pop() {
	t.popMark()
	t.sequence.Pop()
}

func (t *MarkedSequence) popMark() { t.popMarks(len(t.marks) - 1) }

func (t *MarkedSequence) popMarks(n int) {
	for i := len(t.heads); i > 0 && int(t.heads[i-1]) >= n; i-- {
		t.heads = t.heads[:i-1]
	}
	for i := len(t.readHeads); i > 0 && int(t.readHeads[i-1]) >= n; i-- {
		t.readHeads = t.readHeads[:i-1]
	}
	t.marks = t.marks[:n]
}

// PopTo takes E back to its first n events.
func (t *MarkedSequence) PopTo(n int) {
	for t.Len() > n {
		t.Pop()
	}
}

// EventRef refers to an event of E by its position and its stamp. It stays valid
// while that position holds the event with the same stamp: not after another
// event has been pushed there, but again once the first one has been restored.
// The zero EventRef never is.
type EventRef struct {
	stamp uint64
	at    int32
}

// RefAt refers to the event at position i.
func (t *MarkedSequence) RefAt(i int) EventRef { return EventRef{t.marks[i].stamp, int32(i)} }

// At is the position that m refers to.
func (m EventRef) At() int { return int(m.at) }

// IsCurrent reports whether m is valid. If it is, the events before m are also
// those that were there when m was made.
func (t *MarkedSequence) IsCurrent(m EventRef) bool {
	return int(m.at) < len(t.marks) && t.marks[m.at].stamp == m.stamp
}

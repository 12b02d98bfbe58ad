package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/order"
	"dporbench/model/stack"
)

// Schedule is a schedule σ that reverses a race e ≲ e', with the part of the execution
// E1·e·E2 needed to return to it.
type Schedule struct {
	At      int           // |E1|, the position of e
	Tail    []TailEvent   // e·E2, without e' if that is pending
	Second  event.Event   // e'
	Events  []event.Event // of σ, with the kinds they had in E1·e·E2; e' is the last one
	Pending bool          // E left e' pending, or it is another value of a choice

	// Once σ has been appended to E1:

	Head     event.Event // hd(σ): e' with the kind that it has there (rule R6)
	HeadAt   int         // its position, |E1·σ|-1
	Previous *Schedule   // the schedule whose head comes before, or nil

	inTail *Schedule // the schedule in E1·e·E2 whose head comes last

	surroundings
}

// TailEvent is a kept event of E.
type TailEvent struct {
	Event event.Event
	Place Place // in E
}

// Place says whether an event is in a schedule.
type Place uint8

// The places of events.
const (
	Outside Place = iota // in no schedule
	Inside               // in a schedule, and not its head
	AtHead               // the head of a schedule
)

// IsRead reports whether σ is a read-schedule (section 4.3). A schedule whose head is the event of an Apply counts as
// one (rule R33), since what matters about reads is that they commute. It may come before or after only those with
// heads of its own kind (rule R34).
func (s *Schedule) IsRead() bool { return s.Head.Kind.Commutes() }

// First is e.
func (s *Schedule) First() *event.Event { return &s.Tail[0].Event }

// HeadedBy is the schedule whose head is Tail[l], which is AtHead.
func (s *Schedule) HeadedBy(l int) *Schedule {
	inner := s.inTail
	for inner.HeadAt != s.At+l {
		inner = inner.Previous
	}
	return inner
}

// Reverse makes s the schedule that reverses a race of E (lines 5 and 6). It appends s.Tail to tails, and returns the
// result.
func (t *MarkedSequence) Reverse(r sequence.Race, s *Schedule, tails []TailEvent) []TailEvent {
	*s = Schedule{
		At:      r.First,
		Tail:    stack.Extend(&tails, t.Len()-r.First),
		Second:  t.RaceEndEvent(r.Second),
		Pending: r.Second.At == order.None,
		Events:  s.Events[:0],
		inTail:  t.last,

		surroundings: surroundings{After: t.ValueAfter(r.First), before: s.before[:0]},
	}
	if t.Buffered() {
		s.before = t.appendCounts(s.before, s.At)
	}
	t.Work.Comparisons += int64(len(s.Tail))
	// Line 6: σ has the events of E2 that happen before e', and e'.
	past := t.Predecessors(r.Second)
	for i := range s.Tail {
		e := t.At(s.At + i)
		s.Tail[i] = TailEvent{*e, Outside}
		if past.Has(*e) && i > 0 && s.At+i != r.Second.At { // e happens before e' only until the race is reversed
			s.Events = append(s.Events, *e)
		}
	}
	s.Events = append(s.Events, s.Second)
	for in := t.last; in != nil && in.At > s.At; in = in.Previous {
		for i := in.At; i < in.HeadAt; i++ {
			s.Tail[i-s.At].Place = Inside
		}
		s.Tail[in.HeadAt-s.At].Place = AtHead
	}
	if t.Run.Observer != nil {
		e := t.Run.Machine.Events()
		t.Run.Observer.Found(algos.Reversal{E: e, First: *s.First(), Second: s.Second, Prefix: e[:s.At], Schedule: s.Events})
	}
	return tails
}

// AppendSchedule appends σ to E, which must be E1 (lines 7 and 8). It stops after the
// first event of σ that is asleep, and then returns true.
func (t *MarkedSequence) AppendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	if t.Run.Observer != nil {
		t.Run.Observer.Begun(t.Run.Machine.Events(), s.Events)
	}
	for _, e := range s.Events {
		if e.Kind == event.Choice {
			t.Run.Machine.Choose(e.Object) // the same value again
		}
		if err := t.Push(e.Thread); err != nil {
			return false, err
		}
		if t.IsAsleep(sleep) {
			return true, t.Run.Ended(algos.Blocked)
		}
	}
	s.HeadAt = t.Len() - 1
	s.Head = t.Event(s.HeadAt)
	_, s.HeadCAS = t.Run.Machine.CompareAndSwapAt(s.HeadAt)
	s.Previous, t.last = t.last, s
	return false, nil
}

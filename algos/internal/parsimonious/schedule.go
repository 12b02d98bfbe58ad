package parsimonious

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/order"
	"dporbench/model/stack"
)

// Schedule is a schedule σ that reverses a race e ≲ e', with the part of the execution
// E1·e·E2 needed to return to it.
type Schedule struct {
	At      int         // |E1|, the position of e
	Tail    []TailEvent // e·E2, without e' if that is pending
	Second  event.Event // e'
	Pending bool        // E left e' pending, or it is another value of a choice
	After   int64       // the value of e.var right after e, if e accesses a variable (rule R17)

	// Once σ has been appended to E1:

	Head     event.Event // hd(σ): e' with the kind that it has there (rule R6)
	HeadCAS  bool        // it is a CompareAndSwap, whose kind may change when it is moved further
	HeadAt   int         // its position, |E1·σ|-1
	Previous *Schedule   // the schedule whose head comes before, or nil

	SleepState any       // for a SleepSet, which must be able to recompute what it keeps here
	inTail     *Schedule // the schedule in E1·e·E2 whose head comes last
	before     []int32   // by thread: how many of its events E1 has; if Stores are buffered
}

// TailEvent is an event of E that has been kept.
type TailEvent struct {
	Event      event.Event
	Place      Place // it had in E
	InSchedule bool  // it is in σ, and not e'
}

// IsRead reports whether σ is a read-schedule (section 4.3). A schedule whose head is the event of an
// Apply counts as one (rule R33): what matters of reads is that they commute. It may come before or after those with
// heads of its own kind only (rule R34).
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

// FlushedBefore reports whether, where Stores are buffered, the n-th flush of actor a comes before Tail[l]
// in E1·e·E2.
func (s *Schedule) FlushedBefore(l int, a event.ThreadID, n int32) bool {
	if int(a) < len(s.before) && n <= s.before[a] {
		return true
	}
	return slices.ContainsFunc(s.Tail[:l], func(c TailEvent) bool { return c.Event.Thread == a && c.Event.Index == n })
}

// Reverse makes s the schedule that reverses a race of E (lines 5 and 6). It keeps the
// SleepState of s, appends its Tail to tails, and returns tails.
func (t *MarkedSequence) Reverse(r sequence.Race, s *Schedule, tails []TailEvent) []TailEvent {
	*s = Schedule{
		At:         r.First,
		Second:     t.RaceEndEvent(r.Second),
		Pending:    r.Second.At == order.None,
		After:      t.ValueAfter(r.First),
		SleepState: s.SleepState,
		inTail:     t.last,
		before:     s.before[:0],
	}
	if t.Buffered() {
		for u := range t.Run.Machine.Threads() {
			s.before = append(s.before, t.CountBefore(event.ThreadID(u), s.At))
		}
	}
	t.Work.Comparisons += int64(t.Len() - s.At)
	s.Tail = stack.Extend(&tails, t.Len()-s.At)
	past := t.Predecessors(r.Second)
	for i := range s.Tail {
		e := t.At(s.At + i)
		s.Tail[i] = TailEvent{*e, t.places[s.At+i], past.Has(*e)}
	}
	s.Tail[0].InSchedule = false // though e happens before e', until the race is reversed
	if !s.Pending {
		s.Tail[r.Second.At-s.At].InSchedule = false
	}
	t.found(s)
	return tails
}

// AppendSchedule appends σ to E, which must be E1 (lines 7 and 8). It stops after the
// first event of σ that is asleep, and then returns true.
func (t *MarkedSequence) AppendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	t.begun(s)
	if blocked, err = t.appendSchedule(s, sleep); blocked {
		err = t.Run.Ended(algos.Blocked)
	}
	return blocked, err
}

func (t *MarkedSequence) appendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	for i := range s.Tail {
		if e := &s.Tail[i]; e.InSchedule {
			t.chooseAs(&e.Event)
			if err = t.Push(e.Event.Thread, Inside); err != nil || t.IsAsleep(sleep) {
				return err == nil, err
			}
		}
	}
	t.chooseAs(&s.Second)
	s.Head, _ = t.Run.Machine.Next(s.Second.Thread)
	s.HeadCAS = t.Run.Machine.AtCompareAndSwap(s.Second.Thread)
	if err = t.pushHead(s); err != nil {
		return false, err
	}
	return t.IsAsleep(sleep), nil
}

// chooseAs makes e, if it is a choice, be executed with the same value again.
func (t *MarkedSequence) chooseAs(e *event.Event) {
	if e.Kind == event.Choice {
		t.Run.Machine.Choose(e.Object)
	}
}

// IsAsleep reports whether the last event of E, which has just been pushed, is asleep. Only a read or an Apply may be:
// others are not the head of a read-schedule.
func (t *MarkedSequence) IsAsleep(sleep SleepSet) bool {
	return t.At(t.Len()-1).Kind.Commutes() && t.asks(sleep)
}

func (t *MarkedSequence) asks(sleep SleepSet) (asleep bool) {
	if asleep = sleep.Asleep(); asleep {
		t.sleeps(sleep)
	}
	return asleep
}

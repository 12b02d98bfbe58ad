package parsimonious

import (
	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/order"
	"dporbench/model/stack"
)

// Schedule is a schedule σ that reverses a race e ≲ e', with the part of the execution
// E1·e·E2 needed to return to it.
type Schedule struct {
	At     int         // |E1|, the position of e
	EndLen int         // |E1·σ|, once σ has been appended
	Tail   []TailEvent // e·E2, without e' if that was pending
	Heads  []Head      // of the schedules in Tail

	Pending bool           // E left e' pending, or it is another value of a choice; if not, it is the last event of Tail,
	Early   bool           // unless it is a CompareAndSwap that waits for the end of Tail in σ, but has not in E (rule R49)
	Value   int32          // of e', if e is a choice
	Thread  event.ThreadID // of e'
	Head    event.Event    // hd(σ): e' with the kind it has in E1·σ, once that is known; before, e' if it is pending
	Moved                  // what the kinds of moved events depend on

	SleepState any // for a SleepSet, which must be able to recompute what it keeps here
}

// TailEvent is an event of E that has been kept.
type TailEvent struct {
	Event      event.Event
	Place      Place // it had in E
	InSchedule bool  // it is in σ, as e' always is
}

// IsRead reports whether σ is a read-schedule (section 4.3). What counts is the kind of
// its head in E1·σ (rule R6): a CompareAndSwap that wrote after e may fail before e, or the
// reverse. A schedule whose head is the event of an Apply counts as one (rule R33): what
// matters of reads is that they commute.
func (s *Schedule) IsRead() bool { return s.Head.Kind.Commutes() }

// HeadKind is the kind of the heads of the schedules that σ may come before or after (rule R34): that
// of its own head, or Read if that is a CompareAndSwap.
func (s *Schedule) HeadKind() event.Kind {
	if s.Head.Kind.Applies() {
		return s.Head.Kind
	}
	return event.Read
}

// First is e.
func (s *Schedule) First() event.Event { return s.Tail[0].Event }

// moves reports whether e' is not the last event of Tail, though the last of σ.
func (s *Schedule) moves() bool { return s.Pending || s.Early }

// InTail is the index in Tail of h, which is one of Heads.
func (s *Schedule) InTail(h Head) int { return int(h.At) - s.At }

// Reverse makes s the schedule that reverses a race of E (lines 5 and 6). It keeps the
// SleepState of s, appends its Tail to tails, and returns tails.
func (t *MarkedSequence) Reverse(r Race, s *Schedule, tails []TailEvent) []TailEvent {
	first, second := int(r.First), r.Second
	*s = Schedule{
		At:         first,
		Pending:    second.At == order.None,
		Early:      second.At != order.None && second.At < t.Len()-1,
		Value:      second.Value,
		Thread:     second.Thread,
		Heads:      append(s.Heads[:0], from(t.heads, first)...),
		SleepState: s.SleepState,
		Moved:      Moved{After: t.after(first), before: s.before[:0]},
	}
	if t.Buffered() {
		t.countBefore(s)
	}
	if s.moves() {
		s.Head = t.RaceEndEvent(second)
	}
	t.Work.Comparisons += int64(t.Len() - first)
	s.Tail = stack.Extend(&tails, t.Len()-first)
	past := t.Predecessors(second)
	for i := range s.Tail {
		e := t.Event(first + i)
		s.Tail[i] = TailEvent{e, t.places[first+i], past.Has(e)}
	}
	if !s.moves() {
		s.Tail[len(s.Tail)-1].InSchedule = true
	}
	s.Tail[0].InSchedule = false // though e happens before e', until the race is reversed
	t.found(s, second)
	return tails
}

// AppendSchedule appends σ to E, which must be E1 (lines 7 and 8). It stops after the
// first event of σ that is asleep, and then returns true.
func (t *MarkedSequence) AppendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	t.begun(s)
	blocked, err = t.appendSchedule(s, sleep)
	if blocked {
		err = t.Run.Ended(algos.Blocked)
	}
	return blocked, err
}

func (t *MarkedSequence) appendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	before := s.Tail[1:]
	if !s.moves() {
		before = before[:len(before)-1]
	}
	choices := t.Run.Machine.HasChoices()
	for i := range before {
		if before[i].InSchedule {
			if choices {
				t.chooseAs(before[i].Event)
			}
			if err = t.Push(before[i].Event.Thread, Inside); err != nil {
				return false, err
			}
			if t.IsAsleep(sleep) {
				return true, nil
			}
		}
	}
	t.Run.Machine.Choose(s.Value)
	s.Head, _ = t.Run.Machine.Next(s.Thread)
	s.HeadCAS = t.Run.Machine.AtCompareAndSwap(s.Thread)
	s.EndLen = t.Len() + 1
	if err = t.pushHead(s); err != nil {
		return false, err
	}
	return t.IsAsleep(sleep), nil
}

// IsAsleep reports whether the last event of E, which has just been pushed, is asleep.
func (t *MarkedSequence) IsAsleep(sleep SleepSet) bool {
	// Only a read or an Apply is the head of a read-schedule.
	asleep := t.Event(t.Len()-1).Kind.Commutes() && sleep.Asleep()
	if asleep {
		t.sleeps(sleep)
	}
	return asleep
}

// Cut takes E, which must be E1·e·E2, back to E1.
func (t *MarkedSequence) Cut(s *Schedule) {
	t.Work.Restored += int64(len(s.Tail)) // as they will be, by whoever finishes the task
	t.cut = append(stack.Room(t.cut, len(s.Tail)), t.places[s.At:]...)
	t.popPlaces(s.At)
	t.sequence.Cut(s.At)
}

// Restore makes E, which begins with E1, what it was before Cut. References to its
// events are valid again.
func (t *MarkedSequence) Restore(s *Schedule) {
	t.popPlaces(s.At)
	t.sequence.Paste()
	rest := len(t.cut) - len(s.Tail)
	t.places = append(t.places, t.cut[rest:]...)
	t.cut = t.cut[:rest]
	t.heads = append(t.heads, s.Heads...)
	for _, h := range s.Heads {
		if h.Schedule.IsRead() {
			t.readHeads = append(t.readHeads, h)
		}
	}
}

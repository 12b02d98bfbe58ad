package parsimonious

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model"
)

// Schedule is a schedule σ that reverses a race e ≲ e', with what there is to
// know of the execution E1·e·E2 in which the race was found.
type Schedule struct {
	At     int         // |E1|, the position of e
	EndLen int         // |E1·σ|, once E has been that
	Tail   []TailEvent // e·E2; if e' was a pending Lock, it is not in it

	Pending bool           // e' was a Lock that E left pending; if not, it is the last event of Tail
	Thread  model.ThreadID // of e'
	Head    model.Event    // hd(σ): e' with the kind it has in E1·σ, once that is known
	HeadCAS bool           // hd(σ) is a CompareAndSwap, whose kind may change when it is moved further
	After   int64          // the value of e.var right after e, if e is of a variable

	SleepState any // for a SleepSet, which must leave nothing in it that it could not find again
}

// Saved is an event of E, kept.
type TailEvent struct {
	Event model.Event
	stamped
	Heads      int32 // how many heads of schedules there are before it in the tail
	InSchedule bool  // it is in σ; e' is
}

// IsRead reports whether σ is a read-schedule (section 4.3): its head's kind is
// determined where it is now, since a CompareAndSwap that wrote after e may
// fail before it, and the reverse.
func (s *Schedule) IsRead() bool { return s.Head.Kind == model.Read }

// First is e.
func (s *Schedule) First() model.Event { return s.Tail[0].Event }

// FirstMoment is the moment of e.
func (s *Schedule) FirstRef() EventRef { return EventRef{s.Tail[0].stamp, int32(s.At)} }

// Reverse makes s, of which only the Note stays, the schedule that reverses the
// race of the event at position first of E and e'. Its Tail is appended to
// tails, which is returned.
func (t *MarkedSequence) Reverse(first int, second sequence.RaceEnd, s *Schedule, tails []TailEvent) []TailEvent {
	*s = Schedule{
		At:         first,
		Pending:    second.At == model.None,
		Thread:     second.Thread,
		After:      t.after(first),
		SleepState: s.SleepState,
	}
	heads, past := int32(0), t.Predecessors(second)
	from := len(tails)
	tails = slices.Grow(tails, t.Len()-first)
	for i := first; i < t.Len(); i++ {
		e := t.Event(i)
		in := i > first && (i == second.At || past.Has(e))
		tails = append(tails, TailEvent{e, t.marks[i], heads, in})
		if t.marks[i].Mark.Place == Head {
			heads++
		}
	}
	s.Tail = tails[from:len(tails):len(tails)]
	t.found(s, second)
	return tails
}

// after is the value of the variable of the event at position first right after
// it. Since that event races with e', nothing but e' has written the variable
// since.
func (t *MarkedSequence) after(first int) int64 {
	last := t.Len() - 1
	e, f := t.Event(first), t.Event(last)
	if !e.Kind.OnVariable() {
		return 0
	}
	if last > first && f.Object == e.Object && (f.Kind == model.Write || f.Kind == model.Update) {
		return t.Run.Machine.Overwritten(last)
	}
	return t.Run.Machine.Value(e.Object)
}

// Play appends σ to E, which must be E1 (lines 6 and 7). It stops after the
// first event of σ that is asleep and then returns true.
func (t *MarkedSequence) AppendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	t.begun(s)
	blocked, err = t.appendSchedule(s, sleep)
	if blocked {
		t.Run.Ended(algos.Blocked)
	}
	return blocked, err
}

func (t *MarkedSequence) appendSchedule(s *Schedule, sleep SleepSet) (blocked bool, err error) {
	before := s.Tail[1:]
	if !s.Pending {
		before = before[:len(before)-1]
	}
	for i := range before {
		if before[i].InSchedule {
			if blocked, err = t.try(before[i].Event.Thread, Mark{Place: Inside}, sleep); blocked || err != nil {
				return blocked, err
			}
		}
	}
	s.Head, _ = t.Run.Machine.Next(s.Thread)
	s.HeadCAS = t.Run.Machine.AtCompareAndSwap(s.Thread)
	s.EndLen = t.Len() + 1
	return t.try(s.Thread, Mark{Place: Head, Schedule: s}, sleep)
}

// try pushes the next event of a thread and reports whether it is asleep.
func (t *MarkedSequence) try(thread model.ThreadID, m Mark, sleep SleepSet) (asleep bool, err error) {
	if err := t.Push(thread, m); err != nil {
		return false, err
	}
	// Only a read is the head of a read-schedule.
	asleep = t.Event(t.Len()-1).Kind == model.Read && sleep.Asleep()
	if asleep {
		t.sleeps(sleep)
	}
	return asleep, nil
}

// Cut takes E, which must be E1·e·E2, back to E1.
func (t *MarkedSequence) Cut(s *Schedule) {
	t.popMarks(s.At)
	t.sequence.Cut(s.At)
}

// Restore makes E, which begins with E1, what it was before Cut. The events are
// the same as before: moments of them hold.
func (t *MarkedSequence) Restore(s *Schedule) {
	t.popMarks(s.At)
	t.sequence.Paste()
	for i := range s.Tail {
		t.pushMark(s.Tail[i].stamped)
	}
}

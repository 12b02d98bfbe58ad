package parsimonious

import (
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// AppendRaces appends to dst the parsimonious races e ≲ e' where e' is the last event of E (line 4) or, under rule R49, a
// CompareAndSwap before it whose race it completes.
//
// If that is a choice outside all schedules, it races with itself for each value that it did not take (rule R8). The
// schedule of such a race is one event, the choice with the other value, which is its head.
func (t *MarkedSequence) AppendRaces(dst []sequence.Race) []sequence.Race {
	last := t.Len() - 1
	dst = t.keepParsimonious(t.Reader.AppendRaces(dst), len(dst))
	if last >= 0 && t.At(last).Kind == event.Choice && !t.isHead(last) {
		for value := int32(1); value < t.Run.Machine.ValuesAt(last); value++ {
			dst = append(dst, sequence.Race{First: last, Second: t.LastChoosing(value)})
		}
	}
	return dst
}

// AppendPendingRaces appends to dst those in which e' is an event at which a thread waits after a maximal E.
func (t *MarkedSequence) AppendPendingRaces(dst []sequence.Race) []sequence.Race {
	return t.keepParsimonious(t.Reader.AppendPendingRaces(dst), len(dst))
}

// keepParsimonious removes from races[todo:] those that are not parsimonious.
func (t *MarkedSequence) keepParsimonious(races []sequence.Race, todo int) []sequence.Race {
	kept := races[:todo]
	for _, r := range races[todo:] {
		if t.Run.Machine.Guarded() && t.isHead(r.Second.At) && t.IsStretchEnd(r.First) {
			continue // it was found where e' was in no schedule: the schedule has only moved it (rule R14)
		}
		if t.Work.Races++; t.isParsimonious(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// isHead reports whether the event at position i is the last one of E, and the head of a schedule.
func (t *MarkedSequence) isHead(i int) bool {
	return t.last != nil && t.last.HeadAt == i && i == t.Len()-1
}

// isParsimonious reports whether a race is one of Definition 7: e is in no schedule, and e' is fresh (Definition 6), that
// is, it happens after all heads of schedules after e.
//
// Definition 6 also says that e' is no other event of a schedule. The last event of E and pending ones never are. Nor is
// a CompareAndSwap e' before a flush f that completes its race (rule R49), if all heads are among what happens before
// it: suppose that it is in a schedule with the head h. e' happens before h, so h is there only if it is f or happens
// before f. Then e happens before f as well, and so before e' as its races see it: the two would not race.
func (t *MarkedSequence) isParsimonious(r sequence.Race) bool {
	s := t.last
	for s != nil && s.At > r.First {
		s = s.Previous
	}
	switch {
	case s != nil && s.HeadAt >= r.First: // e is in it
		return false
	case s == t.last:
		return true
	}
	past := t.Predecessors(r.Second)
	for after := t.last; after != s; after = after.Previous {
		if after.HeadAt != r.Second.At && !past.Has(*t.At(after.HeadAt)) {
			return false
		}
	}
	return true
}

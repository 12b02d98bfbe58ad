package parsimonious

import "dporbench/algos/sequence"

// AppendRaces appends to dst the parsimonious races e ≲ e' where e' is the last event of E (line 4) or, under rule R49, a
// CompareAndSwap before it whose race it completes.
func (t *MarkedSequence) AppendRaces(dst []sequence.Race) []sequence.Race {
	if len(t.Races()) > 0 || t.Run.Machine.RacesOtherwise() { // true after few events
		dst = t.keepParsimonious(dst, t.Reader.AppendRaces(t.found[:0]))
		if t.Run.Machine.HasChoices() {
			dst = t.appendOtherValues(dst)
		}
	}
	return dst
}

// AppendPendingRaces appends to dst those in which e' is an event at which a thread waits after a maximal E.
func (t *MarkedSequence) AppendPendingRaces(dst []sequence.Race) []sequence.Race {
	return t.keepParsimonious(dst, t.Reader.AppendPendingRaces(t.found[:0]))
}

// keepParsimonious appends to dst the parsimonious ones among races, and keeps their memory for reuse.
func (t *MarkedSequence) keepParsimonious(dst, races []sequence.Race) []sequence.Race {
	t.found = races
	for _, r := range races {
		if t.wasReversed(r) {
			continue
		}
		if t.Work.Races++; t.isParsimonious(r) {
			dst = append(dst, r)
		}
	}
	return dst
}

// isParsimonious reports whether a race is one of Definition 7: e is in no schedule, and e' is fresh (Definition 6), that
// is, it happens after all heads of schedules after e.
//
// Definition 6 also says that e' is no other event of a schedule. The last event of E and pending ones never are. Nor is
// a CompareAndSwap e' before a flush f that completes its race (rule R49), if all heads are among the events that
// happen before it: suppose that it is in a schedule with the head h. e' happens before h, so h is there only if it
// is f or happens before f. Then e happens before f as well, and so before e' as its races see it: the two would not
// race.
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

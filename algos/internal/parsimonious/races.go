package parsimonious

import (
	"slices"

	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// MayRace is false if AppendRaces has nothing to append, as after most events.
func (t *MarkedSequence) MayRace() bool {
	return len(t.Races()) > 0 || t.Run.Machine.RacesOtherwise()
}

// AppendRaces appends to dst the parsimonious races e ≲ e' where e' is the last event of E (line 4).
func (t *MarkedSequence) AppendRaces(dst []sequence.Race) []sequence.Race {
	last, todo := t.Len()-1, len(dst)
	if last < 0 || t.places[last] == Inside {
		return dst // not fresh, by Definition 6 (i)
	}
	dst = t.Reader.AppendRaces(dst)
	if t.places[last] == AtHead && t.Run.Machine.Guarded() {
		// Found where e' was in no schedule: the schedule has only moved it (rule R14).
		dst = dst[:todo+len(slices.DeleteFunc(dst[todo:], func(r sequence.Race) bool { return r.Second.At == last && t.IsStretchEnd(r.First) }))]
	}
	return t.appendOtherValues(t.keepParsimonious(dst, todo))
}

// AppendPendingRaces appends to dst those where e' is an event at which a thread waits after a maximal E.
func (t *MarkedSequence) AppendPendingRaces(dst []sequence.Race) []sequence.Race {
	return t.keepParsimonious(t.Reader.AppendPendingRaces(dst), len(dst))
}

// keepParsimonious removes from races, but the first todo, those that are not parsimonious (Definition 7).
func (t *MarkedSequence) keepParsimonious(races []sequence.Race, todo int) []sequence.Race {
	kept := races[:todo]
	t.Work.Races += int64(len(races) - todo)
	for _, r := range races[todo:] {
		if t.places[r.First] == Outside && t.isFresh(r) {
			kept = append(kept, r)
		}
	}
	return kept
}

// isFresh reports whether e' happens after all heads of schedules after e (Definition 6 (ii)).
func (t *MarkedSequence) isFresh(r sequence.Race) bool {
	if t.last == nil || t.last.HeadAt < r.First {
		return true
	}
	past := t.Predecessors(r.Second)
	for s := t.last; s != nil && s.HeadAt > r.First; s = s.Previous {
		if s.HeadAt != r.Second.At && !past.Has(*t.At(s.HeadAt)) {
			return false
		}
	}
	return true
}

// appendOtherValues appends to dst a race for each value that the last event of E did not
// take, if that is a choice outside all schedules: as if the choice raced with itself (rule R8). The
// schedule of such a race is one event, the choice with the other value, which is its head.
func (t *MarkedSequence) appendOtherValues(dst []sequence.Race) []sequence.Race {
	last := t.Len() - 1
	if t.At(last).Kind != event.Choice || t.places[last] != Outside {
		return dst
	}
	for value := int32(1); value < t.Run.Machine.ValuesAt(last); value++ {
		dst = append(dst, sequence.Race{First: last, Second: t.LastChoosing(value)})
	}
	return dst
}

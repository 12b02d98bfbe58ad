package parsimonious

import (
	"dporbench/algos/sequence"
	"dporbench/model"
)

// AppendRaces appends to dst the positions of the events e with e ≲ e', where
// e' is the last event of E (line 4).
func (t *MarkedSequence) AppendRaces(dst []int32) []int32 {
	last := t.Len() - 1
	if last < 0 || t.marks[last].place == Inside {
		return dst // not fresh, by Definition 6 (i)
	}
	if races := t.Races(); len(races) > 0 {
		return t.appendParsimonious(dst, races, t.LastAsRaceEnd())
	}
	return dst
}

// Values is how many values the last event of E might have: more than 1 only if it is a
// choice outside all schedules. The other values are explored like the reversal of a race
// between the two: the schedule of one event, and its head is that choice.
func (t *MarkedSequence) Values() int32 {
	last := t.Len() - 1
	if last < 0 || t.Event(last).Kind != model.Choice || t.marks[last].place != Outside {
		return 1
	}
	return t.Run.Machine.ValuesAt(last)
}

// PendingRace returns the position of the event e with e ≲ e', where e' is a Lock that a
// maximal E leaves pending: its thread might have locked the mutex first. ok is false if
// there is no such race.
func (t *MarkedSequence) PendingRace(thread model.ThreadID) (e int32, second sequence.RaceEnd, ok bool) {
	first, second, ok := t.PendingLock(thread)
	if !ok {
		return 0, second, false
	}
	var found [1]int32
	races := t.appendParsimonious(found[:0], []int32{int32(first)}, second)
	return int32(first), second, len(races) > 0
}

// appendParsimonious appends to dst the races of e' that are parsimonious (Definition 7).
func (t *MarkedSequence) appendParsimonious(dst, races []int32, second sequence.RaceEnd) []int32 {
	// e' happens after all heads of schedules after this position.
	stale, past := int32(model.None), t.Predecessors(second)
	for i := len(t.heads) - 1; i >= 0; i-- {
		h := t.heads[i].At
		if int(h) != second.At && !past.Has(t.Event(int(h))) {
			stale = h
			break
		}
	}
	for _, e := range races {
		if e > stale && t.marks[e].place == Outside {
			dst = append(dst, e)
		}
	}
	return dst
}

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
	races := t.Races()
	if len(races) == 0 {
		return dst
	}
	direct, beyond := t.split(races)
	if len(direct) > 0 {
		dst = t.appendParsimonious(dst, direct, t.RaceEndOf(int(direct[0])))
	}
	// If e' is the head of a schedule, its stretches have been found where it was in
	// none: the schedule has only moved it (rule A5).
	if len(beyond) > 0 && t.marks[last].place == Outside {
		dst = t.appendParsimonious(dst, beyond, t.RaceEndOf(int(beyond[0])))
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

// split returns the races of the last event of E, the later ones first, in two parts:
// those that an Await or a When has beyond the last write of its variable come second.
func (t *MarkedSequence) split(races []int32) (direct, beyond []int32) {
	last := t.Len() - 1
	n := len(races)
	if write := t.Links(last).Write; t.Event(last).Kind.OnVariable() {
		for n > 0 && races[n-1] < write {
			n--
		}
	}
	return races[:n], races[n:]
}

// AppendPendingRaces appends to dst the positions of the events e with e ≲ e', where e' is
// the event at which thread waits after a maximal E, and returns e'; see
// sequence.Reader.AppendPendingRaces.
func (t *MarkedSequence) AppendPendingRaces(dst []int32, thread model.ThreadID) ([]int32, sequence.RaceEnd) {
	from := len(dst)
	dst, second := t.Reader.AppendPendingRaces(dst, thread)
	return t.appendParsimonious(dst[:from], dst[from:], second), second
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

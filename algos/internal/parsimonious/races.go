package parsimonious

import (
	"dporbench/algos/sequence"
	"dporbench/model"
)

// Race is a race e ≲ e' to be reversed. Two Locks race (rule R1); Spawn and Join do not (rule R5).
type Race struct {
	First  int32 // the position of e
	Second sequence.RaceEnd
}

// MayRace is false if AppendRaces has nothing to append, which costs less to ask.
func (t *MarkedSequence) MayRace() bool {
	return len(t.Races()) > 0 || t.Run.Machine.HasChoices()
}

// AppendRaces appends to dst the races e ≲ e' where e' is the last event of E (line 4).
func (t *MarkedSequence) AppendRaces(dst []Race) []Race {
	last := t.Len() - 1
	if last < 0 || t.marks[last].place == Inside {
		return dst // not fresh, by Definition 6 (i)
	}
	races := t.Races()
	if len(races) == 0 {
		return t.appendOtherValues(dst)
	}
	if !t.Run.Machine.Guarded() {
		return t.appendParsimonious(dst, races, t.RaceEndOf(int(races[0])))
	}
	direct, reads, beyond := t.split(races)
	if len(direct) > 0 {
		dst = t.appendParsimonious(dst, direct, t.RaceEndOf(int(direct[0])))
	}
	if len(reads) > 0 {
		dst = t.appendParsimonious(dst, reads, t.RaceEndOf(int(reads[0])))
	}
	// If e' is the head of a schedule, its stretches have been found where it was in
	// none: the schedule has only moved it (rule R14).
	if len(beyond) > 0 && t.marks[last].place == Outside {
		dst = t.appendParsimonious(dst, beyond, t.RaceEndOf(int(beyond[0])))
	}
	return dst
}

// appendOtherValues appends to dst a race for each value that the last event of E did not
// take, if that is a choice outside all schedules: as if the choice raced with itself (rule R8). The
// schedule of such a race is one event, the choice with the other value, which is its head.
func (t *MarkedSequence) appendOtherValues(dst []Race) []Race {
	last := t.Len() - 1
	if t.Event(last).Kind != model.Choice || t.marks[last].place != Outside {
		return dst
	}
	for value := int32(1); value < t.Run.Machine.ValuesAt(last); value++ {
		dst = append(dst, Race{int32(last), t.LastChoosing(value)})
	}
	return dst
}

// split returns the races of the last event of E, the later ones first, in three parts:
// those that an Await or a When has beyond the last write of its variable come last, and
// before them those with BufferReads of that write (rule R21).
func (t *MarkedSequence) split(races []int32) (direct, reads, beyond []int32) {
	last := t.Len() - 1
	n := len(races)
	if write := t.Links(last).Write; t.Event(last).Kind.OnVariable() {
		for n > 0 && races[n-1] < write && !t.HasApply(int(races[n-1]), last) {
			n--
		}
	}
	beyond = races[n:]
	for len(beyond) > 0 && t.At(int(beyond[0])).Kind == model.BufferRead {
		beyond = beyond[1:]
	}
	return races[:n], races[n : len(races)-len(beyond)], beyond
}

// AppendPendingRaces appends to dst the races e ≲ e' where e' is an event at which a
// thread waits after a maximal E; see sequence.Reader.AppendPendingRaces.
func (t *MarkedSequence) AppendPendingRaces(dst []Race) []Race {
	m := t.Run.Machine
	for thread := m.NextActive(model.NoThread); thread != model.NoThread; thread = m.NextActive(thread) {
		var second sequence.RaceEnd
		t.pending, second = t.Reader.AppendPendingRaces(t.pending[:0], thread)
		dst = t.appendParsimonious(dst, t.pending, second)
	}
	return dst
}

// appendParsimonious appends to dst the races of e' that are parsimonious (Definition 7).
func (t *MarkedSequence) appendParsimonious(dst []Race, races []int32, second sequence.RaceEnd) []Race {
	if len(races) == 0 {
		return dst
	}
	// e' happens after all heads of schedules after this position; if that is before all
	// races, it does not matter where it is.
	stale, past := int32(model.None), t.Predecessors(second)
	for i := len(t.heads) - 1; i >= 0 && t.heads[i].At > races[len(races)-1]; i-- {
		h := t.heads[i].At
		if int(h) != second.At && !past.Has(t.Event(int(h))) {
			stale = h
			break
		}
	}
	t.Work.Races += int64(len(races))
	for _, e := range races {
		if e > stale && t.marks[e].place == Outside {
			dst = append(dst, Race{e, second})
		}
	}
	return dst
}

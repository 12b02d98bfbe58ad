package parsimonious

import (
	"dporbench/algos/sequence"
	"dporbench/model/order"
)

// Race is a race e ≲ e' to be reversed. Two Locks race (rule R1); Spawn and Join do not (rule R5).
type Race struct {
	First  int32 // the position of e
	Second sequence.RaceEnd
}

// MayRace is false if AppendRaces has nothing to append, as after most events.
func (t *MarkedSequence) MayRace() bool {
	return len(t.Races()) > 0 || t.Run.Machine.RacesOtherwise()
}

// AppendRaces appends to dst the races e ≲ e' where e' is the last event of E (line 4).
func (t *MarkedSequence) AppendRaces(dst []Race) []Race {
	races := t.Races()
	switch {
	case len(races) == 0:
		return t.appendOthers(dst)
	case t.places[t.Len()-1] == Inside:
		return dst // not fresh, by Definition 6 (i)
	case t.Run.Machine.Guarded():
		return t.appendGuarded(dst, races) // rules R10 to R14
	}
	return t.appendParsimonious(dst, races, t.RaceEndOf(int(races[0])))
}

// appendParsimonious appends to dst the races of e' that are parsimonious (Definition 7).
func (t *MarkedSequence) appendParsimonious(dst []Race, races []int32, second sequence.RaceEnd) []Race {
	if len(races) == 0 {
		return dst
	}
	// e' happens after all heads of schedules after this position; if it is before all
	// races, its exact value does not matter.
	stale, past := int32(order.None), t.Predecessors(second)
	for i := len(t.heads) - 1; i >= 0 && t.heads[i].At > races[len(races)-1]; i-- {
		h := t.heads[i].At
		if int(h) != second.At && !past.Has(t.Event(int(h))) {
			stale = h
			break
		}
	}
	t.Work.Races += int64(len(races))
	for _, e := range races {
		if e > stale && t.places[e] == Outside {
			dst = append(dst, Race{e, second})
		}
	}
	return dst
}

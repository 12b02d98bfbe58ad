package parsimonious

import (
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// Races of events that wait: for a mutex, or for a value.

// AppendPendingRaces appends to dst the races e ≲ e' where e' is an event at which a
// thread waits after a maximal E; see sequence.Reader.AppendPendingRaces.
func (t *MarkedSequence) AppendPendingRaces(dst []Race) []Race {
	m := t.Run.Machine
	for thread := m.NextActive(event.NoThread); thread != event.NoThread; thread = m.NextActive(thread) {
		var second sequence.RaceEnd
		t.pending, second = t.Reader.AppendPendingRaces(t.pending[:0], thread)
		dst = t.appendParsimonious(dst, t.pending, second)
	}
	return dst
}

// appendGuarded is AppendRaces where threads await values. e', the last event of E, races with events
// on this side of the last write of its variable, with BufferReads of that write, and if it is an Await or a
// When with the ends of stretches beyond. These three have different pasts.
func (t *MarkedSequence) appendGuarded(dst []Race, races []int32) []Race {
	if t.Run.Machine.Expecting() {
		return t.appendExpecting(dst, races) // rules R48 and R49
	}
	return t.appendInParts(dst, races)
}

// appendOthers is AppendRaces where E has none of those that the order finds.
func (t *MarkedSequence) appendOthers(dst []Race) []Race {
	if t.Run.Machine.Expecting() && t.Len() > 0 && t.places[t.Len()-1] != Inside {
		dst = t.appendExpecting(dst, nil)
	}
	return t.appendOtherValues(dst) // rule R8
}

func (t *MarkedSequence) appendInParts(dst []Race, races []int32) []Race {
	direct, reads, beyond := t.split(races)
	if t.places[t.Len()-1] == AtHead {
		beyond = nil // found where e' was in no schedule: the schedule has only moved it (rule R14)
	}
	for _, part := range [][]int32{direct, reads, beyond} {
		if len(part) > 0 {
			dst = t.appendParsimonious(dst, part, t.RaceEndOf(int(part[0])))
		}
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
	for len(beyond) > 0 && t.At(int(beyond[0])).Kind == event.BufferRead {
		beyond = beyond[1:]
	}
	return races[:n], races[n : len(races)-len(beyond)], beyond
}

// appendExpecting is AppendRaces where a CompareAndSwap that fails does not wait for the buffers: the last event of E
// may then complete a race whose second event comes before it.
func (t *MarkedSequence) appendExpecting(dst []Race, races []int32) []Race {
	if _, ok := t.Run.Machine.ExpectsAt(t.Len() - 1); ok {
		dst = t.appendCompared(dst, races)
	} else {
		dst = t.appendInParts(dst, races)
	}
	t.EachDrainedRace(func(first int, second sequence.RaceEnd) {
		dst = t.appendParsimonious(dst, []int32{int32(first)}, second)
	})
	return dst
}

// appendCompared is appendGuarded for a CompareAndSwap: each of its races has a past of its own.
func (t *MarkedSequence) appendCompared(dst []Race, races []int32) []Race {
	for i, first := range races {
		if t.places[t.Len()-1] == AtHead && t.IsStretchEnd(first) {
			continue // rule R14
		}
		dst = t.appendParsimonious(dst, races[i:i+1], t.ExpectingRaceEndOf(int(first)))
	}
	return dst
}

package parsimonious

import (
	"slices"

	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// surroundings hold the data that the events of a schedule σ and its tail do not contain: values, and how much has
// been flushed.
type surroundings struct {
	After   int64   // the value of e.var right after e, if e accesses a variable (rule R17)
	HeadCAS bool    // hd(σ) is a CompareAndSwap, whose kind may change when it is moved further (rules R6 and R7)
	before  []int32 // by thread: the number of its events in E1; only if Stores are buffered
}

// appendCounts appends to dst, by thread, the number of events before a position.
func (t *MarkedSequence) appendCounts(dst []int32, position int) []int32 {
	for u := range t.Run.Machine.Threads() {
		dst = append(dst, t.CountBefore(event.ThreadID(u), position))
	}
	return dst
}

// FlushedBefore reports whether, where Stores are buffered, the n-th flush of actor a comes before Tail[l]
// in E1·e·E2.
func (s *Schedule) FlushedBefore(l int, a event.ThreadID, n int32) bool {
	if int(a) < len(s.before) && n <= s.before[a] {
		return true
	}
	return slices.ContainsFunc(s.Tail[:l], func(c TailEvent) bool { return c.Event.Thread == a && c.Event.Index == n })
}

// appendOtherValues appends to dst the races of the last event of E with itself, if it is a choice outside all
// schedules: one for each value that it did not take (rule R8). The schedule of such a race is one event, the choice
// with the other value, which is its head.
func (t *MarkedSequence) appendOtherValues(dst []sequence.Race) []sequence.Race {
	last := t.Len() - 1
	if last >= 0 && t.At(last).Kind == event.Choice && !t.isHead(last) {
		for value := int32(1); value < t.Run.Machine.ValuesAt(last); value++ {
			dst = append(dst, sequence.Race{First: last, Second: t.LastChoosing(value)})
		}
	}
	return dst
}

// wasReversed reports whether a race with the end of a stretch was found where e' was in no schedule: the schedule whose
// head e' now is has only moved it (rule R14).
func (t *MarkedSequence) wasReversed(r sequence.Race) bool {
	return t.Run.Machine.Guarded() && t.movesEnd(r)
}

func (t *MarkedSequence) movesEnd(r sequence.Race) bool {
	return t.isHead(r.Second.At) && t.IsStretchEnd(r.First)
}

// isHead reports whether the event at position i is the last one of E, and the head of a schedule.
func (t *MarkedSequence) isHead(i int) bool {
	return t.last != nil && t.last.HeadAt == i && i == t.Len()-1
}

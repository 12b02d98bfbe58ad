package source

import (
	"slices"

	"dporbench/algos/sequence"
	"dporbench/model"
)

// reverse makes sure that the race between the event e at position first and e' is
// explored in the other order too: if I[E'](v) ∩ backtrack(E') is empty, for
// E' = pre(E, e) and v = notdep(e, E)·e', it adds a thread of I[E'](v) to
// backtrack(E').
func (x *exploration) reverse(first int, second sequence.RaceEnd) {
	x.findNotdep(first, second)
	for q := range x.backtrack.Of(first) {
		if x.initial(q, second) {
			return
		}
	}
	q := second.Thread
	if len(x.notdep) > 0 {
		q = x.Event(x.notdep[0]).Thread
	}
	x.backtrack.Add(first, q)
	x.Run.NotifyBacktrack(first, x.RaceEndEvent(second), q, x.sleep.Contains(first, q))
}

// findNotdep finds notdep(e, E) for the event e at position first: the events between
// e and e' that do not happen after e.
func (x *exploration) findNotdep(first int, second sequence.RaceEnd) {
	end := x.Len()
	if second.At != model.None {
		end = second.At
	}
	x.notdep = x.notdep[:0]
	for i := first + 1; i < end; i++ {
		if !x.Before(first, i) {
			x.notdep = append(x.notdep, i)
		}
	}
}

// initial reports whether q ∈ I[E'](v): whether no event in v happens before q's first
// event there.
func (x *exploration) initial(q model.ThreadID, second sequence.RaceEnd) bool {
	for n, i := range x.notdep {
		if x.Event(i).Thread == q {
			return !slices.ContainsFunc(x.notdep[:n], func(j int) bool { return x.Before(j, i) })
		}
	}
	return q == second.Thread &&
		!slices.ContainsFunc(x.notdep, func(j int) bool { return x.Precedes(x.Event(j), second) })
}

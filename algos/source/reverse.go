package source

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/sequence"
	"dporbench/model/event"
)

// initial is a thread q ∈ I[E'](v).
type initial struct {
	thread event.ThreadID
	at     int  // the position of its first event in v; order.None for a pending e'
	needed bool // that event happens before e', or is e', or starts a thread
}

func (x *exploration) reverseAll(races []sequence.Race) {
	for _, r := range races {
		x.reverse(r.First, r.Second)
	}
	x.races = races[:0]
}

// reverse makes sure that the race between the event e at position first and e' is
// explored in the other order too: if I[E'](v) ∩ backtrack(E') is empty, for
// E' = pre(E, e) and v = notdep(e, E)·e', it adds a thread of I[E'](v) to
// backtrack(E').
func (x *exploration) reverse(first int, second sequence.RaceEnd) {
	x.Run.Stats.Work.Races++
	x.findInitials(first, second)
	if slices.ContainsFunc(x.initials, func(q initial) bool { return x.Backtrack.Contains(first, q.thread) }) {
		return
	}
	q := x.pick()
	x.Backtrack.Add(first, q)
	x.Run.NotifyBacktrack(first, x.RaceEndEvent(second), q, x.Sleep.Contains(first, q))
}

// findInitials finds I[E'](v). The events of notdep(e, E) are those between e and e'
// that do not happen after e.
func (x *exploration) findInitials(first int, second sequence.RaceEnd) {
	end := x.Len()
	if second.At == end-1 {
		end = second.At
	}
	x.Run.Stats.Work.Comparisons += int64(end - first)
	x.initials = x.initials[:0]
	free := true // nothing in v happens before e'
	for i := first + 1; i < end; i++ {
		if e := x.Event(i); !x.Before(first, i) && !x.followsAnInitial(i) {
			precedes := x.Precedes(e, second)
			x.initials = append(x.initials, initial{e.Thread, i, precedes || e.Kind == event.Spawn})
			free = free && !precedes
		}
	}
	if free {
		x.initials = append(x.initials, initial{second.Thread, second.At, true})
	}
}

// followsAnInitial reports whether something in v happens before the event at
// position i of v: if anything does, then the first event of an initial does.
func (x *exploration) followsAnInitial(i int) bool {
	return slices.ContainsFunc(x.initials, func(q initial) bool { return x.Before(q.at, i) })
}

// pick returns a thread of I[E'](v) that e' needs: beginning with another only delays the race, and adds the races of
// that other event at E'. A Spawn counts, because later races may need its thread. Of several it returns the earliest
// in E, where Options.Order put it, or any in random order.
func (x *exploration) pick() event.ThreadID {
	needed := slices.DeleteFunc(x.initials, func(q initial) bool { return !q.needed })
	if x.Run.Order == algos.RandomThread {
		return needed[x.Run.Random.IntN(len(needed))].thread
	}
	return needed[0].thread
}

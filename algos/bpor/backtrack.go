package bpor

import (
	"slices"

	"dporbench/model/event"
)

// findBacktrackPoints adds, for all u and v ≠ u, a backtrack point at the last event of v in S that is dependent with
// next(s, u) and may be co-enabled with it.
func (x *exploration) findBacktrackPoints() {
	for u := range event.ThreadID(x.run.Machine.Threads()) {
		next, ok := x.run.Machine.Next(u)
		if !ok {
			continue
		}
		x.points = x.points[:0]
		for v, o := range x.accesses.of(next) {
			if i := x.last(o, next); i >= 0 && event.ThreadID(v) != u {
				x.points = append(x.points, i)
			}
		}
		slices.Sort(x.points)
		for _, i := range slices.Backward(x.points) {
			x.backtrack(i, next)
		}
	}
}

// backtrack is Backtrack(S, i, u), for next = next(s, u).
func (x *exploration) backtrack(i int, next event.Event) {
	x.run.Stats.Work.Races++
	x.addBacktrackPoint(i, next)
	if !x.conservative {
		return
	}
	if j := x.blockOf(i); j < i {
		x.addBacktrackPoint(j, next)
	}
}

// blockOf returns the position at which the block of S_i begins.
func (x *exploration) blockOf(i int) int {
	t := x.e.Event(i).Thread
	for i > 0 && x.e.Event(i-1).Thread == t {
		i--
	}
	return i
}

// addBacktrackPoint adds u to backtrack(pre(S, i)) if it is enabled there, and otherwise all threads that are.
func (x *exploration) addBacktrackPoint(i int, next event.Event) {
	if x.enabled.Contains(i, next.Thread) {
		x.add(i, next.Thread, next)
		return
	}
	for u := range x.enabled.Of(i) {
		x.add(i, u, next)
	}
}

func (x *exploration) add(i int, u event.ThreadID, next event.Event) {
	if !x.chosen.Contains(i, u) {
		x.chosen.Add(i, u)
		x.run.NotifyBacktrack(i, next, u, x.done.Contains(i, u))
	}
}

package sequence

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// AppendSets appends the sleep sets that are not empty, for the description of a [algos.State].
func (s *SleepSets) AppendSets(dst []algos.Set) []algos.Set {
	for n := range s.from {
		if set := s.Of(n); len(set) > 0 {
			dst = append(dst, algos.Set{At: n, Events: slices.Clone(set)})
		}
	}
	return dst
}

// State describes the search to a Watcher: its sleep sets, and the members of its backtrack sets that have not been explored.
func (b *Backtracking) State() algos.State {
	d := algos.State{Asleep: b.Sleep.AppendSets(nil)}
	for n := range b.Sleep.from { // which has no entry yet for an event that is being pushed
		w := algos.Waiting{At: n}
		for t := range b.Backtrack.Of(n) {
			asleep := slices.ContainsFunc(b.Sleep.Of(n), func(e event.Event) bool { return e.Thread == t })
			if explored := n < b.Len() && b.At(n).Thread == t; !explored && !asleep {
				w.Branches = append(w.Branches, algos.Branch{Event: b.Run.NextEvent(n, t)})
			}
		}
		if len(w.Branches) > 0 {
			d.Waiting = append(d.Waiting, w)
		}
	}
	return d
}

package unfolding

import (
	"slices"
	"sort"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// extend adds to U the events that the threads could have done otherwise in E, which is maximal: the events in
// conflict with E whose history is in E.
func (s *search) extend() {
	for i, n := range s.e {
		e := &s.u.nodes[n]
		s.otherwise(e.Event, n, e.after, s.steps[i])
	}
	for t := s.Machine.NextActive(event.NoThread); t != event.NoThread; t = s.Machine.NextActive(t) {
		e, _ := s.Machine.Next(t)
		s.otherwise(e, 0, s.causeOf(t), s.Machine.NextStep(t))
	}
}

// otherwise adds the event e of a step to U with all the histories in E that it can have: after each write of its
// location, and, if it writes, after some of the reads since. In E it is the event now, unless that is 0; after is
// the event before it in its thread.
func (s *search) otherwise(e event.Event, now, after id, step operation.Step) {
	location := e.Location()
	if location == event.Nowhere {
		return
	}
	all, past := s.periodsOf(location), s.u.nodes[after].past
	seen := sort.Search(len(all)-1, func(k int) bool { return !s.u.contains(past, all[k+1].write) })
	for _, p := range all[seen:] {
		if s.follows(p.write, now) {
			return
		}
		if !step.Enabled(p.value) {
			continue
		}
		e.Kind = step.Kind(p.value)
		s.free = s.free[:0]
		for _, r := range p.reads {
			if e.Kind != event.Read && !s.u.contains(s.u.nodes[after].past, r) && !s.follows(r, now) {
				s.free = append(s.free, r)
			}
		}
		s.afterReads(e, after, p.write, 0)
	}
}

// follows reports whether the event n of E is the event now of E, or comes after it.
func (s *search) follows(n, now id) bool { return now != 0 && s.u.contains(s.u.nodes[n].past, now) }

// reads are scratch of otherwise: the reads that may be in the history of a write, and the reads that are.
type reads struct{ free, taken []id }

// afterReads adds the write e with each set of the free reads that can be in its history; those before i are decided.
func (s *search) afterReads(e event.Event, after, write id, i int) {
	if i == len(s.free) {
		s.u.add(e, after, write, s.taken)
		return
	}
	s.afterReads(e, after, write, i+1)
	if r := s.free[i]; s.isClosed(r, s.free[:i]) {
		s.taken = append(s.taken, r)
		s.afterReads(e, after, write, i+1)
		s.taken = s.taken[:len(s.taken)-1]
	}
}

// isClosed reports whether all causes of r among some free reads have been taken.
func (s *search) isClosed(r id, free []id) bool {
	return !slices.ContainsFunc(free, func(c id) bool {
		return s.u.contains(s.u.nodes[r].past, c) && !slices.Contains(s.taken, c)
	})
}

package unfolding

import (
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
		s.afterReads(e, after, p.write, 0, s.setFree(e.Kind, after, now, p.reads))
	}
}

// setFree sets the reads, of some of a period, that may but need not be in the history of an event after another one, and
// returns the number of their threads.
func (s *search) setFree(kind event.Kind, after, now id, some []id) (threads int) {
	s.free = s.free[:0]
	clear(s.first)
	for _, r := range some {
		if kind == event.Read || s.u.contains(s.u.nodes[after].past, r) || s.follows(r, now) {
			continue
		}
		s.free = append(s.free, r)
		if t := s.u.nodes[r].Thread; s.first.of(t) == 0 {
			s.first.set(t, r)
			threads++
		}
	}
	return threads
}

// follows reports whether the event n of E is the event now of E, or comes after it.
func (s *search) follows(n, now id) bool { return now != 0 && s.u.contains(s.u.nodes[n].past, now) }

// reads are scratch of otherwise: the reads that may be in the history of a write, and, by thread, the last read that is
// and the first that is not.
type reads struct {
	free           []id
	first          cut // by thread, the first one in free
	taken, skipped cut
}

// afterReads adds the write e with each set of the free reads that can be in its history; those before i are decided.
// Of so many threads no read is left out yet.
func (s *search) afterReads(e event.Event, after, write id, i, threads int) {
	for threads > 0 && i < len(s.free) && !s.isClosed(s.free[i]) {
		i++
	}
	if threads == 0 || i == len(s.free) {
		s.u.add(e, after, write, s.taken)
		return
	}
	r := s.free[i]
	t := s.u.nodes[r].Thread
	s.skipped.set(t, r)
	s.afterReads(e, after, write, i+1, threads-1)
	s.skipped.set(t, 0)
	last := s.taken.of(t)
	s.taken.set(t, r)
	s.afterReads(e, after, write, i+1, threads)
	s.taken.set(t, last)
}

// isClosed reports whether all causes of r among the free reads before it have been taken.
func (s *search) isClosed(r id) bool {
	for t, first := range s.skipped {
		if first != 0 && s.u.nodes[r].past.of(event.ThreadID(t)) >= first {
			return false
		}
	}
	return true
}

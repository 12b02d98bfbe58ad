package unfolding

import (
	"slices"
	"sort"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// extend adds to U what the threads could do otherwise in E: what is in conflict with E, while its history is in E. E
// is maximal.
func (s *search) extend() {
	s.findPhases()
	for i, n := range s.e {
		e := &s.u.nodes[n]
		s.otherwise(asked{e.Event, e.thread, s.steps[i]})
	}
	for t := s.Machine.NextActive(event.NoThread); t != event.NoThread; t = s.Machine.NextActive(t) {
		e, _ := s.Machine.Next(t)
		s.otherwise(asked{e, s.causeOf(t), s.Machine.NextStep(t)})
	}
}

// asked is what a thread asks for in E, whether it comes to that in E or not.
type asked struct {
	event event.Event
	after id // its cause in its thread
	step  operation.Step
}

// phase is a part of E in which an object keeps its value.
type phase struct {
	write id    // with which it begins: a write, or an operation on a mutex; 0 at the beginning of E
	value int64 // of the object
	reads []id  // in the order of E
}

// reads are scratch of otherwise.
type reads struct{ seen, free []id }

// findPhases finds those of all objects of E.
func (s *search) findPhases() {
	for _, phases := range s.phases {
		phases.n = 0
	}
	for i, n := range s.e {
		e := &s.u.nodes[n]
		o, ok := objectOf(e.Event)
		if !ok {
			continue
		}
		phases := s.phasesOf(o)
		if e.Kind == event.Read {
			last := &phases.all[phases.n-1]
			last.reads = append(last.reads, n)
			continue
		}
		if !o.mutex {
			phases.all[phases.n-1].value = s.Machine.Overwritten(i)
		}
		phases.begin(n, s.valueAfter(o, e.Kind))
	}
}

// valueAfter is the value of an object after an event of that kind, if that is its last write in E.
func (s *search) valueAfter(o object, k event.Kind) int64 {
	switch {
	case !o.mutex:
		return s.Machine.Value(o.n)
	case k == event.Lock:
		return operation.Held
	}
	return operation.Free
}

// phases are those of an object. Those beyond n are memory to be reused.
type phases struct {
	all []phase
	n   int
}

func (p *phases) begin(write id, value int64) {
	if p.n == len(p.all) {
		p.all = append(p.all, phase{})
	}
	next := &p.all[p.n]
	next.write, next.value, next.reads = write, value, next.reads[:0]
	p.n++
}

func (s *search) phasesOf(o object) *phases {
	p := s.phases[o]
	if p == nil {
		p = &phases{}
		s.phases[o] = p
	}
	if p.n == 0 {
		p.begin(0, s.valueAfter(o, event.Unlock))
	}
	return p
}

// otherwise adds a to U with all the histories in E that it can have: after each write of its object, and, if it
// writes, after some of the reads since.
func (s *search) otherwise(a asked) {
	o, ok := objectOf(a.event)
	if !ok {
		return
	}
	p := s.phasesOf(o)
	known := sort.Search(p.n-1, func(k int) bool { return !s.precedes(p.all[k+1].write, a) })
	for k := known; k < p.n && !s.follows(p.all[k].write, a.event); k++ {
		now := &p.all[k]
		if !a.step.Enabled(now.value) {
			continue
		}
		e := a.event
		e.Kind = a.step.Kind(now.value)
		if e.Kind == event.Read {
			s.u.add(e, causes{thread: a.after, write: now.write})
			continue
		}
		s.findReads(now, a)
		s.afterReads(e, causes{a.after, now.write, s.seen}, 0)
	}
}

// follows reports whether the event n of E is e, or comes after it.
func (s *search) follows(n id, e event.Event) bool {
	return s.u.nodes[s.u.nodes[n].past.of(e.Thread)].Index >= e.Index
}

// precedes reports whether the event n of E is in the history that a has because of its thread.
func (s *search) precedes(n id, a asked) bool { return s.u.contains(s.u.nodes[a.after].past, n) }

// findReads finds those reads of a phase that are in the history of the write a because of its thread, and those that
// may be.
func (s *search) findReads(now *phase, a asked) {
	s.seen, s.free = s.seen[:0], s.free[:0]
	for _, r := range now.reads {
		switch {
		case s.precedes(r, a):
			s.seen = append(s.seen, r)
		case !s.follows(r, a.event):
			s.free = append(s.free, r)
		}
	}
}

// afterReads adds the write e with each set of the free reads that can be in its history, of which c has those before i.
func (s *search) afterReads(e event.Event, c causes, i int) {
	if i == len(s.free) {
		s.sorted = append(s.sorted[:0], c.reads...)
		slices.Sort(s.sorted)
		s.u.add(e, causes{c.thread, c.write, s.sorted})
		return
	}
	s.afterReads(e, c, i+1)
	if r := s.free[i]; s.closed(r, c.reads, i) {
		c.reads = append(c.reads, r)
		s.afterReads(e, c, i+1)
	}
}

// closed reports whether those of the free reads before i that are causes of r are among reads.
func (s *search) closed(r id, reads []id, i int) bool {
	for _, c := range s.free[:i] {
		if s.u.contains(s.u.nodes[r].past, c) && !slices.Contains(reads, c) {
			return false
		}
	}
	return true
}

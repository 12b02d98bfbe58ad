package sampling

import (
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// shapes records the shapes seen of the n-th event of each thread, in any execution. It serves
// to guess which values matter to the events of threads.
type shapes struct {
	events [][]shape // by ThreadID and Index
	news   int       // how often something was seen that may change the guess
}

type shape struct {
	kind   event.Kind // 0 if the thread has ended before
	object int32
	value  int64 // written
	seen   bool
	varies bool // the kind or the object
	values bool // there have been several
}

// see records an event after it has been done.
func (s *shapes) see(e event.Event, m *machine.Machine) {
	here := s.at(e.Thread, e.Index)
	known := here.seen
	s.meet(here, e.Kind, e.Object)
	if e.Kind.OnVariable() && e.Kind.Writes() {
		v := m.Value(e.Object)
		if known && here.value != v && !here.values {
			here.values = true
			s.news++
		}
		here.value = v
	}
}

// seeEnd records that nothing follows e in its thread.
func (s *shapes) seeEnd(e event.Event) { s.meet(s.at(e.Thread, e.Index+1), 0, 0) }

func (s *shapes) at(t event.ThreadID, index int32) *shape {
	return stack.At(stack.At(&s.events, int(t)), int(index))
}

func (s *shapes) meet(here *shape, kind event.Kind, object int32) {
	switch {
	case !here.seen:
		*here = shape{kind: kind, object: object, seen: true}
	case !here.varies && (here.kind != kind || here.object != object):
		here.varies = true
		s.news++
	}
}

// relevant reports for each of n variables whether its value seems to matter: a thread that has read it does not
// always do the same, or writes several values to another one that matters.
func (s *shapes) relevant(n int, known *accesses) []bool {
	relevant := make([]bool, n)
	for changed := true; changed; {
		changed = false
		for t, events := range s.events {
			until := lastThatMatters(events, relevant)
			for x := range min(n, len(known.first)) {
				if first := known.first[x]; !relevant[x] && t < len(first) && 0 < first[t] && first[t] <= until {
					relevant[x], changed = true, true
				}
			}
		}
	}
	return relevant
}

// lastThatMatters is the Index of the last event for which the values matter that a thread has read before or with it.
func lastThatMatters(events []shape, relevant []bool) (last int32) {
	for i, e := range events {
		if e.varies || e.values && (int(e.object) >= len(relevant) || relevant[e.object]) {
			last = int32(i)
		}
	}
	return last
}

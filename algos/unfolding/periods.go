package unfolding

import (
	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// period is a part of E in which a location keeps its value.
type period struct {
	write id    // with which it begins: a write, or an operation on a mutex; 0 at the beginning of E
	value int64 // of the location
	reads []id  // in the order of E
}

// periods are the periods of each location. A location that has not been accessed yet may have none.
type periods [][]period

func (s *search) periodsOf(location int32) []period {
	if len(*stack.At(&s.periods, int(location))) == 0 {
		s.periods.begin(location, 0, algos.InitialAt(s.Program, location))
	}
	return s.periods[location]
}

func (p periods) begin(location int32, write id, value int64) {
	all := p[location]
	if len(all) == cap(all) {
		all = append(all, period{})
	} else {
		all = all[:len(all)+1]
	}
	next := &all[len(all)-1]
	next.write, next.value, next.reads = write, value, next.reads[:0]
	p[location] = all
}

// access adds the event n, which is e, and the last one of E.
func (s *search) access(e event.Event, n id) {
	location := e.Location()
	if location == event.Nowhere {
		return
	}
	all := s.periodsOf(location)
	switch last := &all[len(all)-1]; {
	case e.Kind == event.Read:
		last.reads = append(last.reads, n)
	case e.Kind == event.Lock:
		s.periods.begin(location, n, operation.Held)
	case e.Kind == event.Unlock:
		s.periods.begin(location, n, operation.Free)
	default:
		s.periods.begin(location, n, s.Machine.Value(e.Object))
	}
}

// release takes back the access of the last event of E.
func (s *search) release(e event.Event) {
	location := e.Location()
	if location == event.Nowhere {
		return
	}
	all := s.periods[location]
	if last := &all[len(all)-1]; e.Kind == event.Read {
		last.reads = last.reads[:len(last.reads)-1]
	} else {
		s.periods[location] = all[:len(all)-1]
	}
}

// intern is the event of U that e is if it comes after E.
func (s *search) intern(e event.Event) id {
	after := s.causeOf(e.Thread)
	if e.Kind == event.Join {
		return s.u.add(e, after, s.causeOf(event.ThreadID(e.Object)), nil)
	}
	location := e.Location()
	if location == event.Nowhere {
		return s.u.add(e, after, 0, nil)
	}
	all := s.periodsOf(location)
	last := &all[len(all)-1]
	if e.Kind == event.Read {
		return s.u.add(e, after, last.write, nil)
	}
	return s.u.add(e, after, last.write, last.reads)
}

// causeOf is the event after which thread t continues in E: its last one, or the Spawn that started it.
func (s *search) causeOf(t event.ThreadID) id {
	if n := s.last.of(t); n != 0 || int(t) < s.Program.NumThreads() {
		return n
	}
	for _, n := range s.e {
		if e := &s.u.nodes[n]; e.Kind == event.Spawn && e.Object == int32(t) {
			return n
		}
	}
	return 0
}

package unfolding

import (
	"slices"

	"dporbench/model/event"
)

// accesses are the last ones of each object in E, and the Spawns of threads: the direct causes of what comes next.
type accesses struct {
	last   map[object]*latest
	spawns map[event.ThreadID]id
}

// latest are the last accesses of an object: the last write, or operation on a mutex, and the reads since.
type latest struct {
	write id
	reads []id
}

func (a *accesses) of(o object) *latest {
	l := a.last[o]
	if l == nil {
		l = &latest{}
		a.last[o] = l
	}
	return l
}

// push adds the event n, which is e.
func (a *accesses) push(e *node, n id) {
	if e.Kind == event.Spawn {
		a.spawns[event.ThreadID(e.Object)] = n
	}
	o, ok := objectOf(e.Event)
	if !ok {
		return
	}
	l := a.of(o)
	if e.Kind == event.Read {
		l.reads = append(l.reads, n)
		return
	}
	l.write, l.reads = n, l.reads[:0]
}

// pop takes the last event of E back, which is n.
func (a *accesses) pop(e *node, n id) {
	o, ok := objectOf(e.Event)
	if !ok {
		return
	}
	l := a.of(o)
	if e.Kind == event.Read {
		i := slices.Index(l.reads, n)
		l.reads = slices.Delete(l.reads, i, i+1)
		return
	}
	l.write, l.reads = e.write, append(l.reads[:0], e.reads...)
}

// move gives events their new names.
func (a *accesses) move(moved []id) {
	for _, l := range a.last {
		l.write = moved[l.write]
		for i, r := range l.reads {
			l.reads[i] = moved[r]
		}
	}
	for t, n := range a.spawns {
		a.spawns[t] = moved[n]
	}
}

// intern is the event of U that e is after E.
func (s *search) intern(e event.Event) id {
	c := causes{thread: s.causeOf(e.Thread)}
	if e.Kind == event.Join {
		c.write = s.causeOf(event.ThreadID(e.Object))
	}
	if o, ok := objectOf(e); ok {
		l := s.accesses.of(o)
		c.write = l.write
		if e.Kind != event.Read {
			s.sorted = append(s.sorted[:0], l.reads...)
			slices.Sort(s.sorted)
			c.reads = s.sorted
		}
	}
	return s.u.add(e, c)
}

// causeOf is the event after which thread t goes on in E: its last one, or the Spawn that started it.
func (s *search) causeOf(t event.ThreadID) id {
	if n := s.last.of(t); n != 0 {
		return n
	}
	return s.accesses.spawns[t]
}

// internValues adds to U what the choice e can be after E.
func (s *search) internValues(e event.Event, values int32) {
	for e.Object = range values {
		s.intern(e)
	}
}

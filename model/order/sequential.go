package order

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// sequential is the relation under sequential consistency: an event comes after the previous event
// of its thread, an access of a variable after the last write, and a write after the reads since
// then.
type sequential struct{ *HappensBefore }

func (s sequential) push(e event.Event) {
	o := s.HappensBefore
	if e.Kind == event.Spawn && int(e.Object) >= len(o.last) {
		o.growThreads(int(e.Object) + 1)
	}
	links := Links{o.last[e.Thread], None, None}
	clock := o.newClock(links.Thread)
	clock[e.Thread] = e.Index
	o.races = o.races[:0]
	at := int32(len(o.events))
	switch e.Kind {
	case event.Read:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		o.joinRace(clock, x.write)
		x.read = at
	case event.Write, event.Update:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		// From the last read to the first: the past of an earlier read
		// is in the clock by the time that read's turn comes, so that only
		// events with nothing in between are races.
		for r := x.read; r != None; r = o.events[r].links.Read {
			o.joinRace(clock, r)
		}
		o.joinRace(clock, x.write)
		*x = accesses{at, None}
	case event.Pass:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		for _, last := range o.last {
			o.join(clock, last)
		}
		*x = accesses{at, None}
	case event.Lock, event.Unlock:
		links.Write, links.Read = o.pushOnMutex(e, clock, at)
	case event.Spawn:
		o.last[e.Object] = at
	case event.Join:
		links.Write = o.last[e.Object]
		o.join(clock, links.Write)
	}
	o.last[e.Thread] = at
	stack.Push(&o.events, linkedEvent{e, links})
}

func (s sequential) countBefore(t event.ThreadID, position int) int32 {
	if int(t) >= len(s.last) {
		return 0
	}
	i := s.last[t]
	for int(i) >= position {
		i = s.events[i].links.Thread
	}
	if i == None || s.events[i].Thread != t {
		return 0
	}
	return s.events[i].Index
}

// pushOnMutex is the part of Push for a Lock or Unlock at position at. It returns the positions of the
// last operation on the mutex and of the last Lock before it.
func (o *HappensBefore) pushOnMutex(e event.Event, clock []int32, at int32) (last, lock int32) {
	m := &o.mutexes[e.Object]
	last, lock = m.write, m.read
	if e.Kind == event.Lock {
		if lock != None && !o.within(clock, lock) {
			o.races = append(o.races, lock)
		}
		m.read = at
	}
	o.join(clock, last)
	m.write = at
	return last, lock
}

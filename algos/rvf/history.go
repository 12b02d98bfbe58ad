package rvf

import (
	"math"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// none is the place of what comes before all events: the first write of every location, and the start of every declared
// thread.
const none = 0

// history is H; an order of its events, which the search changes; and E, which then follows it. An event is left if it is
// not in the order.
type history struct {
	added     []added // at places from 1
	threads   []thread
	locations []location
	now       int64   // see isAll
	order     []int32 // as places in added
	executed  []int32 // E
	same      int     // the order and E have the same first events, at least that many
}

// added is an event of H.
type added struct {
	event.Event
	location int32    // that it accesses, or event.Nowhere
	rank     int32    // its place in E, counted from 1; 0 if it has not been there
	over     int32    // of a write that is not left: the previous one of the location
	value    int64    // that it writes
	good     []int32  // of a decision that reads: the writes that it may read from
	past     []int32  // by thread: how many decisions are before its end
	clock    []int32  // by other thread: how many events are before it, whichever good writes are read
	excluded []choice // the excluded choices of its thread, before it
	readers           // of a write
}

// readers are the decisions for which a write is good.
type readers struct {
	left  int32 // how many of them are left
	taken int32 // how many of them write, and have no other good write: at most one can
}

// thread is the state of a thread.
type thread struct {
	events   []int32  // its events
	done     int32    // how many of them are not left
	spawn    int32    // the event that started it, or none
	excluded []choice // annotations of its next decision whose classes have been visited
}

// location is the state of a variable or mutex.
type location struct {
	writes  [][]int32 // by thread
	seen    []int64   // by thread: when it was last seen writing there, or about to
	last    int32     // the last write that is not left
	readers           // of the first write
}

func (a *added) writes() bool { return a.location != event.Nowhere && a.Kind != event.Read }

// last is the event right before the next one of t: the last one of t, or the event that started it.
func (x *exploration) last(t event.ThreadID) int32 {
	th := stack.At(&x.threads, int(t))
	if n := len(th.events); n > 0 {
		return th.events[n-1]
	}
	return th.spawn
}

// add adds the next event of t to H, with an annotation, and returns its place.
func (x *exploration) add(t event.ThreadID, c choice) int32 {
	e, _ := x.Machine.Next(t)
	s, last, id := x.Machine.NextStep(t), x.last(t), int32(len(x.added))
	th := &x.threads[t]
	a := added{Event: e, location: s.Location(), good: c.good, past: c.past, clock: x.added[last].clock, excluded: th.excluded}
	if x.added[last].Thread != t {
		a.clock = x.after(a.clock, last)
	}
	th.events, th.excluded = append(th.events, id), nil
	switch {
	case a.location != event.Nowhere:
		a.Kind, a.value = s.Kind(c.value), s.Written(c.value)
		x.noteWriter(t, s)
		if a.good != nil {
			a.clock = x.after(a.clock, a.good...)
		}
		l := stack.At(&x.locations, int(a.location))
		if x.count(&a, 1); a.writes() {
			of := stack.At(&l.writes, int(t))
			*of = append(*of, id)
			x.take(&a, 1)
		}
	case e.Kind == event.Choice:
		a.Object = int32(c.value)
	case e.Kind == event.Spawn:
		stack.At(&x.threads, int(e.Object)).spawn = id
	case e.Kind == event.Join:
		joined := x.last(event.ThreadID(e.Object))
		a.past, a.clock = union(a.past, x.added[joined].past), x.after(a.clock, joined)
	}
	x.added = append(x.added, a)
	return id
}

// drop removes the events from that place on from H; they must be left.
func (x *exploration) drop(from int) {
	for last := len(x.added) - 1; last >= from; last-- {
		a := &x.added[last]
		th := &x.threads[a.Thread]
		th.excluded = a.excluded
		stack.Take(&th.events, 1)
		if x.count(a, -1); a.writes() {
			stack.Take(&x.locations[a.location].writes[a.Thread], 1)
			x.take(a, -1)
		}
	}
	x.added = x.added[:from]
}

// count counts an event as left, or no longer.
func (x *exploration) count(a *added, by int32) {
	for _, w := range a.good {
		x.readersOf(w, a.location).left += by
	}
}

// take counts a write as in H, or no longer, if it must be right after another one.
func (x *exploration) take(a *added, by int32) {
	if len(a.good) == 1 {
		x.readersOf(a.good[0], a.location).taken += by
	}
}

func (x *exploration) readersOf(w, location int32) *readers {
	if w == none {
		return &x.locations[location].readers
	}
	return &x.added[w].readers
}

// union is the past of an event after two with these pasts. A past never ends with 0.
func union(a, b []int32) []int32 {
	all := append(make([]int32, 0, max(len(a), len(b))), a...)
	for t, n := range b {
		of := stack.At(&all, t)
		*of = max(*of, n)
	}
	return all
}

// after is the clock of an event that has that one, and comes after one of some events.
func (x *exploration) after(clock []int32, some ...int32) []int32 {
	all := slices.Clone(clock)
	for u := range x.threads {
		common := int32(math.MaxInt32)
		for _, id := range some {
			common = min(common, x.known(id, event.ThreadID(u)))
		}
		if common > 0 {
			of := stack.At(&all, u)
			*of = max(*of, common)
		}
	}
	return all
}

// known is how many events of u are before an event, itself included, whichever good writes are read.
func (x *exploration) known(id int32, u event.ThreadID) int32 {
	switch a := &x.added[id]; {
	case a.Thread == u:
		return a.Index
	case int(u) < len(a.clock):
		return a.clock[u]
	}
	return 0
}

// isBefore reports whether a comes before b, or is b, whichever good writes are read.
func (x *exploration) isBefore(a, b int32) bool {
	return x.known(b, x.added[a].Thread) >= x.added[a].Index
}

package rvf

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// none is the place of the write before all others, and of no event.
const none = -1

// added is an event of H.
type added struct {
	event.Event
	location int32   // of an access; see locationOf
	good     []int32 // of a decision that reads: what it may read from
	value    int64   // that it writes
	joined   int32   // of a Join: the last event of whom it joins, or none
	past     []int32 // by thread: how many decisions are before its end
	before   thread  // its thread before it
}

// thread is what is known of a thread.
type thread struct {
	events   []int32  // its events, as places in added
	past     []int32  // by thread: how many decisions are before its next event
	spawn    int32    // the event that started it, or none
	excluded []choice // annotations of its next decision whose classes have been visited
}

// choice is an annotation.
type choice struct {
	value int64
	past  []int32 // by thread: how many decisions are before it, with itself
	good  []int32
}

func (c *choice) is(d choice) bool { return c.value == d.value && slices.Equal(c.past, d.past) }

// locationOf is the location that an event of s accesses, or event.Nowhere.
func locationOf(s operation.Step) int32 { return s.Kind(0).Location(s.Object) }

func (a *added) writes() bool { return a.location != event.Nowhere && a.Kind != event.Read }

// valueOf is what w has written.
func (x *exploration) valueOf(w, location int32) int64 {
	switch {
	case w != none:
		return x.added[w].value
	case location%2 == 1:
		return operation.Free
	}
	return x.Program.Initial(location / 2)
}

// add adds the next event of t to H, with an annotation, and returns its place. It is not on the machine yet.
func (x *exploration) add(t event.ThreadID, c choice) int32 {
	e, _ := x.Machine.Next(t)
	s, id := x.Machine.NextStep(t), int32(len(x.added))
	a := added{Event: e, location: locationOf(s), good: c.good, past: c.past, joined: none, before: *x.thread(t)}
	switch {
	case a.location != event.Nowhere:
		a.Kind, a.value = s.Kind(c.value), s.Written(c.value)
		x.noteWriter(t, s)
	case e.Kind == event.Choice:
		a.Object = int32(c.value)
	case e.Kind == event.Spawn:
		child := x.thread(event.ThreadID(e.Object))
		child.past, child.spawn = c.past, id
	case e.Kind == event.Join:
		child := x.thread(event.ThreadID(e.Object))
		a.past, a.joined = union(c.past, child.past), child.spawn
		if n := len(child.events); n > 0 {
			a.joined = child.events[n-1]
		}
	}
	*x.thread(t) = thread{events: append(a.before.events, id), past: a.past, spawn: a.before.spawn}
	x.added = append(x.added, a)
	if a.location != event.Nowhere {
		at(&x.locations, a.location).add(&a, id)
	}
	return id
}

// drop takes from H all but the first n events. The machine is left as it is.
func (x *exploration) drop(n int) {
	for last := len(x.added) - 1; last >= n; last-- {
		a := &x.added[last]
		x.threads[a.Thread] = a.before
		if a.location != event.Nowhere {
			x.locations[a.location].drop(a)
		}
	}
	x.added = x.added[:n]
}

// append makes E longer by an event of H.
func (x *exploration) append(id int32) error {
	a := &x.added[id]
	if x.push(id, a); a.Kind == event.Choice {
		x.Machine.Choose(a.Object)
	}
	_, err := x.Step(a.Thread)
	return err
}

// cut makes E shorter.
func (x *exploration) cut(n int) {
	for len(x.order) > n {
		x.pop(x.added)
	}
	for x.Machine.Len() > n {
		x.Machine.Undo()
	}
}

// run makes E that order.
func (x *exploration) run(order []int32) error {
	common := 0
	for common < min(len(order), len(x.order)) && order[common] == x.order[common] {
		common++
	}
	x.cut(common)
	for _, id := range order[common:] {
		if err := x.append(id); err != nil {
			return err
		}
	}
	return nil
}

func (x *exploration) thread(t event.ThreadID) *thread {
	for int(t) >= len(x.threads) {
		x.threads = append(x.threads, thread{spawn: none})
	}
	return &x.threads[t]
}

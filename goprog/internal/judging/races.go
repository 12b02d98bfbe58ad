package judging

import (
	"dporbench/goprog/internal/machine"
	"dporbench/model/event"
)

// access says how a variable is accessed.
type access int

const (
	plainRead access = iota
	plainWrite
	load
	store
	began  // a WaitGroup that counted nothing
	waited // for one
	sent   // to a channel, or tried to
	closed
	accesses
)

// conflicts are the accesses that must not be concurrent with one.
var conflicts = [accesses][]access{
	plainRead: {plainWrite, store}, plainWrite: {plainRead, plainWrite, load, store},
	load: {plainWrite}, store: {plainRead, plainWrite},
	began: {waited}, waited: {began}, sent: {closed}, closed: {sent},
}

// races finds the first data race of an execution. The order of its events by which it judges has only the edges of
// Go's memory model: of goroutines that are started, of what synchronises, and of atomic operations with those whose
// effects they observe. It can go back to an earlier event.
type races struct {
	history
	threads []*clock
	objects []*object
}

// object is what is known of a variable after part of an execution.
type object struct {
	variable
	wrote    clock // what the last atomic write has released
	clocks   []*keyed
	buffers  []*buffer
	channels []*channel
}

// variable is the last accesses to it.
type variable [accesses]last

// keyed is the clock of a lock, of a ticket that has come, or of one that has been served.
type keyed struct {
	clock
	what machine.Verb // Acquire, Come or Served
	key  int64
}

// buffer is the clocks of the slots of a channel's buffer, and how many elements have been sent and received.
type buffer struct {
	key   int64
	slots []*clock
	moved clock // two numbers
}

// channel is what is sent to a channel, and closes it.
type channel struct {
	variable
	key int64
}

// race is two accesses that nothing orders: events by their threads and numbers there.
type race struct {
	thread, n     int32
	first, second access
}

func (r *races) thread(t event.ThreadID) *clock {
	for len(r.threads) <= int(t) {
		r.threads = append(r.threads, &clock{})
	}
	return r.threads[t]
}

func (r *races) object(x int32) *object {
	for len(r.objects) <= int(x) {
		r.objects = append(r.objects, &object{})
	}
	return r.objects[x]
}

// push adds an event and what it did; it returns the race that the event is part of, if there is one.
func (r *races) push(e event.Event, deed machine.Deed, steps []machine.Step) (race, bool) {
	r.begin()
	own := r.thread(e.Thread)
	r.set(own, int32(e.Thread), e.Index)
	if e.Kind == event.Spawn {
		r.copy(r.thread(event.ThreadID(e.Object)), *own)
		return race{}, false
	}
	if e.Kind == event.Join {
		r.join(own, *r.thread(event.ThreadID(e.Object)))
		return race{}, false
	}
	if !e.Kind.OnVariable() {
		return race{}, false
	}
	x := r.object(e.Object)
	switch deed {
	case machine.DidNothing:
	case machine.DidRead:
		return r.access(&x.variable, e, plainRead, *own)
	case machine.DidWrite:
		return r.access(&x.variable, e, plainWrite, *own)
	case machine.DidLoad:
		r.join(own, x.wrote)
		return r.access(&x.variable, e, load, *own)
	case machine.DidStore:
		r.copy(&x.wrote, *own)
		return r.access(&x.variable, e, store, *own)
	case machine.DidUpdate:
		r.join(own, x.wrote)
		r.copy(&x.wrote, *own)
		return r.access(&x.variable, e, store, *own)
	default:
		return r.synchronise(e, x, own, steps)
	}
	return race{}, false
}

// access notes an access, and returns a race that it is part of.
func (r *races) access(v *variable, e event.Event, a access, own clock) (race, bool) {
	for _, other := range conflicts[a] {
		if t, n, ok := v[other].unknown(int32(e.Thread), own); ok {
			return race{t, n, other, a}, true
		}
	}
	r.set((*clock)(&v[a]), int32(e.Thread), e.Index)
	return race{}, false
}

func (x *object) clock(what machine.Verb, key int64) *clock {
	for _, k := range x.clocks {
		if k.key == key && k.what == what {
			return &k.clock
		}
	}
	k := &keyed{what: what, key: key}
	x.clocks = append(x.clocks, k)
	return &k.clock
}

// slot is the clock of the slot of a buffer that is next to be sent to, or received from.
func (r *races) slot(x *object, key, size int64, sends bool) *clock {
	b := x.buffer(key, size)
	side := int32(0)
	if sends {
		side = 1
	}
	n := b.moved.at(side)
	r.set(&b.moved, side, n+1)
	return b.slots[int(n)%len(b.slots)]
}

func (x *object) buffer(key, size int64) *buffer {
	for _, b := range x.buffers {
		if b.key == key {
			return b
		}
	}
	b := &buffer{key: key}
	for range size {
		b.slots = append(b.slots, &clock{})
	}
	x.buffers = append(x.buffers, b)
	return b
}

func (x *object) channel(key int64) *channel {
	for _, c := range x.channels {
		if c.key == key {
			return c
		}
	}
	c := &channel{key: key}
	x.channels = append(x.channels, c)
	return c
}

func (r *races) synchronise(e event.Event, x *object, own *clock, steps []machine.Step) (race, bool) {
	for _, s := range steps {
		switch s.Verb {
		case machine.Acquire:
			r.join(own, *x.clock(machine.Acquire, s.Key))
		case machine.Release:
			r.join(x.clock(machine.Acquire, s.Key), *own)
		case machine.Come:
			r.copy(x.clock(machine.Come, s.Key), *own)
		case machine.Served:
			r.join(own, *x.clock(machine.Served, s.Key))
		case machine.Meet:
			r.join(own, *x.clock(machine.Come, s.Key))
			r.copy(x.clock(machine.Served, s.Key), *own)
		case machine.Wake:
			r.copy(x.clock(machine.Served, s.Key), *own)
		case machine.Send, machine.Receive:
			slot := r.slot(x, s.Key, s.N, s.Verb == machine.Send)
			r.join(own, *slot)
			r.copy(slot, *own)
		case machine.SendOf, machine.ReceiveOf:
			slot := r.slot(x, s.Key, 0, s.Verb == machine.SendOf)
			r.join(slot, *x.clock(machine.Come, s.N))
			r.copy(x.clock(machine.Served, s.N), *slot)
		default:
			if found, ok := r.misuse(e, x, *own, s); ok {
				return found, true
			}
		}
	}
	return r.access(&x.variable, e, store, *own)
}

// misuse finds what must not be concurrent though it is no access of memory.
func (r *races) misuse(e event.Event, x *object, own clock, s machine.Step) (race, bool) {
	switch s.Verb {
	case machine.Begin:
		return r.access(&x.variable, e, began, own)
	case machine.Wait:
		return r.access(&x.variable, e, waited, own)
	case machine.Closes:
		return r.access(&x.channel(s.Key).variable, e, closed, own)
	}
	return r.access(&x.channel(s.Key).variable, e, sent, own)
}

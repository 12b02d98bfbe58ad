package judging

import (
	"math"

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
	clocks
	threads []*stamp // what each knows of others
	objects []*object
	found   race // the last one
	again   bool // something is not known that must be: the execution is to be looked at again
}

// object is what is known of a variable after part of an execution.
type object struct {
	variable
	plain    bool  // it has been accessed plainly, in any execution: until then, other accesses of it need not be known,
	skipped  bool  // and some are not
	wrote    stamp // what the last atomic write has released
	clocks   []*keyed
	buffers  []*buffer
	channels []*channel
}

// variable is the last accesses to it.
type variable [accesses]events

// keyed is the clock of a lock, of a ticket that has come, or of one that has been served.
type keyed struct {
	stamp
	what machine.Verb // Acquire, Come or Served
	key  int64
}

// buffer is the clocks of the slots of a channel's buffer, and how many elements have been received and sent.
type buffer struct {
	key   int64
	slots []stamp
	moved [2]int32
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

func (r *races) thread(t event.ThreadID) *stamp {
	for len(r.threads) <= int(t) {
		r.threads = append(r.threads, new(stamp))
	}
	return r.threads[t]
}

func (r *races) object(x int32) *object {
	for len(r.objects) <= int(x) {
		r.objects = append(r.objects, &object{})
	}
	return r.objects[x]
}

// push adds an event and what it did, and reports whether it has found that the event is part of a race.
func (r *races) push(e *event.Event, deed machine.Deed, steps []machine.Step) bool {
	r.begin()
	own := r.thread(e.Thread)
	switch {
	case e.Kind == event.Spawn:
		r.set(r.thread(event.ThreadID(e.Object)), r.released(e, own))
		return false
	case e.Kind == event.Join:
		of := event.ThreadID(e.Object)
		r.set(own, r.joinWith(*own, *r.thread(of), of, math.MaxInt32)) // all of its events
		return false
	case !e.Kind.OnVariable() || deed == machine.DidNothing:
		return false
	}
	x := r.object(e.Object)
	switch deed {
	case machine.DidRead:
		return r.plainly(x, e, plainRead, own)
	case machine.DidWrite:
		return r.plainly(x, e, plainWrite, own)
	case machine.DidLoad:
		r.acquire(own, x.wrote)
		return r.atomically(x, e, load, own)
	case machine.DidStore:
		r.set(&x.wrote, r.released(e, own))
		return r.atomically(x, e, store, own)
	case machine.DidUpdate:
		r.set(own, r.joinWith(*own, x.wrote, e.Thread, e.Index))
		r.set(&x.wrote, *own)
		return r.atomically(x, e, store, own)
	}
	return r.synchronise(e, x, own, steps)
}

func (r *races) acquire(own *stamp, s stamp) { r.set(own, r.join(*own, s)) }

// released is what the goroutine of e knows, with e.
func (r *races) released(e *event.Event, own *stamp) stamp {
	return r.with(*own, e.Thread, e.Index)
}

func (r *races) plainly(x *object, e *event.Event, a access, own *stamp) bool {
	if !x.plain {
		x.plain, r.again = true, r.again || x.skipped
	}
	return r.access(&x.variable, e, a, own)
}

func (r *races) atomically(x *object, e *event.Event, a access, own *stamp) bool {
	if !x.plain {
		x.skipped = true
		return false
	}
	return r.access(&x.variable, e, a, own)
}

// access notes an access, and reports whether it has found that it is part of a race.
func (r *races) access(v *variable, e *event.Event, a access, own *stamp) bool {
	for _, other := range conflicts[a] {
		if v[other] == 0 {
			continue
		}
		if t, n, ok := r.unknown(v[other], e.Thread, *own); ok {
			r.found = race{t, n, other, a}
			return true
		}
	}
	r.change((*int32)(&v[a]), int32(r.and(v[a], e.Thread, e.Index)))
	return false
}

func (x *object) clock(what machine.Verb, key int64) *stamp {
	for _, k := range x.clocks {
		if k.key == key && k.what == what {
			return &k.stamp
		}
	}
	k := &keyed{what: what, key: key}
	x.clocks = append(x.clocks, k)
	return &k.stamp
}

// slot is the clock of the slot of a buffer that is next to be sent to, or received from.
func (r *races) slot(x *object, key, size int64, sends bool) *stamp {
	b := x.buffer(key, size)
	moved := &b.moved[0]
	if sends {
		moved = &b.moved[1]
	}
	n := int(*moved)
	r.change(moved, *moved+1)
	return &b.slots[n%len(b.slots)]
}

func (x *object) buffer(key, size int64) *buffer {
	for _, b := range x.buffers {
		if b.key == key {
			return b
		}
	}
	b := &buffer{key: key, slots: make([]stamp, size)}
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

func (r *races) synchronise(e *event.Event, x *object, own *stamp, steps []machine.Step) bool {
	release := func(to *stamp) { r.set(to, r.released(e, own)) }
	for _, s := range steps {
		switch s.Verb {
		case machine.Acquire:
			r.acquire(own, *x.clock(machine.Acquire, s.Key))
		case machine.Release:
			lock := x.clock(machine.Acquire, s.Key)
			r.set(lock, r.joinWith(*own, *lock, e.Thread, e.Index))
		case machine.Come:
			release(x.clock(machine.Come, s.Key))
		case machine.Served:
			r.acquire(own, *x.clock(machine.Served, s.Key))
		case machine.Meet:
			r.acquire(own, *x.clock(machine.Come, s.Key))
			release(x.clock(machine.Served, s.Key))
		case machine.Wake:
			release(x.clock(machine.Served, s.Key))
		case machine.Send, machine.Receive:
			slot := r.slot(x, s.Key, s.N, s.Verb == machine.Send)
			r.acquire(own, *slot)
			release(slot)
		case machine.SendOf, machine.ReceiveOf:
			slot := r.slot(x, s.Key, 0, s.Verb == machine.SendOf)
			r.set(slot, r.join(*slot, *x.clock(machine.Come, s.N)))
			r.set(x.clock(machine.Served, s.N), *slot)
		default:
			if r.misuse(e, x, own, s) {
				return true
			}
		}
	}
	return r.atomically(x, e, store, own)
}

// misuse finds what must not be concurrent though it is no access of memory.
func (r *races) misuse(e *event.Event, x *object, own *stamp, s machine.Step) bool {
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

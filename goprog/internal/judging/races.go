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

// variable is what is known of a variable after part of an execution.
type variable struct {
	last  [accesses]last
	wrote clock // what the last atomic write has released
}

// place names a clock: a variable, and a key of it.
type place struct {
	object int32
	what   machine.Verb // Acquire, Come, Served or Send, for the clocks of locks, tickets and buffers
	key    int64
}

// buffer is the clocks of the slots of a channel's buffer, and how many elements have been sent and received.
type buffer struct {
	now            int // as in keyed
	slots          []clock
	sent, received int
}

// races finds the first data race of an execution. The order of its events by which it judges has only the edges of
// Go's memory model: of goroutines that are started, of what synchronises, and of atomic operations with those whose
// effects they observe.
type races struct {
	threads   []clock
	variables []variable
	clocks    map[place]*keyed
	buffers   map[place]*buffer
	channels  map[place]*channel
	now       int // how many executions have been judged
}

// keyed is a clock, which is empty if it was used last in an earlier execution. So that nothing need be made anew, these are kept.
type keyed struct {
	clock
	now int
}

// channel is what is sent to a channel, and closes it.
type channel struct {
	variable
	now int
}

// race is two accesses that nothing orders: events by their threads and numbers there.
type race struct {
	thread, n     int32
	first, second access
}

func (r *races) reset() {
	for t := range r.threads {
		r.threads[t] = r.threads[t][:0]
	}
	for x := range r.variables {
		r.variables[x].reset()
	}
	r.now++
	if r.clocks == nil {
		r.clocks, r.buffers, r.channels = map[place]*keyed{}, map[place]*buffer{}, map[place]*channel{}
	}
}

func (v *variable) reset() {
	for a := range v.last {
		clear(v.last[a])
	}
	v.wrote = v.wrote[:0]
}

func (r *races) thread(t event.ThreadID) *clock {
	for len(r.threads) <= int(t) {
		r.threads = append(r.threads, nil)
	}
	return &r.threads[t]
}

func (r *races) variable(x int32) *variable {
	for len(r.variables) <= int(x) {
		r.variables = append(r.variables, variable{})
	}
	return &r.variables[x]
}

// push adds an event and what it did; it returns the race that the event is part of, if there is one.
func (r *races) push(e event.Event, deed machine.Deed, steps []machine.Step) (race, bool) {
	own := r.thread(e.Thread)
	for len(*own) <= int(e.Thread) {
		*own = append(*own, 0)
	}
	(*own)[e.Thread] = e.Index
	if e.Kind == event.Spawn {
		child := r.thread(event.ThreadID(e.Object))
		own = r.thread(e.Thread) // they may have moved
		child.copyOf(*own)
		return race{}, false
	}
	if !e.Kind.OnVariable() {
		return race{}, false
	}
	v := r.variable(e.Object)
	switch deed {
	case machine.DidNothing:
	case machine.DidRead:
		return v.access(e, plainRead, *own)
	case machine.DidWrite:
		return v.access(e, plainWrite, *own)
	case machine.DidLoad:
		own.join(v.wrote)
		return v.access(e, load, *own)
	case machine.DidStore:
		v.wrote.copyOf(*own)
		return v.access(e, store, *own)
	case machine.DidUpdate:
		own.join(v.wrote)
		v.wrote.copyOf(*own)
		return v.access(e, store, *own)
	default:
		return r.synchronise(e, v, own, steps)
	}
	return race{}, false
}

// access notes an access, and returns a race that it is part of.
func (v *variable) access(e event.Event, a access, own clock) (race, bool) {
	for _, other := range conflicts[a] {
		if t, n, ok := v.last[other].unknown(int32(e.Thread), own); ok {
			return race{t, n, other, a}, true
		}
	}
	v.last[a].set(int32(e.Thread), e.Index)
	return race{}, false
}

func (r *races) clock(p place) *clock {
	c := r.clocks[p]
	if c == nil {
		c = &keyed{}
		r.clocks[p] = c
	}
	if c.now != r.now {
		c.now, c.clock = r.now, c.clock[:0]
	}
	return &c.clock
}

// slot is the clock of the slot of a buffer that is next to be sent to, or received from.
func (r *races) slot(object int32, key, size int64, sends bool) *clock {
	p := place{object, machine.Send, key}
	b := r.buffers[p]
	if b == nil {
		b = &buffer{}
		r.buffers[p] = b
	}
	if b.now != r.now {
		b.now, b.sent, b.received = r.now, 0, 0
		for i := range b.slots {
			b.slots[i] = b.slots[i][:0]
		}
	}
	if size > 0 && len(b.slots) < int(size) {
		b.slots = append(b.slots, make([]clock, int(size)-len(b.slots))...)
	}
	n := &b.received
	if sends {
		n = &b.sent
	}
	*n++
	return &b.slots[(*n-1)%len(b.slots)]
}

func (r *races) synchronise(e event.Event, v *variable, own *clock, steps []machine.Step) (race, bool) {
	for _, s := range steps {
		come, served := place{e.Object, machine.Come, s.Key}, place{e.Object, machine.Served, s.Key}
		switch s.Verb {
		case machine.Acquire:
			own.join(*r.clock(place{e.Object, machine.Acquire, s.Key}))
		case machine.Release:
			r.clock(place{e.Object, machine.Acquire, s.Key}).join(*own)
		case machine.Come:
			r.clock(come).copyOf(*own)
		case machine.Served:
			own.join(*r.clock(served))
		case machine.Meet:
			own.join(*r.clock(come))
			r.clock(served).copyOf(*own)
		case machine.Wake:
			r.clock(served).copyOf(*own)
		case machine.Send, machine.Receive:
			slot := r.slot(e.Object, s.Key, s.N, s.Verb == machine.Send)
			own.join(*slot)
			slot.copyOf(*own)
		case machine.SendOf, machine.ReceiveOf:
			slot := r.slot(e.Object, s.Key, 0, s.Verb == machine.SendOf)
			slot.join(*r.clock(place{e.Object, machine.Come, s.N}))
			r.clock(place{e.Object, machine.Served, s.N}).copyOf(*slot)
		default:
			if found, ok := r.misuse(e, v, *own, s); ok {
				return found, true
			}
		}
	}
	return v.access(e, store, *own)
}

// misuse finds what must not be concurrent though it is no access of memory.
func (r *races) misuse(e event.Event, v *variable, own clock, s machine.Step) (race, bool) {
	switch s.Verb {
	case machine.Begin:
		return v.access(e, began, own)
	case machine.Wait:
		return v.access(e, waited, own)
	}
	p := place{e.Object, machine.Sends, s.Key}
	c := r.channels[p]
	if c == nil {
		c = &channel{}
		r.channels[p] = c
	}
	if c.now != r.now {
		c.now = r.now
		c.reset()
	}
	if s.Verb == machine.Closes {
		return c.access(e, closed, own)
	}
	return c.access(e, sent, own)
}

// Package races finds the data races of executions, by C11 (5.1.2.4): pairs of accesses of one variable by different
// threads, of which at least one writes and at least one is plain, and which happens-before does not order. That is
// program order and synchronisation:
//
//   - an access that acquires comes after what the store that it reads from has released, or a store before that one
//     whose release sequence reaches it: all stores between them are the same thread's, or of read-modify-writes;
//   - fences do the same for relaxed accesses after and before them;
//   - a Lock comes after the last Unlock of the mutex, a thread after its Go, a Join after the thread.
//
// Neither the order of plain accesses nor what a relaxed access reads orders anything.
package races

import (
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// Finder finds the races of executions of a machine that come one after the other. What an execution has in common with the last one
// is not looked at again. It belongs to one goroutine.
type Finder struct {
	machine *machine.Machine
	events  []event.Event // of the last execution,
	records []record      // and what was noted about each
	races   []model.Race  // by Second
	clocks  clocks
	threads []thread
	objects []object
	rows    []row     // of the variables that have plain accesses, or had atomic ones: by object and thread
	places  [][]int32 // where Stores are buffered, by thread: the positions of its events
	passed  []operation.Ordering
}

// thread is what is known of a thread after part of an execution: clocks.
type thread struct {
	clock    clock // what happens before its next operation, its own operations aside
	acquired clock // what its relaxed accesses have read, for a fence
	released clock // what a fence has released
}

// object is what is known of a variable or a mutex.
type object struct {
	released clock // what an access that acquires gets
	head     int32 // the last event of those that have released that, or none
}

// class is what matters of an access to others that may race with it.
type class int8

const (
	plainRead class = iota
	plainWrite
	atomicRead
	atomicWrite
	classes
	noAccess
)

// conflicts are the classes of accesses with which one of a class may race.
var conflicts = [classes][]class{
	plainRead: {plainWrite, atomicWrite}, plainWrite: {plainRead, plainWrite, atomicRead, atomicWrite},
	atomicRead: {plainWrite}, atomicWrite: {plainRead, plainWrite},
}

// row holds the last accesses of a variable by one thread: positions, or none.
type row [classes]int32

const none = -1

// record is what an event has changed.
type record struct {
	thread   int32 // whose operation it is
	place    int32 // of that operation in program order
	clock    clock // what happens before the event
	gives    clock // what it releases itself,
	head     int32 // and the event of the object's head before that one
	previous int32 // the access of its class before it, of its thread and variable
	class    class
	before   thread // the thread, before the event,
	object   object // and the object
	kept     int    // clocks before
}

// New returns a Finder for executions of m.
func New(m *machine.Machine) *Finder { return &Finder{machine: m} }

// Find returns the races of E. The slice is valid until the next call.
func (f *Finder) Find() []model.Race {
	m, events := f.machine, f.machine.Events()
	f.grow(m)
	f.popTo(common(f.events, events))
	for i := len(f.events); i < len(events); i++ {
		f.push(events[i], m.OrderedAt(i))
	}
	return f.races
}

// common is how many events two executions begin with alike.
func common(a, b []event.Event) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}

// grow makes room for the threads and objects of m.
func (f *Finder) grow(m *machine.Machine) {
	threads, objects := m.Threads(), m.Objects()
	if threads > f.clocks.width {
		f.widen(threads)
	}
	for len(f.objects) < objects {
		f.objects = append(f.objects, object{head: none})
	}
	for len(f.rows) < objects*f.clocks.width {
		f.rows = append(f.rows, row{none, none, none, none})
	}
}

// widen makes room for more threads: everything is looked at again.
func (f *Finder) widen(threads int) {
	f.popTo(0)
	width := threads + threads/2
	f.clocks = clocks{width: width, at: make([]int32, width)}
	f.rows = f.rows[:0]
	f.threads = make([]thread, width)
	f.places = make([][]int32, width)
}

// push notes the next event and its races.
func (f *Finder) push(e event.Event, o machine.Ordered) {
	at := int32(len(f.events))
	t := int32(e.Thread)
	if e.IsFlush() {
		t = int32(e.Issuer())
	}
	r := record{thread: t, place: o.Place, class: noAccess, previous: none, before: f.threads[t], kept: len(f.clocks.at)}
	now := f.standing(e, o)
	x := f.objectOf(e)
	if x != nil {
		r.object, r.head = *x, x.head
	}
	f.events = append(f.events, e)
	switch {
	case e.Kind.OnVariable():
		f.access(x, o, at, &now, &r)
	case e.Kind == event.Lock:
		now.clock = f.clocks.join(now.clock, r.object.released)
	case e.Kind == event.Unlock:
		x.released = f.clocks.with(now.clock, t, o.Place)
	case e.Kind == event.Spawn:
		f.threads[e.Object] = thread{clock: f.clocks.with(now.clock, t, o.Place)}
	case e.Kind == event.Join:
		now.clock = f.clocks.join(now.clock, f.clocks.with(f.threads[e.Object].clock, e.Object, maxPlace))
	}
	r.clock = now.clock
	if !e.IsFlush() {
		f.threads[t] = now
		if f.buffered() {
			f.places[t] = append(f.places[t], at)
		}
	}
	stack.Push(&f.records, r)
	if r.class != noAccess {
		f.race(e, at)
	}
}

// objectOf is the variable or the mutex that e is about, or nil.
func (f *Finder) objectOf(e event.Event) *object {
	switch {
	case e.Kind.OnVariable():
		return &f.objects[e.Object]
	case e.Kind.OnMutex():
		return &f.objects[f.machine.MutexObject(e.Object)]
	}
	return nil
}

// buffered reports whether Stores are buffered.
func (f *Finder) buffered() bool { return f.machine.Memory().Buffers() }

// standing is the thread whose operation e is where it comes to that operation: behind the fences before it.
func (f *Finder) standing(e event.Event, o machine.Ordered) thread {
	if !f.buffered() {
		now := f.threads[e.Thread]
		if o.Fences() != operation.NoFence {
			f.pass(&now, int32(e.Thread), o.Ordering, o.Place)
		}
		return now
	}
	t, now := int32(e.Thread), f.threads[e.Thread]
	if e.IsFlush() {
		t = int32(e.Issuer())
		now = f.threads[t]
		if places := f.places[t]; int(e.Ref) < len(places) {
			now = f.records[places[e.Ref]].before
		}
	}
	if f.machine.Fenced() {
		f.passed = f.machine.StoresBefore(f.passed[:0], len(f.events))
		for i, p := range f.passed {
			f.pass(&now, t, p, o.Place-int32(len(f.passed)-1-i))
		}
	}
	return now
}

// pass lets a thread pass the fences before its operation at that place.
func (f *Finder) pass(now *thread, t int32, o operation.Ordering, place int32) {
	fences := o.Fences()
	if fences == operation.ReleaseThenAcquire {
		now.released = f.clocks.with(now.clock, t, place-1)
	}
	if fences.Acquires() {
		now.clock = f.clocks.join(now.clock, now.acquired)
	}
	if fences.Releases() && fences != operation.ReleaseThenAcquire {
		now.released = f.clocks.with(now.clock, t, place-1)
	}
}

// access does what an access of a variable synchronises.
func (f *Finder) access(x *object, o machine.Ordered, at int32, now *thread, r *record) {
	e := f.events[at]
	r.class = atomicRead
	switch {
	case o.Plain() && !e.Kind.Writes():
		r.class = plainRead
	case o.Plain():
		r.class = plainWrite
		*x = object{head: none}
	default:
		if e.Kind != event.Write && !e.Kind.Applies() {
			f.read(o, now, x.released)
		}
		if e.Kind.Writes() {
			r.class = atomicWrite
			f.write(x, o, at, now, r)
		}
	}
	last := &f.rows[int(e.Object)*f.clocks.width+int(r.thread)][r.class]
	r.previous, *last = *last, at
}

// read acquires what has been released, at once or by a later fence.
func (f *Finder) read(o machine.Ordered, now *thread, released clock) {
	if o.Acquires(o.Failed) {
		now.clock = f.clocks.join(now.clock, released)
	} else {
		now.acquired = f.clocks.join(now.acquired, released)
	}
}

// write releases what is before it, or before the last fence that does. The release sequences of other threads end
// at a Store, but not at a read-modify-write.
func (f *Finder) write(x *object, o machine.Ordered, at int32, now *thread, r *record) {
	r.gives = now.released
	if o.Releases() {
		r.gives = f.clocks.with(now.clock, r.thread, r.place)
	}
	if f.events[at].Kind == event.Write {
		for h := x.head; h != none; h = f.records[h].head {
			if f.records[h].thread == r.thread {
				r.gives = f.clocks.join(r.gives, f.records[h].gives)
			}
		}
		*x = object{head: none}
		r.head = none
	}
	if r.gives != zero {
		x.released, x.head = f.clocks.join(x.released, r.gives), at
	}
}

// race notes the races of the last event with those before it.
func (f *Finder) race(e event.Event, at int32) {
	r := &f.records[at]
	rows := f.rows[int(e.Object)*f.clocks.width:][:f.clocks.width]
	known := f.clocks.of(r.clock)
	for _, c := range conflicts[r.class] {
		for u := range rows {
			if rows[u][c] == none || int32(u) == r.thread {
				continue
			}
			for other := rows[u][c]; other != none && f.records[other].place > known[u]; other = f.records[other].previous {
				if !e.IsFlush() || f.clocks.of(f.records[other].clock)[r.thread] < r.place {
					f.races = append(f.races, model.Race{First: int(other), Second: int(at)})
				}
			}
		}
	}
}

// popTo takes back all events but the first n.
func (f *Finder) popTo(n int) {
	for i := len(f.events) - 1; i >= n; i-- {
		e, r := &f.events[i], &f.records[i]
		if !e.IsFlush() {
			f.threads[r.thread] = r.before
			if f.buffered() {
				f.places[r.thread] = f.places[r.thread][:len(f.places[r.thread])-1]
			}
		}
		if x := f.objectOf(*e); x != nil {
			*x = r.object
		}
		if r.class != noAccess {
			f.rows[int(e.Object)*f.clocks.width+int(r.thread)][r.class] = r.previous
		}
		f.clocks.at = f.clocks.at[:r.kept]
	}
	f.events, f.records = f.events[:n], f.records[:n]
	for len(f.races) > 0 && f.races[len(f.races)-1].Second >= n {
		f.races = f.races[:len(f.races)-1]
	}
}

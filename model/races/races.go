// Package races finds the data races of executions, by C11 (5.1.2.4): pairs of accesses to one variable by different
// threads, at least one of which writes and at least one of which is plain, not ordered by happens-before. That is
// program order and synchronisation:
//
//   - an access that acquires comes after the releases of the store that it reads from, or of a store before that one
//     whose release sequence reaches it: all stores between them are the same thread's, or by read-modify-writes;
//   - fences do the same for relaxed accesses after and before them;
//   - a Lock comes after the last Unlock of the mutex, a thread after its Go, a Join after the thread.
//
// Neither the order of plain accesses nor the value that a relaxed access reads orders anything.
package races

import (
	"math/bits"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// Finder finds the races of successive executions of a machine. Events that an execution has in common with the last
// one are not examined again. It belongs to one goroutine.
type Finder struct {
	machine  *machine.Machine
	buffered bool
	mutexes  int           // the number of the first one among objects
	events   []event.Event // of the last execution
	records  []record      // one for each event
	changes  []change      // one for each synchronising event
	races    []front.Race  // by Second
	clocks   clocks
	threads  []thread
	objects  []object
	rows     []row     // by object and thread
	who      []who     // by object
	places   [][]int32 // where Stores are buffered, by thread: the positions of its events
	passed   []operation.Ordering
	fast     fastPath
	graph    graph // used instead, where executions are graphs
}

// thread is the state of a thread after part of an execution.
type thread struct {
	clock    clock   // of the events before its next operation, its own operations aside
	acquired clock   // the releases that its relaxed accesses have read, for a fence
	released release // the release of a fence
}

// object is the state of a variable or a mutex.
type object struct {
	released release // the release that an acquiring access gets
	head     int32   // the last of the events that have released that, or none
}

// class distinguishes accesses by what matters to others that may race with them.
type class int8

const (
	plainRead class = iota
	plainWrite
	atomicRead
	atomicWrite
	classes
	noAccess
)

// row holds the last accesses of a variable by one thread, by class: positions, or none.
type row [classes]int32

const none = -1

// who has ever accessed a variable, by class: a bit for each thread, the last one shared by all threads from others on.
type who [classes]uint64

const others = 63

// record holds the data about an event.
type record struct {
	previous int32 // the previous access of its class, thread and variable
	clock    clock // of the events that happen before the event
	place    int32 // of its operation in the program order of its thread
	changed  int32 // in changes, or none
	thread   int16 // whose operation the event is
	class    class
}

// change holds the state before a synchronising event, and its release.
type change struct {
	thread thread  // as it was before the event
	object object  // as it was before the event
	gives  release // the release of the event itself
	head   int32   // the object's head before the event, if that still counts
	kept   int     // clocks before
}

// New returns a Finder for executions of m.
func New(m *machine.Machine) *Finder {
	return &Finder{machine: m, buffered: m.Memory().Buffers(), mutexes: m.MutexObject(0), fast: fastPath{machine: m, watch: m.Watch()}}
}

// Any reports whether E has a race. That takes less time than finding all.
func (f *Finder) Any() bool {
	if f.machine.Memory().Graphs() {
		return len(f.Find()) > 0
	}
	if !f.buffered && !f.machine.Fenced() {
		if v := f.fast.verdict(); v != unclear {
			return v == Raced
		}
	}
	f.find(true)
	return len(f.races) > 0
}

// Find returns the races of E. The slice is valid until the next call.
func (f *Finder) Find() []front.Race {
	if f.machine.Memory().Graphs() {
		return f.graph.racesOf(f.machine)
	}
	f.find(false)
	return f.races
}

// find examines E, or its prefix up to the first race.
func (f *Finder) find(first bool) {
	f.grow(f.machine)
	events := f.machine.Events()
	n := event.Common(f.events, events)
	f.popTo(n)
	for i := n; i < len(events) && !(first && len(f.races) > 0); i++ {
		f.events = append(f.events, events[i])
		f.push(int32(i))
	}
}

// grow makes room for the threads and objects of m.
func (f *Finder) grow(m *machine.Machine) {
	threads, objects := m.Threads(), m.Objects()
	if threads > f.clocks.width {
		f.widen(threads)
	}
	for len(f.objects) < objects {
		f.objects, f.who = append(f.objects, object{nothing, none}), append(f.who, who{})
	}
	for len(f.rows) < objects*f.clocks.width {
		f.rows = append(f.rows, row{none, none, none, none})
	}
}

// widen makes room for more threads: everything is examined again.
func (f *Finder) widen(threads int) {
	f.popTo(0)
	f.clocks = clocks{width: threads, at: make([]int32, threads)}
	f.rows = f.rows[:0]
	f.threads = make([]thread, threads)
	for t := range f.threads {
		f.threads[t].released = nothing
	}
	f.places = make([][]int32, threads)
}

// push notes the event at that position, and its races.
func (f *Finder) push(at int32) {
	e := &f.events[at]
	if f.buffered || f.machine.OrderingAt(int(at)) != operation.Order(operation.Plain) || !f.keepsReleased(e) {
		f.synchronise(*e, f.machine.OrderedAt(int(at)), at)
		return
	}
	c := plainRead
	if e.Kind != event.Read {
		c = plainWrite
	}
	stack.Push(&f.records, record{none, f.threads[e.Thread].clock, e.Index, none, int16(e.Thread), c})
	f.access(e, at)
}

// keepsReleased reports whether a plain access leaves the release of its variable unchanged.
func (f *Finder) keepsReleased(e *event.Event) bool {
	return e.Kind == event.Read || f.objects[e.Object].released == nothing
}

// synchronise is push for an event that may synchronise.
func (f *Finder) synchronise(e event.Event, o machine.Ordered, at int32) {
	t := int32(e.Thread)
	if e.IsFlush() {
		t = int32(e.Issuer())
	}
	c := change{thread: f.threads[t], kept: len(f.clocks.at), gives: nothing, head: none}
	now, x, of := f.standing(e, o, at), f.objectOf(e), noAccess
	if x != nil {
		c.object, c.head = *x, x.head
	}
	switch {
	case e.Kind.OnVariable():
		of = f.order(x, e.Kind, o, release{now.clock, t, o.Place}, &now, &c, at)
	case e.Kind == event.Lock:
		now.clock = f.clocks.acquire(now.clock, x.released)
	case e.Kind == event.Unlock:
		x.released = release{now.clock, t, o.Place}
	case e.Kind == event.Spawn:
		f.threads[e.Object] = thread{clock: f.clocks.acquire(now.clock, release{now.clock, t, o.Place}), released: nothing}
	case e.Kind == event.Join:
		now.clock = f.clocks.acquire(now.clock, release{f.threads[e.Object].clock, e.Object, maxPlace})
	}
	if !e.IsFlush() {
		f.threads[t] = now
		if f.buffered {
			f.places[t] = append(f.places[t], at)
		}
	}
	stack.Push(&f.changes, c)
	stack.Push(&f.records, record{none, now.clock, o.Place, int32(len(f.changes) - 1), int16(t), of})
	if of != noAccess {
		f.access(&e, at)
	}
}

// objectOf returns the variable or the mutex that e accesses, or nil.
func (f *Finder) objectOf(e event.Event) *object {
	switch {
	case e.Kind.OnVariable():
		return &f.objects[e.Object]
	case e.Kind.OnMutex():
		return &f.objects[f.mutexes+int(e.Object)]
	}
	return nil
}

// standing returns the state of the thread whose operation e is, where it reaches that operation: after the fences before it.
func (f *Finder) standing(e event.Event, o machine.Ordered, at int32) thread {
	if !f.buffered {
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
			now = f.changes[f.records[places[e.Ref]].changed].thread
		}
	}
	if f.machine.Fenced() {
		f.passed = f.machine.StoresBefore(f.passed[:0], int(at))
		for i, p := range f.passed {
			f.pass(&now, t, p, o.Place-int32(len(f.passed)-1-i))
		}
	}
	return now
}

// pass makes a thread pass the fences before its operation at that place.
func (f *Finder) pass(now *thread, t int32, o operation.Ordering, place int32) {
	fences := o.Fences()
	if fences == operation.ReleaseThenAcquire {
		now.released = f.clocks.fence(now.clock, t, place-1)
	}
	if fences.Acquires() {
		now.clock = f.clocks.join(now.clock, now.acquired)
	}
	if fences.Releases() && fences != operation.ReleaseThenAcquire {
		now.released = f.clocks.fence(now.clock, t, place-1)
	}
}

// order applies the synchronisation of an access of x, and returns its class. own is the release of the access if it
// has one.
func (f *Finder) order(x *object, k event.Kind, o machine.Ordered, own release, now *thread, c *change, at int32) class {
	switch {
	case o.Plain() && !k.Writes():
		return plainRead
	case o.Plain():
		*x = object{nothing, none}
		return plainWrite
	}
	if k != event.Write && k != event.BufferRead && !k.Applies() { // a thread has its own stores in its past
		f.read(o, now, x.released)
	}
	if !k.Writes() || o.Failed {
		return atomicRead
	}
	c.gives = now.released
	if o.Releases() {
		own.clock = now.clock
		c.gives = own
	}
	if k == event.Write {
		f.inherit(x, own.thread, c)
		*x = object{nothing, none}
		c.head = none
	}
	if c.gives != nothing {
		x.released, x.head = f.clocks.both(x.released, c.gives), at
	}
	return atomicWrite
}

// read acquires released, at once or by a later fence.
func (f *Finder) read(o machine.Ordered, now *thread, released release) {
	if o.Acquires(o.Failed) {
		now.clock = f.clocks.acquire(now.clock, released)
	} else {
		now.acquired = f.clocks.acquire(now.acquired, released)
	}
}

// inherit adds to the release of a Store the thread's own releases in the release sequences that reach it. Sequences
// of other threads end at a Store, but not at a read-modify-write.
func (f *Finder) inherit(x *object, t int32, c *change) {
	for h := x.head; h != none; {
		of := &f.changes[f.records[h].changed]
		if int32(f.records[h].thread) == t {
			c.gives = f.clocks.both(c.gives, of.gives)
		}
		h = of.head
	}
}

// access notes the last event as an access of its variable, and its races with those before it.
func (f *Finder) access(e *event.Event, at int32) {
	r := &f.records[at]
	all := &f.who[e.Object]
	own := uint64(1) << min(uint(r.thread), others)
	all[r.class] |= own
	if r.thread >= others {
		own = 0
	}
	rows := f.rows[int(e.Object)*f.clocks.width:]
	last := &rows[r.thread][r.class]
	r.previous, *last = *last, at
	switch r.class {
	case plainRead:
		if all[plainWrite]|all[atomicWrite] != own {
			f.compare(e, at, plainWrite, all[plainWrite]&^own)
			f.compare(e, at, atomicWrite, all[atomicWrite]&^own)
		}
	case plainWrite:
		if all[plainRead]|all[plainWrite]|all[atomicRead]|all[atomicWrite] != own {
			for c := range classes {
				f.compare(e, at, c, all[c]&^own)
			}
		}
	case atomicRead:
		f.compare(e, at, plainWrite, all[plainWrite]&^own)
	case atomicWrite:
		f.compare(e, at, plainRead, all[plainRead]&^own)
		f.compare(e, at, plainWrite, all[plainWrite]&^own)
	}
}

// compare finds the races of e, at that position, with accesses of a class by those threads.
func (f *Finder) compare(e *event.Event, at int32, c class, threads uint64) {
	if threads == 0 {
		return
	}
	rows, known := f.rows[int(e.Object)*f.clocks.width:], f.clocks.of(f.records[at].clock)
	for ; threads != 0; threads &= threads - 1 {
		u := bits.TrailingZeros64(threads)
		if other := rows[u][c]; other != none && f.records[other].place > known[u] && int16(u) != f.records[at].thread {
			f.race(e, at, other)
		}
		if u == others {
			f.raceOthers(e, at, c)
		}
	}
}

// raceOthers is race with the accesses of all but the first of the threads that have no bits of their own.
func (f *Finder) raceOthers(e *event.Event, at int32, c class) {
	for u := int(others) + 1; u < f.clocks.width; u++ {
		if other := f.rows[int(e.Object)*f.clocks.width+u][c]; other != none && int16(u) != f.records[at].thread {
			f.race(e, at, other)
		}
	}
}

// race notes the races of e, at that position, with another access and its thread's earlier ones of that class.
func (f *Finder) race(e *event.Event, at, other int32) {
	r := &f.records[at]
	known := f.clocks.of(r.clock)[f.records[other].thread]
	for ; other != none && f.records[other].place > known; other = f.records[other].previous {
		// A flush may come after an access that happens after its Store.
		if !e.IsFlush() || f.clocks.of(f.records[other].clock)[r.thread] < r.place {
			f.races = append(f.races, front.Race{First: int(other), Second: int(at)})
		}
	}
}

// popTo takes back all events but the first n.
func (f *Finder) popTo(n int) {
	for i := len(f.events) - 1; i >= n; i-- {
		e, r := &f.events[i], &f.records[i]
		if r.class < classes {
			f.rows[int(e.Object)*f.clocks.width+int(r.thread)][r.class] = r.previous
		}
		if r.changed != none {
			f.undo(e, r)
		}
	}
	f.events, f.records = f.events[:n], f.records[:n]
	for len(f.races) > 0 && f.races[len(f.races)-1].Second >= n {
		f.races = f.races[:len(f.races)-1]
	}
}

// undo reverts the change by the last event.
func (f *Finder) undo(e *event.Event, r *record) {
	c := stack.Take(&f.changes, 1)[0]
	if !e.IsFlush() {
		f.threads[r.thread] = c.thread
		if f.buffered {
			f.places[r.thread] = f.places[r.thread][:len(f.places[r.thread])-1]
		}
	}
	if x := f.objectOf(*e); x != nil {
		*x = c.object
	}
	f.clocks.at = f.clocks.at[:c.kept]
}

package certificate

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// happensBefore is the happens-before relation of an execution, and its races, computed
// from its events as the package comment defines them. Events are identified by their
// positions, counted from 0.
//
// Every event has a clock: for each thread, the index of the thread's last event
// that happens before it or is it. So e happens before f, or is it, exactly if
// f's clock has at least e's index for e's thread.
type happensBefore struct {
	events  []event.Event
	machine *machine.Machine // at the end of events, for their values and guards; nil if nothing waits for a value
	width   int              // of a clock
	clocks  []int32          // width numbers for each event

	earlier []int32     // by position of a write: the write of its variable before it
	places  [][]int32   // by thread: its events
	spawned []int32     // by thread: its Spawn, or nothing
	vars    []variable  // by number
	mutexes []mutexUses // by number
	before  []int32     // the events that directly precede the current one, and maybe some that precede those
	own     int         // the first own of before precede it because of its thread
	races   []race
	buffers
}

// race is two events of an execution that can change places. If the second is pending
// forever, second is the length of the execution. A choice races with itself, for its
// other values.
type race struct {
	first, second int32
	thread        event.ThreadID // of the second event
	value         int32          // the value that it chooses, if it is a choice
}

// variable holds the accesses that come before the next one. A write comes after the last writes and the reads, a read
// after the last writes.
type variable struct {
	writes  []int32 // the last write, or the last Applies in a row if they commute
	reads   []int32 // since the first of writes; of a flushed store, also the reads of the buffered store
	earlier []int32 // the accesses that directly precede each of writes
	kind    event.Kind
}

// write is the last write, or nothing.
func (x *variable) write() int32 {
	if len(x.writes) == 0 {
		return nothing
	}
	return x.writes[len(x.writes)-1]
}

// enter makes the access i, of kind k, the last one, and appends to before the accesses that directly precede it.
func (x *variable) enter(i int32, k event.Kind, before []int32) []int32 {
	switch {
	case k == event.Read:
		x.reads = append(x.reads, i)
		return append(before, x.writes...)
	case len(x.reads) == 0 && k == x.kind && k.Commutes():
		x.writes = append(x.writes, i)
		return append(before, x.earlier...)
	}
	x.earlier = append(append(x.earlier[:0], x.writes...), x.reads...)
	x.writes, x.reads, x.kind = append(x.writes[:0], i), x.reads[:0], k
	return append(before, x.earlier...)
}

func (x *variable) reset() {
	x.writes, x.reads, x.earlier, x.kind = x.writes[:0], x.reads[:0], x.earlier[:0], 0
}

type mutexUses struct {
	last int32 // the last Lock or Unlock
	lock int32 // the last Lock
}

const nothing = -1

// compute makes o the relation of events, which it retains. It reuses the slices of o.
func (o *happensBefore) compute(events []event.Event, threads int) {
	o.events, o.width, o.races = events, threads, o.races[:0]
	o.clocks = slices.Grow(o.clocks[:0], len(events)*threads)[:len(events)*threads]
	o.earlier = slices.Grow(o.earlier[:0], len(events))[:len(events)]
	o.places = slices.Grow(o.places[:0], threads)[:threads]
	for t := range o.places {
		o.places[t] = o.places[t][:0]
	}
	o.spawned = append(o.spawned[:0], slices.Repeat([]int32{nothing}, threads)...)
	for i := range o.vars {
		o.vars[i].reset()
	}
	for i := range o.mutexes {
		o.mutexes[i] = mutexUses{nothing, nothing}
	}
	o.buffers.reset(threads)
	for i, e := range events {
		o.enter(int32(i), e)
	}
	o.drainedRaces()
}

func (o *happensBefore) enter(i int32, e event.Event) {
	o.before = o.appendOwn(o.before[:0], e)
	o.own = len(o.before)
	switch {
	case e.Kind.OnVariable():
		o.access(i, e)
	case e.Kind == event.Lock:
		m := o.mutex(e.Object)
		o.lockRace(race{m.lock, i, e.Thread, 0})
		o.before = append(o.before, m.last)
		*m = mutexUses{i, i}
	case e.Kind == event.Unlock:
		m := o.mutex(e.Object)
		o.before = append(o.before, m.last)
		m.last = i
	case e.Kind == event.Spawn:
		o.spawned[e.Object] = i
	case e.Kind == event.Join:
		o.before = append(append(o.before, o.last(event.ThreadID(e.Object))), o.flushes[e.Object]...)
	}
	o.setClock(i, e)
	o.places[e.Thread] = append(o.places[e.Thread], i)
	o.note(i, e)
}

// last is the last event of a thread so far, its Spawn if it has none, or nothing.
func (o *happensBefore) last(t event.ThreadID) int32 { return o.after(t, len(o.places[t])) }

// after is the n-th event of a thread, or its Spawn if n is 0.
func (o *happensBefore) after(t event.ThreadID, n int) int32 {
	if n == 0 {
		return o.spawned[t]
	}
	return o.places[t][n-1]
}

func (o *happensBefore) access(i int32, e event.Event) {
	if e.Kind == event.BufferRead {
		return
	}
	x := o.variable(e.Object)
	write := x.write()
	if all := x.enter(i, e.Kind, o.before); !e.ReadsOwn() {
		o.before = all
	}
	if e.IsFlush() {
		x.reads = append(x.reads, o.ownReads[flush{e.Thread, e.Index}]...)
	}
	if e.Kind != event.Read {
		o.earlier[i] = write
	}
	if expected, ok := o.expects(i); ok {
		o.expectingRaces(race{write, i, e.Thread, 0}, expected)
		return
	}
	guard := o.guardAt(i)
	o.directRaces(i, func(first int32) bool { return guard == nil || guard.Holds(o.machine.Overwritten(int(first))) })
	if guard != nil {
		o.stretchRaces(guard.Holds, true, race{write, i, e.Thread, 0}, o.before[:o.own])
	}
}

// directRaces records the races of the current event, i, with the accesses that precede it with nothing in between:
// with a write only if the event would be enabled before it. Before a read it is, since the value is the same there.
func (o *happensBefore) directRaces(i int32, enabledBefore func(write int32) bool) {
	for k := o.own; k < len(o.before); k++ {
		first := o.before[k]
		if o.adjacent(k) && (o.events[first].Kind.FromMemory() == event.Read || enabledBefore(first)) {
			o.races = append(o.races, race{first, i, o.events[i].Thread, 0})
		}
	}
}

// guardAt is the guard that event i waited for, or nil.
func (o *happensBefore) guardAt(i int32) *operation.Guard {
	if o.machine == nil {
		return nil
	}
	return o.machine.GuardAt(int(i))
}

// stretchRaces records the races of an event that is enabled for values for which holds is true, with the writes that
// end a stretch of such values: r, with each of them as the first event. They are searched backwards from r.first, the
// last write before the event, up to a write that happens before one of past, or is the flush of a store of its own
// thread. held says whether holds is true after r.first.
func (o *happensBefore) stretchRaces(holds func(int64) bool, held bool, r race, past []int32) {
	for ; r.first != nothing && !o.isBeforeAny(r.first, past) && !o.isOwnFlush(r.first, r.thread); r.first = o.earlier[r.first] {
		before := holds(o.machine.Overwritten(int(r.first)))
		if before && !held {
			o.races = append(o.races, r)
		}
		held = before
	}
}

// adjacent reports whether nothing is between o.before[k] and the current event: it
// happens before no other event of o.before.
func (o *happensBefore) adjacent(k int) bool {
	e := o.before[k]
	for j, other := range o.before {
		if j != k && other != nothing && o.isBefore(e, other) {
			return false
		}
	}
	return true
}

// isBeforeAny reports whether e happens before one of the others, or is it.
func (o *happensBefore) isBeforeAny(e int32, others []int32) bool {
	return slices.ContainsFunc(others, func(f int32) bool { return f != nothing && o.isBefore(e, f) })
}

// lockRace records the race r between a Lock, which o.before precedes, and the last Lock before it, unless there is no
// such Lock or it happens before the other because of that one's thread.
func (o *happensBefore) lockRace(r race) {
	if r.first != nothing && !o.isBeforeAny(r.first, o.before[:o.own]) {
		o.races = append(o.races, r)
	}
}

// pending records the races of e, a Lock at which its thread waits forever.
func (o *happensBefore) pending(e event.Event) {
	o.before = o.appendOwn(o.before[:0], e)
	o.own = len(o.before)
	o.lockRace(race{o.mutex(e.Object).lock, int32(len(o.events)), e.Thread, 0})
}

// choice records the races of the choice at i for its other values, of that many.
func (o *happensBefore) choice(i, values int32) {
	for value := range values {
		if e := o.events[i]; value != e.Object {
			o.races = append(o.races, race{i, i, e.Thread, value})
		}
	}
}

// waiting records the races of e, at which its thread waits forever for guard.
func (o *happensBefore) waiting(e event.Event, guard *operation.Guard) {
	o.stretchRaces(guard.Holds, false, race{o.variable(e.Object).write(), int32(len(o.events)), e.Thread, 0}, o.appendOwn(nil, e))
}

func (o *happensBefore) setClock(i int32, e event.Event) {
	clock := o.clock(i)
	clear(clock)
	for _, j := range o.before {
		if j == nothing {
			continue
		}
		for t, n := range o.clock(j) {
			clock[t] = max(clock[t], n)
		}
	}
	clock[e.Thread] = e.Index
}

func (o *happensBefore) clock(i int32) []int32 { return o.clocks[int(i)*o.width : (int(i)+1)*o.width] }

// isBefore reports whether event i happens before event j, or is it.
func (o *happensBefore) isBefore(i, j int32) bool {
	e := &o.events[i]
	return o.clocks[int(j)*o.width+int(e.Thread)] >= e.Index
}

func (o *happensBefore) variable(x int32) *variable { return stack.At(&o.vars, int(x)) }

func (o *happensBefore) mutex(m int32) *mutexUses {
	return stack.AtOr(&o.mutexes, int(m), mutexUses{nothing, nothing})
}

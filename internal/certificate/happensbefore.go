package certificate

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
)

// happensBefore is the happens-before relation of an execution, and its races, computed
// from its events as the package comment defines them. Events are identified by their
// positions, counted from 0.
//
// Every event has a clock: for each thread the index of its last event that
// happens before it or is it. So e happens before f, or is it, exactly if f's
// clock has at least e's index for e's thread.
type happensBefore struct {
	events  []event.Event
	machine *machine.Machine // at the end of events, for their values and guards; nil if nothing waits for a value
	width   int              // of a clock
	clocks  []int32          // width numbers for each event

	earlier []int32     // by position of a write: the write of its variable before it
	last    []int32     // by thread: its last event, the Spawn of it if it has none, or none at all
	vars    []variable  // by number
	mutexes []mutexUses // by number
	before  []int32     // the events that precede the current one directly, and maybe some that precede those
	races   []race
}

// race is two events of an execution that can change places. If the second is pending
// forever, second is the length of the execution. A choice races with itself, for its
// other values.
type race struct {
	first, second int32
	thread        event.ThreadID // of the second event
	value         int32          // that it chooses, if it is a choice
}

type variable struct {
	write int32   // the last write
	reads []int32 // since then
}

type mutexUses struct {
	last int32 // the last Lock or Unlock
	lock int32 // the last Lock
}

const nothing = -1

// compute makes o the relation of events, which it retains, and reuses its slices.
func (o *happensBefore) compute(events []event.Event, threads int) {
	o.events, o.width, o.races = events, threads, o.races[:0]
	o.clocks = slices.Grow(o.clocks[:0], len(events)*threads)[:len(events)*threads]
	o.earlier = slices.Grow(o.earlier[:0], len(events))[:len(events)]
	o.last = append(o.last[:0], slices.Repeat([]int32{nothing}, threads)...)
	for i := range o.vars {
		o.vars[i] = variable{nothing, o.vars[i].reads[:0]}
	}
	for i := range o.mutexes {
		o.mutexes[i] = mutexUses{nothing, nothing}
	}
	for i, e := range events {
		o.enter(int32(i), e)
	}
}

func (o *happensBefore) enter(i int32, e event.Event) {
	o.before = append(o.before[:0], o.last[e.Thread])
	switch {
	case e.Kind.OnVariable():
		o.access(i, e)
	case e.Kind == event.Lock:
		m := o.mutex(e.Object)
		o.lockRace(m.lock, race{m.lock, i, e.Thread, 0})
		o.before = append(o.before, m.last)
		*m = mutexUses{i, i}
	case e.Kind == event.Unlock:
		m := o.mutex(e.Object)
		o.before = append(o.before, m.last)
		m.last = i
	case e.Kind == event.Spawn:
		o.last[e.Object] = i
	case e.Kind == event.Join:
		o.before = append(o.before, o.last[e.Object])
	}
	o.setClock(i, e)
	o.last[e.Thread] = i
}

func (o *happensBefore) access(i int32, e event.Event) {
	x := o.variable(e.Object)
	if o.before = append(o.before, x.write); e.Kind != event.Read {
		o.before = append(o.before, x.reads...)
	}
	guard := o.guardAt(i)
	for k := 1; k < len(o.before); k++ {
		if o.adjacent(k) && o.holdsBefore(guard, o.before[k]) {
			o.races = append(o.races, race{o.before[k], i, e.Thread, 0})
		}
	}
	o.stretchRaces(guard, true, race{x.write, i, e.Thread, 0})
	if e.Kind == event.Read {
		x.reads = append(x.reads, i)
	} else {
		o.earlier[i] = x.write
		*x = variable{i, x.reads[:0]}
	}
}

// guardAt is the guard that event i waited for, or nil.
func (o *happensBefore) guardAt(i int32) *operation.Guard {
	if o.machine == nil {
		return nil
	}
	return o.machine.GuardAt(int(i))
}

// holdsBefore reports whether an event that e directly precedes, and that waits for guard, or
// for nothing if that is nil, would be enabled before e. Before a read it would: the value is
// the same there.
func (o *happensBefore) holdsBefore(guard *operation.Guard, e int32) bool {
	return guard == nil || o.events[e].Kind == event.Read || guard.Holds(o.machine.Overwritten(int(e)))
}

// stretchRaces records the races of an event that waits for guard, which may be nil, with the
// writes that end a stretch in which guard held: r, with each of them as the first event,
// backwards from the last write before the event, which is r.first. held says whether guard holds
// after that one.
func (o *happensBefore) stretchRaces(guard *operation.Guard, held bool, r race) {
	if guard == nil {
		return
	}
	previous := o.last[r.thread]
	for ; r.first != nothing && (previous == nothing || !o.isBefore(r.first, previous)); r.first = o.earlier[r.first] {
		holds := guard.Holds(o.machine.Overwritten(int(r.first)))
		if holds && !held {
			o.races = append(o.races, r)
		}
		held = holds
	}
}

// adjacent reports whether nothing is between the k-th of the events before the
// current one and the current one: it comes before no other of them.
func (o *happensBefore) adjacent(k int) bool {
	e := o.before[k]
	if e == nothing {
		return false
	}
	for j, other := range o.before {
		if j != k && other != nothing && o.isBefore(e, other) {
			return false
		}
	}
	return true
}

// lockRace records the race r of a Lock with an earlier one, if there is one that
// does not happen before the last event of the later one's thread.
func (o *happensBefore) lockRace(lock int32, r race) {
	previous := o.last[r.thread]
	if lock != nothing && (previous == nothing || !o.isBefore(lock, previous)) {
		o.races = append(o.races, r)
	}
}

func (o *happensBefore) pending(thread event.ThreadID, mutex int32) {
	lock := o.mutex(mutex).lock
	o.lockRace(lock, race{lock, int32(len(o.events)), thread, 0})
}

// choice records that the event at i might have another of that many values.
func (o *happensBefore) choice(i, values int32) {
	for value := range values {
		if e := o.events[i]; value != e.Object {
			o.races = append(o.races, race{i, i, e.Thread, value})
		}
	}
}

// waiting records the races of an event e at which its thread waits forever, for guard.
func (o *happensBefore) waiting(e event.Event, guard *operation.Guard) {
	o.stretchRaces(guard, false, race{o.variable(e.Object).write, int32(len(o.events)), e.Thread, 0})
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

func (o *happensBefore) variable(x int32) *variable { return at(&o.vars, x, variable{write: nothing}) }

func (o *happensBefore) mutex(m int32) *mutexUses {
	return at(&o.mutexes, m, mutexUses{nothing, nothing})
}

func at[T any](all *[]T, i int32, unused T) *T {
	for int(i) >= len(*all) {
		*all = append(*all, unused)
	}
	return &(*all)[i]
}

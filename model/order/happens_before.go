// Package order maintains the happens-before relation of a sequence of events while the sequence
// grows and shrinks, with the races in it, and makes canonical keys of its equivalence classes. It depends only on
// events and memory models. Definitions are from the paper, section 3.
package order

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/stack"
)

// Program is an order's view of a program: how many objects and threads it declares, and which
// variables its threads have been seen to make. These are numbered after the declared variables
// and the mutexes.
type Program interface {
	NumVars() int
	NumMutexes() int
	NumThreads() int
	Made() int
	CompareVars(x, y int32) int   // an order that does not depend on which have been seen
	Commutes(m memory.Model) bool // whether some updates commute under m
}

// HappensBefore is the happens-before relation (Definition 1) of a sequence of events,
// maintained with vector clocks while the sequence grows and shrinks at its end, and
// the races (Definition 5) in it. Positions count from 0.
//
// Push takes time linear in the number of threads and in the reads since the
// last write of the variable, whatever the length of the sequence; Pop takes
// next to none. Neither allocates once warm.
type HappensBefore struct {
	events []linkedEvent
	clocks []int32 // width numbers for each event; see Clock
	width  int

	last    []int32    // by thread: the position of its last event, else of the Spawn that started it, else None
	objects []accesses // of the declared variables, then of the mutexes, then of the variables that threads make
	vars    []accesses // all objects, or only the declared variables if threads make none
	mutexes []accesses
	races   []int32 // of the last event pushed
	joins   int64
	cuts    cuts

	semantics semantics // of the memory model
	own       ownState  // of the semantics, or nil
	buffered  *buffered // the semantics, if Stores are buffered, or nil
	commuting bool      // updates commute
	declared  int       // objects
}

type linkedEvent struct {
	event.Event
	links Links
}

// accesses holds the positions at which an object was accessed last.
type accesses struct {
	write int32 // the last write of a variable; the last operation on a mutex
	read  int32 // the last read of a variable since that write; the last Lock of a mutex
}

// Links holds the positions of events before an event; each is None if there is no such event:
//
//	             Thread     Write                            Read
//	an access    as below   the last write of its variable   the last read of it after that write
//	Lock,Unlock  as below   the last operation on the mutex  the last Lock of it
//	Join         as below   the last event of the other      the last flush of the other thread's
//	                        thread                           stores, if Stores are buffered
//	Pass         as an access; it comes after all events, and has no races here
//	BufferRead   as below   None                             the last BufferRead of that store
//	all others   as below   None                             None
//
// Thread is the thread's previous event; for the first one of a spawned thread, the Spawn.
//
// After a flush, the reads of its variable continue with the BufferReads of that store, at positions before the
// flush: the Read of the first read after the flush, or of the next write, may be one.
type Links struct{ Thread, Write, Read int32 }

// None stands for no position.
const None = -1

// NewHappensBefore returns the happens-before relation of the empty sequence of events of p under that
// memory model. Of the variables that threads make, it contains only those seen so far; see
// Machine.Inform.
func NewHappensBefore(p Program, m memory.Model) *HappensBefore {
	objects := slices.Repeat([]accesses{{None, None}}, p.NumVars()+p.NumMutexes())
	o := &HappensBefore{
		objects:  objects,
		vars:     objects[:p.NumVars()],
		mutexes:  objects[p.NumVars():],
		width:    max(p.NumThreads(), 1),
		declared: len(objects),
	}
	if made := p.Made(); made > 0 {
		o.GrowObjects(len(objects) + made)
	}
	o.begin(m, p.Commutes(m))
	o.growThreads(p.NumThreads())
	return o
}

func (o *HappensBefore) growThreads(n int) {
	for len(o.last) < n {
		o.last = append(o.last, None)
	}
	if n > o.width {
		o.widen(n + n/16) // excess width costs time with each event
	}
	if o.own != nil {
		o.own.growThreads(n)
	}
}

func (o *HappensBefore) widen(width int) {
	clocks := make([]int32, len(o.events)*width)
	for i := range o.events {
		copy(clocks[i*width:], o.Clock(i))
	}
	o.clocks, o.width = clocks, width
}

// Reset empties the sequence and forgets Joins and everything that has been cut.
func (o *HappensBefore) Reset() {
	o.popTo(0)
	o.cuts.reset()
	if o.own != nil {
		o.own.resetCuts()
	}
	o.races, o.joins = o.races[:0], 0
}

// Joins returns the number of clocks merged into others so far.
func (o *HappensBefore) Joins() int64 { return o.joins }

// Len returns the length of the sequence.
func (o *HappensBefore) Len() int { return len(o.events) }

// Event returns the event at position i.
func (o *HappensBefore) Event(i int) event.Event { return o.events[i].Event }

// At is Event without the copy. It must not be changed, and is valid until the next Push.
func (o *HappensBefore) At(i int) *event.Event { return &o.events[i].Event }

// Links returns the direct predecessors of the event at position i.
func (o *HappensBefore) Links(i int) Links { return o.events[i].links }

// Clock returns the vector clock of the event at position i: for each thread, the Index
// of its last event that happens before that event or is it. It is valid until the next
// Push.
func (o *HappensBefore) Clock(i int) []int32 {
	return o.clocks[i*o.width : (i+1)*o.width : (i+1)*o.width]
}

// Before reports whether the event at i happens before the one at j, or is it.
func (o *HappensBefore) Before(i, j int) bool {
	e := &o.events[i]
	return o.clocks[j*o.width+int(e.Thread)] >= e.Index
}

// LastWrite returns the position of the last write of variable x, or None.
func (o *HappensBefore) LastWrite(x int32) int { return int(o.vars[x].write) }

// LastAccesses returns the positions of the last write of variable x and of the last read
// of it since: the [Links] that a write of x would have now.
func (o *HappensBefore) LastAccesses(x int32) Links {
	return Links{None, o.vars[x].write, o.vars[x].read}
}

// LastOperation returns the position of the last Lock or Unlock of mutex m, or None.
func (o *HappensBefore) LastOperation(m int32) int32 { return o.mutexes[m].write }

// LastOf returns the position of the last event of thread t, or if it has had none, of
// the Spawn that started t, or None.
func (o *HappensBefore) LastOf(t event.ThreadID) int { return int(o.last[t]) }

// CountBefore returns the number of events of thread t before a position.
func (o *HappensBefore) CountBefore(t event.ThreadID, position int) int32 {
	return o.semantics.countBefore(t, position)
}

// LastLock returns the position of the last Lock of mutex m, or None.
func (o *HappensBefore) LastLock(m int32) int { return int(o.mutexes[m].read) }

// Races returns the positions of the events that race with the last event pushed and
// happen before it, the later ones first. A Lock can race with the latest Lock of the
// mutex before it, judged in the order without the edge from the Unlock between them;
// Unlock, Spawn and Join have no races. The slice is valid until the next Push.
func (o *HappensBefore) Races() []int32 { return o.races }

// SetRaces replaces the result of Races until the next Push, for events whose races
// depend on more than the order.
func (o *HappensBefore) SetRaces(races []int32) { o.races = races }

// Push appends e to the sequence.
func (o *HappensBefore) Push(e event.Event) { o.semantics.push(e) }

// fewThreads is the number of threads up to which a loop copies a clock in less time than a call of copy.
const fewThreads = 8

// newClock appends a copy of the clock at position from, or an empty clock.
func (o *HappensBefore) newClock(from int32) []int32 {
	clock := stack.Extend(&o.clocks, o.width)
	if from == None {
		clear(clock)
		return clock
	}
	past := o.clocks[int(from)*o.width:][:len(clock)]
	if len(clock) > fewThreads {
		copy(clock, past)
		return clock
	}
	//lint:ignore S1001 a call of copy takes longer
	for t, n := range past {
		clock[t] = n
	}
	return clock
}

func (o *HappensBefore) within(clock []int32, i int32) bool {
	e := &o.events[i]
	return clock[e.Thread] >= e.Index
}

// join adds the events that happen before the event at i, and that event, to clock.
func (o *HappensBefore) join(clock []int32, i int32) {
	if i == None || o.within(clock, i) {
		return
	}
	o.merge(clock, o.Clock(int(i)))
}

// merge raises each number of clock to the number of the same thread in past, if that is larger.
func (o *HappensBefore) merge(clock, past []int32) {
	o.joins++
	clock = clock[:len(past)]
	for t, n := range past {
		clock[t] = max(clock[t], n)
	}
}

// joinRace is join, and records a race unless the event is already in clock.
func (o *HappensBefore) joinRace(clock []int32, i int32) {
	if i == None || o.within(clock, i) {
		return
	}
	o.races = append(o.races, i)
	o.merge(clock, o.Clock(int(i)))
}

// Pop removes the last event.
func (o *HappensBefore) Pop() { o.popTo(len(o.events) - 1) }

func (o *HappensBefore) popTo(n int) {
	if o.own != nil {
		o.own.pop(n)
	}
	for i := len(o.events) - 1; i >= n; i-- {
		e := &o.events[i]
		o.last[e.Thread] = e.links.Thread
		if e.Kind.InMemory() {
			o.vars[e.Object] = accesses{e.links.Write, e.links.Read}
			continue
		}
		switch e.Kind {
		case event.Lock, event.Unlock:
			o.mutexes[e.Object] = accesses{e.links.Write, e.links.Read}
		case event.Spawn:
			o.last[e.Object] = None
		}
	}
	o.events, o.clocks = o.events[:n], o.clocks[:n*o.width]
}

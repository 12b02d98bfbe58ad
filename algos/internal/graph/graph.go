// Package graph implements execution graphs, under sequential consistency and where Stores are buffered (see
// buffers.go): events in program order (po), the write that each read reads from (rf), an order of the writes of each
// location (co), and the order in which the events were added. It is independent of the algorithm that builds them.
//
// Sources: the graphs are from Kokologiannakis, Marmanis, Gladstein,
// Vafeiadis, Truly Stateless, Optimal Dynamic Partial Order Reduction, POPL
// 2022. That a graph is sequentially consistent exactly if po ∪ rf ∪ co ∪ fr is
// acyclic is from Shasha, Snir, Efficient and Correct Execution of Parallel
// Programs that Share Memory, TOPLAS 10(2), 1988; fr (from-read) goes from a read
// to every write that comes after the one it reads from in co.
//
//	≤_G, the insertion order    Event.Stamp
//	po                          ThreadEvents, Pred
//	rf                          Event.Source; FirstReader, NextReader
//	co                          LastWrite, Earlier, Later
//	porf = (po ∪ rf)+           PorfBefore
//	hb = (po ∪ rf ∪ co ∪ fr)+   Before
//
// Spawn and Join are events too, and order threads like po. An update is two events, a read
// and right after it a write, both Exclusive; so is a Lock that succeeds. The two are atomic:
// in co, the write comes right after the write that the read reads from, so each write has at
// most one Exclusive reader.
//
// An Unmet read is one by a thread that waits for another value and will read again. Other threads
// learn nothing from it: it comes after its write in hb but not in porf, and before no other write.
//
// Under the memory models of C11, hb is (po ∪ sw)+ instead; see views.go.
//
// # Costs
//
// Both relations are kept as vector clocks, so one comparison decides whether an event may go
// to a place; see [Graph.Overwritten]. Adding an event takes time linear in the number of
// threads and, for a write, in the readers of the write before it, but not in the size of the
// graph. Only an event not placed at the end of co takes longer: time linear in the number of
// events after it in hb.
package graph

import (
	"slices"

	"dporbench/algos/counters"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// ID identifies an event of a graph, until its addition is undone.
type ID int32

// None stands for no event.
const None ID = -1

// start comes before all other events and starts the declared threads. It belongs to no
// location.
const start ID = 0

// Event is an event of a graph. (The order of the fields makes it 64 bytes.)
type Event struct {
	Value  int64              // read or written
	Index  int32              // its place among the events of its thread in the graph, counted from 1
	Object int32              // of a Read or a Write: the location; of a Spawn or a Join: the other thread; of a Choice: the value
	After  behaviour.Position // where its thread is after it
	Start  behaviour.Position // of a Spawn: where the other thread starts
	Stamp  ID                 // its place in the insertion order
	Source ID                 // of a Read: the write it reads from

	// Of a Write: its neighbours in co. Of a Read: its neighbours in the list of reads
	// from the same write. An event that was cut keeps the neighbours it had.
	prev, next ID
	readers    ID       // of a Write: the first in the list of its readers
	clocks     [2]int32 // rows of Graph.clocks, by relation

	Thread event.ThreadID
	lanes  [2]event.ThreadID // by relation: the lane it is in; see buffers.go
	Kind   event.Kind        // Read, Write, Spawn, Join, Choice or Fence; and see AddLock

	Waits     bool // where Stores are buffered, it comes after all Stores of its thread
	Exclusive bool // half of an update, or of a Lock that succeeds
	Ends      bool // its thread has nothing to add after it
	Unmet     bool // a Read of a value that does not let its thread continue, see the package comment; or a Fence, see AddStop
}

// Graph is an execution graph that can be extended and cut at the ends of its threads, and
// taken back to an earlier state. It is made by New and belongs to one goroutine.
//
// Locations are the variables, with their own numbers, and the mutexes; see Mutex. Variables
// that threads make are in the graph, with an initial write, while it may use them; see made.go.
type Graph struct {
	events   []Event  // those in the graph, and those cut that may be put back
	last     []ID     // by location: the last write in co
	threads  []thread // by event.ThreadID
	active   event.ThreadSet
	vars     int32 // the number of declared variables
	mutexes  int32 // the number of declared mutexes
	made     made
	size     int // see Size
	held     int // see Held
	pending  int // see Pending
	trail    []change
	simple   bool             // neither buffers nor views
	buffers  Buffers          // nil under sequential consistency
	views    *views           // nil unless executions are graphs under the memory model
	chains   [][]ID           // by lane in hb: its events; nil without buffers, when lanes are threads
	barriers []event.ThreadID // by thread: the lane of its store barriers, or NoThread, where there are buffers
	ordered  []ranked         // scratch of Relax
	sections []Section        // scratch of order
	indexes  []int32          // scratch of refer
	clocks
}

type thread struct {
	events []ID               // in program order
	locks  []ID               // the events added by AddLock
	spawn  ID                 // the event that started it; None before that
	start  behaviour.Position // where it starts
	pred   ID                 // see Pred
	at     behaviour.Position // see Position
}

// New returns the graph of p with only the initial writes. starts are the positions where
// the declared threads start; buffers is nil under sequential consistency.
func New(p *front.Program, starts []behaviour.Position, buffers Buffers) *Graph {
	g := &Graph{vars: int32(p.NumVars()), mutexes: int32(p.NumMutexes()), made: made{program: p}, simple: buffers == nil, buffers: buffers, clocks: newClocks(len(starts))}
	g.events = append(g.events, initial(start, -1, 0))
	for x := range g.vars {
		g.addInitial(p.Initial(x))
	}
	for range p.NumMutexes() {
		g.addInitial(operation.Free)
	}
	g.active.Grow(len(starts))
	for t, at := range starts {
		g.threads = append(g.threads, thread{spawn: start, start: at})
		g.refresh(event.ThreadID(t))
	}
	if buffers != nil {
		g.chains, g.barriers = make([][]ID, len(starts)), slices.Repeat([]event.ThreadID{event.NoThread}, len(starts))
	}
	return g
}

func (g *Graph) addInitial(value int64) {
	id := ID(len(g.events))
	g.events = append(g.events, initial(id, int32(len(g.last)), value))
	g.last = append(g.last, id)
}

// initial is the initial write of a location. Its Index puts it before
// everything else, whatever a clock says.
func initial(id ID, location int32, value int64) Event {
	return Event{Kind: event.Write, Object: location, Value: value, Stamp: id, Source: None, prev: None, next: None, readers: None}
}

// Mutex is the location of mutex m.
func (g *Graph) Mutex(m int32) int32 { return g.vars + m }

// IsMutex reports whether a location is a mutex.
func (g *Graph) IsMutex(location int32) bool { return uint32(location-g.vars) < uint32(g.mutexes) }

// Locations is the number of locations.
func (g *Graph) Locations() int { return len(g.last) }

// Event returns the event id. It is valid until an event is added, and must not
// be changed.
func (g *Graph) Event(id ID) *Event { return &g.events[id] }

// InExecutionEvent reports whether the event counts as one of an execution. An update counts
// as one, its write; a read of a mutex only counts once a write follows it; an Unmet event
// does not count.
func (g *Graph) InExecutionEvent(id ID) bool {
	e := &g.events[id]
	return (e.Kind != event.Read || !e.Exclusive && !g.IsMutex(e.Object)) && !e.Unmet
}

// Size is the number of execution events in the graph. Held also counts those cut that may
// be put back.
func (g *Graph) Size() int { return g.size }
func (g *Graph) Held() int { return g.held }

// Reset takes the graph back to what New made, and clears Work.
func (g *Graph) Reset() {
	g.Back(0)
	g.work = counters.Work{}
}

// Work counts the steps of the graph so far.
func (g *Graph) Work() counters.Work { return g.work }

// Nodes is the number of events that the graph holds, except the initial
// writes.
func (g *Graph) Nodes() int { return len(g.events) - 1 - int(g.vars+g.mutexes) - g.made.begun }

// Pending is the number of Exclusive reads that no write follows yet.
func (g *Graph) Pending() int { return g.pending }

// Threads is the number of threads that have ever been in the graph.
func (g *Graph) Threads() int { return len(g.threads) }

// Started reports whether thread t has been started.
func (g *Graph) Started(t event.ThreadID) bool {
	return int(t) < len(g.threads) && g.threads[t].spawn != None
}

// Active is the set of threads that have been started and have not ended; they may include one
// that ends without any event. The set belongs to the graph.
func (g *Graph) Active() event.ThreadSet { return g.active }

// ThreadEvents lists the events of thread t in program order. The slice belongs to the
// graph, and is valid until the graph changes.
func (g *Graph) ThreadEvents(t event.ThreadID) []ID { return g.threads[t].events }

// Last is the last event of thread t, or None.
func (g *Graph) Last(t event.ThreadID) ID {
	if n := len(g.threads[t].events); n > 0 {
		return g.threads[t].events[n-1]
	}
	return None
}

// Pred is the predecessor in program order of the next event of thread t,
// which must have been started: the last event of t, or its Spawn. For a
// declared thread without events it is an event before all others.
func (g *Graph) Pred(t event.ThreadID) ID { return g.threads[t].pred }

// Position is the position of thread t, which must have been started.
func (g *Graph) Position(t event.ThreadID) behaviour.Position { return g.threads[t].at }

// PositionBefore is the position of an event's thread right before the event.
func (g *Graph) PositionBefore(id ID) behaviour.Position {
	e := &g.events[id]
	if e.Index == 1 {
		return g.threads[e.Thread].start
	}
	return g.events[g.threads[e.Thread].events[e.Index-2]].After
}

// EachPosition calls yield for the positions of all events that the graph holds.
func (g *Graph) EachPosition(yield func(behaviour.Position)) {
	for i := range g.events {
		yield(g.events[i].After)
		yield(g.events[i].Start)
	}
}

// LastWrite is the last write of a location in co.
func (g *Graph) LastWrite(location int32) ID {
	if w := g.last[location]; w != None {
		return w
	}
	return g.begin(location)
}

// LastSeen is the last write of a location that is porf-before the end of thread t, or the initial one.
func (g *Graph) LastSeen(t event.ThreadID, location int32) ID {
	w := g.LastWrite(location)
	for g.Earlier(w) != None && !g.PorfBefore(w, g.Pred(t)) {
		w = g.Earlier(w)
	}
	return w
}

// Earlier is the write right before w in co, or None for the initial one.
func (g *Graph) Earlier(w ID) ID { return g.events[w].prev }

// Later is the write right after w in co, or None for the last one.
func (g *Graph) Later(w ID) ID { return g.events[w].next }

// FirstReader is one of the reads that read from w, or None; NextReader gives
// the others.
func (g *Graph) FirstReader(w ID) ID { return g.events[w].readers }

// NextReader is the read after r in the list of reads from the same write, or None.
func (g *Graph) NextReader(r ID) ID { return g.events[r].next }

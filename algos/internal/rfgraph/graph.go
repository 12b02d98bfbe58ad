// Package rfgraph implements execution graphs without coherence: events in program order (po), the
// write that each read reads from (rf), and the order in which the events were added. It is independent
// of the algorithm that builds them.
//
// A graph is consistent if its events have a sequentially consistent order, in which each read reads
// from the last write of its location before it. Deciding that is NP-complete (Gibbons, Korach, Testing
// Shared Memories, SIAM J. Comput. 26(4), 1997). So a graph carries such an order, its witness, which
// nearly always shows that an event fits, in linear time or less; see witness.go. Only if it does not,
// solve.go searches for another.
//
// Spawn and Join are events too, and order threads like po. An update is two events, a read and right
// after it in po a write, both Exclusive; so is a Lock that succeeds. No other write of the location
// comes between the two. An Exclusive read whose write has not been added yet is like any other read.
package rfgraph

import (
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// ID is the place of an event in the order of insertion, from 0.
type ID int32

// None stands for no event; as the source of a read, for the initial write of its location.
const None ID = -1

// Event is an event of a graph.
type Event struct {
	Thread    event.ThreadID
	Index     int32      // its place among the events of its thread, counted from 1
	Kind      event.Kind // Read, Write, Spawn, Join, Choice or Fence
	Exclusive bool
	Blocked   bool  // a Read of a value at which its thread keeps waiting
	covers    bool  // a Write after all events of its location that were added before it
	Object    int32 // of a Read or a Write: the location; otherwise as of event.Event
	Source    ID    // of a Read
	Value     int64 // of a Read or a Write
	Before    behaviour.Position
	After     behaviour.Position
	Start     behaviour.Position // of a Spawn: where the other thread starts

	prev    ID // the previous event of its thread; of the first one, the Spawn of the thread
	sameAt  ID // the event of the same location added before it
	wroteAt ID // the write of the same location added before it
}

// thread is the state of a thread in a graph.
type thread struct {
	last    ID // its last event; of a thread without any, its Spawn
	n       int32
	at      behaviour.Position
	started bool
	blocked bool
}

// location is the state of a variable or mutex in a graph.
type location struct {
	last   ID    // the event added last
	wrote  ID    // the write added last
	held   int32 // of a mutex: Locks without an Unlock
	writes int32 // the number of writes
}

// Graph is an execution graph that can be taken back to an earlier state. It belongs to one goroutine.
type Graph struct {
	events    []Event
	threads   []thread
	locations []location
	clocks    []int32 // width numbers for each event: how many events of each thread are porf-before it, itself included
	width     int
	witness   []ID                 // see witness.go
	starts    []behaviour.Position // of declared threads
	trail     []change
	saved     []ID    // ends of the witness that changes have replaced
	replaced  []Event // events that have been replaced
	places    []ID    // in a part, by event of the whole graph: its ID here
	open      ID      // see Open
	indexes   []int32 // scratch of Sequence
	fitting
	solver
}

// change is a change that Back can undo.
type change struct {
	kind  changeKind
	at    ID    // of replaced: the event
	from  int32 // of reordered: where the new end of the witness begins
	saved int32 // of reordered: where the saved old end begins
}

type changeKind int8

const (
	pushed changeKind = iota
	replaced
	reordered
)

// Reset makes g the empty graph of a program whose declared threads start at these positions.
func (g *Graph) Reset(starts []behaviour.Position) {
	g.clear()
	g.width, g.starts = max(len(starts), 4), starts
	for _, at := range starts {
		g.threads = append(g.threads, thread{last: None, at: at, started: true})
	}
}

func (g *Graph) clear() {
	g.events, g.threads, g.locations = g.events[:0], g.threads[:0], g.locations[:0]
	g.clocks, g.witness, g.trail, g.saved, g.replaced = g.clocks[:0], g.witness[:0], g.trail[:0], g.saved[:0], g.replaced[:0]
}

// Len is the number of events.
func (g *Graph) Len() int { return len(g.events) }

// Event returns the event id. It is valid until an event is added, and must not be changed.
func (g *Graph) Event(id ID) *Event { return &g.events[id] }

// Threads is the number of threads that have ever been in the graph.
func (g *Graph) Threads() int { return len(g.threads) }

// Position is the position of a thread, None if it has not been started, and whether it has been and is not blocked.
func (g *Graph) Position(t event.ThreadID) (at behaviour.Position, active bool) {
	th := &g.threads[t]
	return th.at, th.started && !th.blocked
}

// Pred is the event before the next one of t in porf: the last one of t, or its Spawn, or None.
func (g *Graph) Pred(t event.ThreadID) ID { return g.threads[t].last }

// Last is the last event of t, or None.
func (g *Graph) Last(t event.ThreadID) ID {
	if g.threads[t].n == 0 {
		return None
	}
	return g.threads[t].last
}

// IsPending reports whether t has the read of an update, but not yet its write.
func (g *Graph) IsPending(t event.ThreadID) bool {
	last := g.Last(t)
	return last != None && g.events[last].Exclusive && g.events[last].Kind == event.Read
}

// LastAt is the event of a location added last, or None; EarlierAt gives the one before it.
func (g *Graph) LastAt(location int32) ID {
	if int(location) >= len(g.locations) {
		return None
	}
	return g.locations[location].last
}

// EarlierAt is the event of the same location added before it, or None.
func (g *Graph) EarlierAt(id ID) ID { return g.events[id].sameAt }

// LastWriteAt and EarlierWriteAt are the same for writes alone.
func (g *Graph) LastWriteAt(location int32) ID {
	if int(location) >= len(g.locations) {
		return None
	}
	return g.locations[location].wrote
}

// EarlierWriteAt is the write of the same location added before it, or None.
func (g *Graph) EarlierWriteAt(id ID) ID { return g.events[id].wroteAt }

// Hides reports whether an event is a write that is porf-before pred and porf-after all events of its location that were
// added before it: these do not matter to what comes after pred.
func (g *Graph) Hides(id, pred ID) bool { return g.events[id].covers && g.IsBefore(id, pred) }

// IsHeld reports whether a mutex is held after all events.
func (g *Graph) IsHeld(mutex int32) bool {
	return int(mutex) < len(g.locations) && g.locations[mutex].held > 0
}

// EachPosition calls yield for the positions of all events, and of events that Back may restore.
func (g *Graph) EachPosition(yield func(behaviour.Position)) {
	for _, events := range [...][]Event{g.events, g.replaced} {
		for i := range events {
			yield(events[i].Before)
			yield(events[i].After)
			yield(events[i].Start)
		}
	}
}

// Clock is how many events of each thread are porf-before id, itself included. The slice belongs to the graph.
func (g *Graph) Clock(id ID) []int32 { return g.clocks[int(id)*g.width : (int(id)+1)*g.width] }

// IsBefore reports whether a comes before b in porf, or is b. Nothing comes before None.
func (g *Graph) IsBefore(a, b ID) bool {
	e := &g.events[a]
	return b != None && g.clocks[int(b)*g.width+int(e.Thread)] >= e.Index
}

// push adds an event of a thread without a place in the witness. Its clock does not include its source yet.
func (g *Graph) push(e Event) ID {
	id := ID(len(g.events))
	th := &g.threads[e.Thread]
	th.n++
	e.Index, e.prev, e.sameAt = th.n, th.last, None
	th.last, th.at, th.blocked = id, e.After, e.Blocked
	g.events = append(g.events, e)
	g.begin(id)
	switch e.Kind {
	case event.Read, event.Write:
		g.access(id)
	case event.Spawn:
		g.spawn(event.ThreadID(e.Object), id, e.Start)
	}
	g.trail = append(g.trail, change{kind: pushed})
	return id
}

// access puts a new event among the events of its location.
func (g *Graph) access(id ID) {
	e := &g.events[id]
	l := stack.AtOr(&g.locations, int(e.Object), location{last: None, wrote: None})
	e.sameAt, e.wroteAt, l.last = l.last, l.wrote, id
	if e.Kind == event.Write {
		l.wrote = id
		l.held += held(e)
		l.writes++
		e.covers = g.comesLast(id)
	}
}

// comesLast reports whether a new write is porf-after all events of its location.
func (g *Graph) comesLast(id ID) bool {
	for a := g.events[id].sameAt; a != None; a = g.events[a].sameAt {
		if !g.IsBefore(a, id) {
			return false
		}
		if g.events[a].covers {
			break
		}
	}
	return true
}

// held is 1 for the write of a Lock, and -1 for an Unlock.
func held(e *Event) int32 {
	switch {
	case !event.IsMutex(e.Object):
		return 0
	case e.Exclusive:
		return 1
	}
	return -1
}

func (g *Graph) spawn(child event.ThreadID, by ID, at behaviour.Position) {
	t := stack.AtOr(&g.threads, int(child), thread{last: None})
	g.widen(len(g.threads))
	*t = thread{last: by, at: at, started: true}
}

// begin makes the clock of a new event from the clock of the event before it.
func (g *Graph) begin(id ID) {
	g.clocks = slices.Grow(g.clocks, g.width)[:len(g.clocks)+g.width]
	clock := g.Clock(id)
	if e := &g.events[id]; e.prev == None {
		clear(clock)
	} else {
		copy(clock, g.Clock(e.prev))
	}
	clock[g.events[id].Thread] = g.events[id].Index
}

// follow puts id after another event in porf.
func (g *Graph) follow(id, other ID) {
	if other == None {
		return
	}
	g.merge(id, g.Clock(other))
}

func (g *Graph) merge(id ID, other []int32) {
	clock := g.Clock(id)
	for t, n := range other {
		clock[t] = max(clock[t], n)
	}
}

func (g *Graph) widen(n int) {
	if n <= g.width {
		return
	}
	old, from := g.clocks, g.width
	g.width = n + 4
	g.clocks = make([]int32, len(g.events)*g.width)
	for i := range g.events {
		copy(g.clocks[i*g.width:], old[i*from:(i+1)*from])
	}
}

// joined is the event after which a Join comes.
func (g *Graph) joined(e *Event) ID { return g.threads[e.Object].last }

// replace replaces the last event of a thread. The thread is then where the new event leaves it.
func (g *Graph) replace(id ID, e Event) {
	g.replaced = append(g.replaced, g.events[id])
	g.trail = append(g.trail, change{kind: replaced, at: id})
	g.put(id, e)
}

func (g *Graph) put(id ID, e Event) {
	g.events[id] = e
	th := &g.threads[e.Thread]
	th.at, th.blocked = e.After, e.Blocked
	clock := g.Clock(id)
	if e.prev == None {
		clear(clock)
	} else {
		copy(clock, g.Clock(e.prev))
	}
	clock[e.Thread] = e.Index
	g.follow(id, e.Source)
}

// Mark identifies the current state of the graph, for Back.
func (g *Graph) Mark() int { return len(g.trail) }

// Back restores the graph to its state at that mark.
func (g *Graph) Back(mark int) {
	for len(g.trail) > mark {
		c := g.trail[len(g.trail)-1]
		g.trail = g.trail[:len(g.trail)-1]
		switch c.kind {
		case reordered:
			g.witness = append(g.witness[:c.from], g.saved[c.saved:]...)
			g.saved = g.saved[:c.saved]
		case replaced:
			last := len(g.replaced) - 1
			g.put(c.at, g.replaced[last])
			g.replaced = g.replaced[:last]
		default:
			g.pop()
		}
	}
}

// pop takes back the addition of the last event.
func (g *Graph) pop() {
	last := len(g.events) - 1
	e := &g.events[last]
	th := &g.threads[e.Thread]
	th.n--
	th.last, th.at, th.blocked = e.prev, e.Before, false
	switch e.Kind {
	case event.Read:
		g.locations[e.Object].last = e.sameAt
	case event.Write:
		l := &g.locations[e.Object]
		l.last, l.wrote = e.sameAt, e.wroteAt
		l.held -= held(e)
		l.writes--
	case event.Spawn:
		g.threads[e.Object] = thread{last: None}
	}
	if n := len(g.witness); n > 0 && g.witness[n-1] == ID(last) {
		g.witness = g.witness[:n-1]
	}
	g.events = g.events[:last]
	g.clocks = g.clocks[:last*g.width]
}

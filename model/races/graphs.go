package races

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/stack"
)

// Where executions are graphs, happens-before is (po ∪ sw)+ whatever the order of the events, and a Load may read from
// an older Store (rule R66). The clocks are computed again for each execution, in the same memory.
type graph struct {
	machine  *machine.Machine
	model    memory.Model
	events   []event.Event
	clocks   [][]int32 // by position: for each thread, the last event that happens before, or is, the event
	views    [][]int32 // by position, of a write: the clock that an acquiring read of it gets; or nil
	threads  []viewer
	last     []map[int32][]int32 // by thread and location: the clock of its last releasing Store; only where sequences are long
	accesses []accesses          // by variable
	slab     []int32             // of clocks
	used     int
}

// HappensBefore is hb of an execution that is a graph. It belongs to one goroutine.
type HappensBefore struct{ graph }

// Compute computes hb of E. It is valid until the next step of m, and the next call.
func (h *HappensBefore) Compute(m *machine.Machine) {
	h.begin(m)
	for i, e := range h.events {
		h.push(i, e)
	}
}

// Before reports whether the i-th event of E happens before the j-th one, or is it.
func (h *HappensBefore) Before(i, j int) bool {
	e := &h.events[i]
	return h.clocks[j][e.Thread] >= e.Index
}

// accesses are the events of one variable.
type accesses struct {
	at             []int32 // their positions
	plain, written bool    // whether one of them is plain, or writes
	first          event.ThreadID
	some, shared   bool // whether there are any, and by several threads
}

// mayRace reports whether two of them race unless they are ordered.
func (a *accesses) mayRace() bool { return a.plain && a.written && a.shared }

func (a *accesses) add(e event.Event, plain bool) {
	if !a.some {
		a.first, a.some = e.Thread, true
	}
	a.shared = a.shared || e.Thread != a.first
	a.plain, a.written = a.plain || plain, a.written || e.Kind.Writes()
}

// viewer is a thread's state: of the events so far.
type viewer struct {
	clock    []int32
	pending  []int32 // for an acquire fence
	released []int32 // by the last release fence
	at       []int32 // positions of its events
}

// racesOf returns the races of E, by Second.
func (g *graph) racesOf(m *machine.Machine) (races []front.Race) {
	if g.begin(m); !slices.ContainsFunc(g.accesses, func(a accesses) bool { return a.mayRace() }) {
		return nil
	}
	for i, e := range g.events {
		g.push(i, e)
		if !e.Kind.OnVariable() || !g.accesses[e.Object].mayRace() {
			continue
		}
		x := &g.accesses[e.Object]
		for _, j := range x.at {
			if g.conflict(i, int(j)) && g.clocks[i][g.events[j].Thread] < g.events[j].Index {
				races = append(races, front.Race{First: int(j), Second: i})
			}
		}
		x.at = append(x.at, int32(i))
	}
	return races
}

func (g *graph) begin(m *machine.Machine) {
	n := m.Threads()
	g.machine, g.model, g.events, g.used = m, m.Memory(), m.Events(), 0
	g.clocks = slices.Grow(g.clocks[:0], len(g.events))[:len(g.events)]
	g.views = slices.Grow(g.views[:0], len(g.events))[:len(g.events)]
	clear(g.views)
	g.threads = slices.Grow(g.threads[:0], n)[:n]
	for t := range g.threads {
		g.threads[t] = viewer{clock: g.row(), pending: g.row(), released: g.row(), at: g.threads[t].at[:0]}
	}
	if g.last = g.last[:0]; g.model.LongSequences() {
		for range n {
			g.last = append(g.last, map[int32][]int32{})
		}
	}
	for x := range g.accesses {
		g.accesses[x] = accesses{at: g.accesses[x].at[:0]}
	}
	for i, e := range g.events {
		if e.Kind.OnVariable() {
			stack.At(&g.accesses, int(e.Object)).add(e, m.OrderingAt(i).Plain())
		}
	}
}

// row returns a clock of zeros.
func (g *graph) row() []int32 {
	n := g.machine.Threads()
	if g.used+n > len(g.slab) {
		g.slab, g.used = make([]int32, 2*len(g.slab)+16*n), 0 // clocks in the old one stay
	}
	row := g.slab[g.used : g.used+n : g.used+n]
	g.used += n
	clear(row)
	return row
}

// copied returns a copy of a clock, or zeros for none.
func (g *graph) copied(clock []int32) []int32 {
	row := g.row()
	copy(row, clock)
	return row
}

// conflict reports whether accesses of one variable race unless they are ordered.
func (g *graph) conflict(i, j int) bool {
	return g.events[i].Thread != g.events[j].Thread && (g.events[i].Kind.Writes() || g.events[j].Kind.Writes()) &&
		(g.machine.OrderingAt(i).Plain() || g.machine.OrderingAt(j).Plain())
}

// modes are the modes of the event at that position.
func (g *graph) modes(i int) (acquires, releases, atomic bool) {
	e, o := g.events[i], g.machine.OrderedAt(i)
	switch {
	case e.Kind.OnMutex():
		return e.Kind == event.Lock, e.Kind == event.Unlock, true
	case g.model.Relaxes():
		return false, false, !o.Plain()
	case e.Kind == event.Fence:
		return o.Acquires(false), o.Releases(), true
	case g.model.Synchronises():
		return true, true, true
	}
	return o.Acquires(o.Failed), o.Releases(), !o.Plain()
}

// push computes the clock of an event, and its view for others.
func (g *graph) push(i int, e event.Event) {
	th := &g.threads[e.Thread]
	acquires, releases, atomic := g.modes(i)
	var source []int32 // the view that its read may acquire
	if p := g.source(e); p >= 0 && e.Kind != event.Write && e.Kind != event.Unlock {
		source = g.views[p]
	}
	switch e.Kind {
	case event.Fence:
		if acquires {
			join(th.clock, th.pending)
		}
	case event.Join:
		join(th.clock, g.threads[e.Object].clock)
		if g.model.FencesThreads() {
			join(th.clock, th.pending)
		}
	default:
		if acquires {
			join(th.clock, source)
		} else if atomic {
			join(th.pending, source)
		}
	}
	th.clock[e.Thread] = e.Index
	th.at = append(th.at, int32(i))
	now := g.copied(th.clock)
	g.clocks[i] = now
	switch {
	case e.Kind == event.Fence && releases, e.Kind == event.Spawn && g.model.FencesThreads():
		th.released = now
	}
	if e.Kind == event.Spawn {
		copy(g.threads[e.Object].clock, now)
	}
	if e.Kind.Writes() && e.Kind.OnVariable() || e.Kind.OnMutex() {
		g.views[i] = g.view(e, now, source, releases, atomic)
	}
}

// view returns the clock that an acquiring read of e gets.
func (g *graph) view(e event.Event, now, source []int32, releases, atomic bool) []int32 {
	view := g.copied(source) // of a release sequence that an update continues
	switch {
	case releases:
		if join(view, now); g.model.LongSequences() {
			g.last[e.Thread][e.Location()] = now
		}
	case atomic:
		join(view, g.threads[e.Thread].released)
		if g.model.LongSequences() {
			join(view, g.last[e.Thread][e.Location()])
		}
	}
	return view
}

// source is the position of the write that e refers to, or none.
func (g *graph) source(e event.Event) int32 {
	if !e.HasReference() {
		return none
	}
	if t, index, ok := e.RefersTo(); ok {
		return g.threads[t].at[index-1]
	}
	return none
}

// join adds other to clock.
func join(clock, other []int32) {
	for t, n := range other {
		clock[t] = max(clock[t], n)
	}
}

package races

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// Where executions are graphs, happens-before is (po ∪ sw)+ whatever the order of the events, and a Load may read from
// an older Store (rule R66). The clocks are computed again for each execution.
type graph struct {
	machine *machine.Machine
	model   memory.Model
	events  []event.Event
	clocks  [][]int32 // by position: for each thread, the last event that happens before, or is, the event
	views   [][]int32 // by position, of a write: the clock that an acquiring read of it gets; or nil
	threads []viewer
	last    []map[int32][]int32 // by thread and location: the clock of its last releasing Store
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
	g.begin(m)
	accesses := map[int32][]int{} // positions, by variable
	for i, e := range g.events {
		g.push(i, e)
		if !e.Kind.OnVariable() {
			continue
		}
		for _, j := range accesses[e.Object] {
			if g.conflict(i, j) && g.clocks[i][g.events[j].Thread] < g.events[j].Index {
				races = append(races, front.Race{First: j, Second: i})
			}
		}
		accesses[e.Object] = append(accesses[e.Object], i)
	}
	return races
}

func (g *graph) begin(m *machine.Machine) {
	n := m.Threads()
	*g = graph{machine: m, model: m.Memory(), events: m.Events(), threads: make([]viewer, n), last: make([]map[int32][]int32, n)}
	g.clocks, g.views = make([][]int32, len(g.events)), make([][]int32, len(g.events))
	for t := range g.threads {
		g.threads[t] = viewer{clock: make([]int32, n), pending: make([]int32, n), released: make([]int32, n)}
		g.last[t] = map[int32][]int32{}
	}
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
	now := slices.Clone(th.clock)
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
	view := slices.Clone(source) // of a release sequence that an update continues
	if view == nil {
		view = make([]int32, len(now))
	}
	switch {
	case releases:
		join(view, now)
		g.last[e.Thread][e.Location()] = now
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

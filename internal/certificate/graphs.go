package certificate

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dporbench/model/axioms"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// entryGraph is an execution that is a graph, under the memory models of C11. Its events are identified by their places.
type entryGraph struct {
	events  []event.Event
	sources []int32  // of each event that refers to a write: its place, or nothing for the initial one
	futures [][]bool // of each event: itself, and what comes after it in po ∪ rf
	threads map[event.ThreadID][]int32
	spawns  map[event.ThreadID]int32 // the Spawn of a thread
	orders  map[int32][]int32        // mo, by location
	waits   []bool                   // whether an event is a Lock, or of an Await or a When
}

// newEntryGraph is the graph of the execution of a machine.
func newEntryGraph(m *machine.Machine) *entryGraph {
	g := &entryGraph{
		events:  slices.Clone(m.Events()),
		threads: map[event.ThreadID][]int32{}, spawns: map[event.ThreadID]int32{}, orders: map[int32][]int32{},
	}
	n := len(g.events)
	before := make([]bool, n*n)
	for i, e := range g.events {
		past := before[i*n : (i+1)*n]
		past[i] = true
		for _, j := range g.enter(int32(i), e) {
			if j != nothing {
				join(past, before[int(j)*n:int(j+1)*n])
			}
		}
		g.waits = append(g.waits, e.Kind == event.Lock || m.GuardAt(i) != nil)
	}
	for i := range n {
		future := make([]bool, n)
		for j := range n {
			future[j] = before[j*n+i]
		}
		g.futures = append(g.futures, future)
	}
	return g
}

func join(to, from []bool) {
	for i, in := range from {
		to[i] = to[i] || in
	}
}

// enter adds event i to its thread and to mo, and returns the events that directly precede it in po ∪ rf.
func (g *entryGraph) enter(i int32, e event.Event) (before []int32) {
	before = []int32{g.last(e.Thread)}
	source := int32(nothing)
	if e.HasReference() {
		if t, index, ok := e.RefersTo(); ok {
			source = g.threads[t][index-1]
		}
		if e.Kind != event.Write && e.Kind != event.Unlock {
			before = append(before, source)
		}
		if e.Kind != event.Read {
			order := g.orders[e.Location()]
			g.orders[e.Location()] = slices.Insert(order, slices.Index(order, source)+1, i)
		}
	}
	switch e.Kind {
	case event.Spawn:
		g.spawns[event.ThreadID(e.Object)] = i
	case event.Join:
		before = append(before, g.last(event.ThreadID(e.Object)))
	}
	g.sources = append(g.sources, source)
	g.threads[e.Thread] = append(g.threads[e.Thread], i)
	return before
}

// last is the last event of a thread so far, or else its Spawn, or nothing.
func (g *entryGraph) last(t event.ThreadID) int32 {
	if events := g.threads[t]; len(events) > 0 {
		return events[len(events)-1]
	}
	if s, ok := g.spawns[t]; ok {
		return s
	}
	return nothing
}

// whole is the set of all events.
func (g *entryGraph) whole() []bool { return slices.Repeat([]bool{true}, len(g.events)) }

// without is a set without event i and what comes after it in po ∪ rf.
func (g *entryGraph) without(kept []bool, i int32) []bool {
	kept = slices.Clone(kept)
	for j, after := range g.futures[i] {
		kept[j] = kept[j] && !after
	}
	return kept
}

// reference is the one of event i among the events of a set: a write comes right after the last one before it in mo that the set has earlier.
func (g *entryGraph) reference(kept []bool, i int32) event.Access {
	e, source := g.events[i], g.sources[i]
	if e.Kind == event.Write || e.Kind == event.Unlock {
		order := g.orders[e.Location()]
		source = nothing
		for _, w := range slices.Backward(order[:slices.Index(order, i)]) {
			if kept[w] && w < i {
				source = w
				break
			}
		}
	}
	if source == nothing {
		return event.Access{}.ReferToInitial()
	}
	return event.Access{}.ReferTo(g.events[source].Thread, g.events[source].Index)
}

// place is the place of the event to which a refers, or nothing.
func (g *entryGraph) place(a event.Access) int32 {
	if t, index, ok := a.RefersTo(); ok {
		return g.threads[t][index-1]
	}
	return nothing
}

// restore runs the events of a set that is closed under po ∪ rf, in the order of the entry.
func (r *replay) restore(g *entryGraph, kept []bool) error {
	r.undoTo(0)
	r.places = r.places[:0]
	for i, e := range g.events {
		if !kept[i] {
			continue
		}
		if e.HasReference() {
			r.machine.Refer(g.reference(kept, int32(i)))
		}
		if e.Kind == event.Choice {
			r.machine.Choose(e.Object)
		}
		f, err := r.machine.Step(e.Thread)
		if err != nil {
			return err
		}
		if f.Kind != e.Kind || f.Object != e.Object || f.Index != e.Index {
			return fmt.Errorf("event %v became %v without events on which it does not depend", e, f)
		}
		r.places = append(r.places, int32(i))
	}
	return nil
}

// extend runs the next events of all threads, each with the last write in mo, until none can continue.
func (r *replay) extend() error {
	for t := r.machine.NextEnabled(event.NoThread); t != event.NoThread; t = r.machine.NextEnabled(event.NoThread) {
		if _, err := r.machine.Step(t); err != nil {
			return err
		}
	}
	return nil
}

// changing makes the changes of one entry.
type changing struct {
	*replay
	graph   *entryGraph
	tried   map[string]bool
	reached func(t event.ThreadID, change string) error // called at each execution to which a change of an event of t leads
}

// changeReferences makes all changes of an entry. The classes to which they lead must have entries.
func (v *verification) changeReferences(line int) error {
	c := newChanging(v.replay)
	c.reached = func(t event.ThreadID, change string) error {
		v.Races++
		if _, ok := v.lines[string(v.presentKey())]; !ok {
			return c.missing(line, v.replay.machine.ThreadName(t)+" "+change)
		}
		return context.Cause(v.ctx)
	}
	switch err := c.all(); err.(type) {
	case nil:
		v.Checked++
		return nil
	case *MissingError:
		return err
	default:
		return cmp.Or(context.Cause(v.ctx), error(&LineError{line, err}))
	}
}

func newChanging(r *replay) *changing {
	return &changing{replay: r, graph: newEntryGraph(r.machine), tried: map[string]bool{}}
}

// missing describes the machine's execution, to which a change leads.
func (c *changing) missing(line int, change string) error {
	e := &MissingError{Program: c.program, Line: line, Change: change, Missing: c.execution()}
	if err := c.restore(c.graph, c.graph.whole()); err != nil {
		return err
	}
	e.Execution = c.execution()
	return e
}

// all makes all changes: see the package comment.
func (c *changing) all() error {
	var waiting []event.ThreadID
	m := c.machine
	for t := m.NextActive(event.NoThread); t != event.NoThread; t = m.NextActive(t) {
		waiting = append(waiting, t)
	}
	for _, t := range waiting {
		if err := c.change(c.graph.whole(), t, nil); err != nil {
			return err
		}
	}
	for i, e := range c.graph.events {
		if !e.HasReference() && e.Kind != event.Choice {
			continue
		}
		kept := c.graph.without(c.graph.whole(), int32(i))
		own := c.graph.reference(kept, int32(i))
		if err := c.change(kept, e.Thread, &own); err != nil {
			return err
		}
		if c.graph.waits[i] {
			if err := c.stay(kept, e.Thread); err != nil {
				return err
			}
		}
	}
	return nil
}

// change lets the next event of t, after the events of a set, refer to each write but the one of own, or choose each value.
func (c *changing) change(kept []bool, t event.ThreadID, own *event.Access) error {
	m := c.machine
	if err := c.restore(c.graph, kept); err != nil {
		return err
	}
	references := m.References(t)
	if references == nil && m.NextStep(t).Kind(0) == event.Choice {
		return c.choose(kept, t, m.Values(t))
	}
	for _, to := range references {
		if own != nil && to == *own {
			continue
		}
		if err := c.refer(kept, t, to); err != nil {
			return err
		}
	}
	return nil
}

func (c *changing) choose(kept []bool, t event.ThreadID, values int32) error {
	for value := range values {
		if err := c.restore(c.graph, kept); err != nil {
			return err
		}
		c.machine.Choose(value)
		if _, err := c.machine.Step(t); err != nil {
			return err
		}
		if err := c.extended(t, "chooses another value"); err != nil {
			return err
		}
	}
	return nil
}

// refer lets the next event of t refer to a write. If the axioms forbid it, each of the events that show it is left out in turn.
func (c *changing) refer(kept []bool, t event.ThreadID, to event.Access) error {
	if c.again(kept, fmt.Sprint(t, to)) {
		return nil
	}
	m := c.machine
	if err := c.restore(c.graph, kept); err != nil {
		return err
	}
	if m.Refer(to); !m.Enabled(t) {
		m.Refer(event.Access{})
		return nil
	}
	if _, err := m.Step(t); err != nil {
		return err
	}
	violation := axioms.Violated(m)
	if violation == nil {
		return c.extended(t, "refers to another write")
	}
	places := slices.Clone(c.places)
	for _, e := range violation.Events {
		if e >= len(places) { // the event itself
			continue
		}
		if fewer := c.graph.without(kept, places[e]); c.reaches(fewer, kept, t) && (c.graph.place(to) == nothing || fewer[c.graph.place(to)]) {
			if err := c.refer(fewer, t, to); err != nil {
				return err
			}
		}
	}
	return nil
}

// reaches reports whether a subset of a set has all events of t that the set has.
func (c *changing) reaches(fewer, kept []bool, t event.ThreadID) bool {
	if s, ok := c.graph.spawns[t]; ok && kept[s] && !fewer[s] {
		return false
	}
	return !slices.ContainsFunc(c.graph.threads[t], func(i int32) bool { return kept[i] && !fewer[i] })
}

// stay reaches the execution of a set in which t waits, if all threads have ended or wait there.
func (c *changing) stay(kept []bool, t event.ThreadID) error {
	if err := c.restore(c.graph, kept); err != nil {
		return err
	}
	if c.machine.NextEnabled(event.NoThread) != event.NoThread {
		return nil
	}
	return c.reached(t, "waits")
}

// again reports whether a set has been tried for the same purpose.
func (c *changing) again(kept []bool, purpose string) bool {
	key := []byte(purpose)
	for _, in := range kept {
		mark := byte('-')
		if in {
			mark = '+'
		}
		key = append(key, mark)
	}
	tried := c.tried[string(key)]
	c.tried[string(key)] = true
	return tried
}

// extended continues to any maximal execution.
func (c *changing) extended(t event.ThreadID, change string) error {
	if err := c.extend(); err != nil {
		return err
	}
	return c.reached(t, change)
}

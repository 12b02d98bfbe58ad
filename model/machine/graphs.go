package machine

import (
	"fmt"
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// graphs is the semantics where executions are graphs: an event refers to a write, see [event.Access.RefersTo], and
// Machine.Refer chooses it. Without that, it refers to the last one in mo. Whether the axioms allow the reference is not checked.
type graphs struct {
	sequential
	orders [][]written  // mo, by event.Kind.Location
	places []int32      // of each event of E: the place in mo of the write that it refers to, or initially
	choice event.Access // for the next event, if it has a reference
}

// written is a write in mo.
type written struct {
	thread event.ThreadID
	index  int32
	value  int64
}

// initially is the place in mo of the initial write.
const initially = -1

func newGraphs(m *Machine) *graphs { return &graphs{sequential: sequential{m}} }

// Refer makes the next event that accesses a variable or a mutex refer to that write, if executions are graphs.
func (m *Machine) Refer(to event.Access) {
	if g, ok := m.semantics.(*graphs); ok {
		g.choice = to
	}
}

// References returns references to the writes that the next event of t may refer to, if it is an access and executions are graphs: to the initial
// one, and in mo. Some of them may leave t waiting, and the axioms may forbid others.
func (m *Machine) References(t event.ThreadID) (all []event.Access) {
	g, ok := m.semantics.(*graphs)
	n := m.tree.At(m.threads[t].node)
	if !ok || !n.Code.OnVariable() && !n.Code.OnMutex() {
		return nil
	}
	all = append(all, event.Access{}.ReferToInitial())
	for _, w := range *g.order(locationOf(n.Code, n.Object)) {
		all = append(all, event.Access{}.ReferTo(w.thread, w.index))
	}
	return all
}

// order returns the writes of a location in mo.
func (g *graphs) order(location int32) *[]written { return stack.At(&g.orders, int(location)) }

// place is the place in mo of the write that the next event of that location refers to; ok is false if it has not been executed.
func (g *graphs) place(location int32) (place int, ok bool) {
	order := *g.order(location)
	if !g.choice.HasReference() {
		return len(order) - 1, true
	}
	t, index, ok := g.choice.RefersTo()
	if !ok {
		return initially, true
	}
	place = slices.IndexFunc(order, func(w written) bool { return w.thread == t && w.index == index })
	return place, place >= 0
}

// valueAt is the value of the object of an operation after the write at a place in mo.
func (g *graphs) valueAt(c operation.Code, object int32, place int) int64 {
	switch {
	case place > initially:
		return (*g.order(locationOf(c, object)))[place].value
	case c.OnMutex():
		return operation.Free
	}
	return g.program.Initial(object)
}

func locationOf(c operation.Code, object int32) int32 {
	if c.OnMutex() {
		return event.Lock.Location(object)
	}
	return event.Write.Location(object)
}

// refer returns a with a reference to the write at a place in mo of the location.
func (g *graphs) refer(a event.Access, location int32, place int) event.Access {
	if place == initially {
		return a.ReferToInitial()
	}
	w := (*g.order(location))[place]
	return a.ReferTo(w.thread, w.index)
}

func (g *graphs) next(t event.ThreadID) event.Event {
	th := &g.threads[t]
	n := g.tree.At(th.node)
	e := g.eventAt(t, th, n)
	if !n.Code.OnVariable() && !n.Code.OnMutex() {
		e.Kind = n.Code.Kind(n.A, 0)
		return e
	}
	location := locationOf(n.Code, n.Object)
	place, _ := g.place(location)
	e.Kind = n.Code.Kind(n.A, g.valueAt(n.Code, n.Object, place))
	e.Access = g.refer(e.Access, location, place)
	return e
}

func (g *graphs) waitIsOver(t event.ThreadID, th *thread) bool {
	switch th.code {
	case operation.Lock, operation.Await, operation.When:
		g.guarded = g.guarded || th.code != operation.Lock
		place, ok := g.place(locationOf(th.code, th.object))
		return ok && g.tree.Step(th.node).Enabled(g.valueAt(th.code, th.object, place))
	}
	return g.sequential.waitIsOver(t, th)
}

func (g *graphs) step(t event.ThreadID) (event.Event, error) {
	n := g.tree.At(g.threads[t].node)
	if !n.Code.OnVariable() && !n.Code.OnMutex() {
		e, err := g.sequential.step(t)
		if err == nil {
			stack.Push(&g.places, initially)
		}
		return e, err
	}
	return g.access(t, n)
}

// access is step for an operation on a variable or a mutex.
func (g *graphs) access(t event.ThreadID, n *behaviour.Node) (event.Event, error) {
	m, location := g.Machine, locationOf(n.Code, n.Object)
	th := &m.threads[t]
	at, e := th.node, event.Event{Thread: t, Index: th.steps + 1, Access: event.Access{Object: n.Object}}
	if len(m.events) >= m.bound {
		if err := m.checkLimits(t, at); err != nil {
			return e, err
		}
	}
	place, ok := g.place(location)
	g.choice = event.Access{}
	if !ok || e.Index > event.LongestThread {
		return e, fmt.Errorf("event %v: the write that it refers to is unknown", e)
	}
	value := g.valueAt(n.Code, n.Object, place)
	record := undoRecord{node: at, code: n.Code, value: value}
	e.Kind, e.Access = n.Code.Kind(n.A, value), g.refer(e.Access, location, place)
	writes, result := m.written(at, n, value)
	if n.Code.OnMutex() {
		_, result = m.synchronise(e, n)
	}
	if e.Kind != event.Read {
		order := g.order(location)
		*order = slices.Insert(*order, place+1, written{t, e.Index, writes})
		g.keepValue(n.Code, n.Object)
	}
	m.steps++
	th.steps++
	stack.Push(&m.events, e)
	stack.Push(&m.undo, record)
	stack.Push(&g.places, int32(place))
	if err := m.advance(e, at, result); err != nil {
		m.Undo()
		return e, err
	}
	return e, nil
}

// keepValue makes the last write in mo the value of a variable.
func (g *graphs) keepValue(c operation.Code, object int32) {
	if c.OnVariable() {
		g.values[object] = g.valueAt(c, object, len(*g.order(locationOf(c, object)))-1)
	}
}

func (g *graphs) undoTo(n int) {
	for i := len(g.events) - 1; i >= n; i-- {
		e, code, place := g.events[i], g.undo[i].code, int(g.places[i])
		g.sequential.undoTo(i)
		if (code.OnVariable() || code.OnMutex()) && e.Kind != event.Read {
			order := g.order(locationOf(code, e.Object))
			*order = slices.Delete(*order, place+1, place+2)
			g.keepValue(code, e.Object)
		}
	}
	g.places = g.places[:n]
}

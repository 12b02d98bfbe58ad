package axioms

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// Consistent reports whether the axioms allow E, the execution of a machine under a memory model of graphs. If they do not, they allow no
// longer execution that begins with it.
func Consistent(m *machine.Machine) bool {
	g, mo := graphOf(m)
	return g.consistent(mo)
}

// HappensBefore returns hb of E, the execution of a machine under a memory model of graphs: whether a part of the i-th event happens before one of the
// j-th. It is the oracle of package linear.
func HappensBefore(m *machine.Machine) func(i, j int) bool {
	g, _ := graphOf(m)
	hb := make([][]bool, m.Len())
	for i := range hb {
		hb[i] = make([]bool, m.Len())
	}
	for a, e := range g.nodes {
		g.hb.each(a, func(b int) {
			if i, j := e.event, g.nodes[b].event; i >= 0 && j >= 0 {
				hb[i][j] = true
			}
		})
	}
	return func(i, j int) bool { return hb[i][j] }
}

// graphOf is the graph of E, with mo.
func graphOf(m *machine.Machine) (g *graph, mo relation) {
	events, labels := m.Events(), make([]label, m.Len())
	for i, e := range events {
		labels[i] = labelOf(m, i, e)
	}
	g = newGraph(m.Memory(), m.Objects(), labels)
	mo = g.refer(events, labels)
	g.synchronise()
	return g, mo
}

// labelOf is the label of the i-th event of E.
func labelOf(m *machine.Machine, i int, e event.Event) label {
	l := label{is: true, kind: e.Kind, thread: int(e.Thread), object: int(e.Object), order: m.OrderingAt(i), failed: m.FailedAt(i)}
	switch {
	case e.Kind.OnMutex():
		l.object, l.reads, l.writes = m.MutexObject(e.Object), e.Kind == event.Lock, true
	case e.Kind.OnVariable():
		l.reads, l.writes = e.Kind != event.Write, e.Kind.Writes()
	}
	return l
}

// refer adds rf, and returns mo. An event that writes comes in mo right after the write that it refers to.
func (g *graph) refer(events []event.Event, labels []label) (mo relation) {
	orders := make([][]int, len(g.initial)) // by location: labels of writes
	at := map[event.ThreadID][]int{}        // labels of the events of a thread
	for i, e := range events {
		at[e.Thread] = append(at[e.Thread], i)
		l, of := labels[i], initial
		if !l.reads && !l.writes {
			continue
		}
		if t, index, ok := e.RefersTo(); ok {
			of = at[t][index-1]
		}
		if l.reads {
			g.rf.add(g.writeAt(of, l.object), g.reads[i])
		}
		if l.writes {
			order := &orders[l.object]
			*order = slices.Insert(*order, slices.Index(*order, of)+1, i)
		}
	}
	return g.mo(orders)
}

// mo is the order of the writes of each location, as a relation. An initial write comes first.
func (g *graph) mo(orders [][]int) relation {
	mo := g.relation()
	for x, order := range orders {
		for i, w := range order {
			mo.add(g.initial[x], g.writes[w])
			for _, later := range order[i+1:] {
				mo.add(g.writes[w], g.writes[later])
			}
		}
	}
	return mo
}

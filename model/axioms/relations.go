package axioms

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// Relation relates two events, by their places in E.
type Relation struct {
	Name     string // "rf", "mo", "fr" or "sw"
	From, To int
}

// Relations returns how the events of E, the execution of a machine under a memory model of graphs, are related, but for po: the direct edges of mo and fr, rf, and sw
// with the starts and ends of threads. Initial writes are left out, which come first in mo, and rf, mo and fr of mutexes, whose accesses sw relates.
func Relations(m *machine.Machine) []Relation {
	g, mo := graphOf(m)
	direct := mo.without(mo.then(mo))
	events := m.Events()
	var all []Relation
	for _, r := range []named{{"rf", g.rf}, {"mo", direct}, {"fr", g.rf.inverse().then(direct)}, {"sw", g.sw.or(g.starts)}} {
		for a := range g.nodes {
			r.each(a, func(b int) {
				e := Relation{r.name, g.eventAt(a, false), g.eventAt(b, true)}
				if g.shown(e, events) && !slices.Contains(all, e) {
					all = append(all, e)
				}
			})
		}
	}
	return all
}

// eventAt is the event that a node is a part of. The start of a thread is at its first event, and its end at its last one.
func (g *graph) eventAt(n int, first bool) int {
	of := g.nodes[n]
	if of.event >= 0 || of.thread < 0 {
		return of.event
	}
	at := initial
	for _, other := range g.nodes {
		if other.thread == of.thread && other.event >= 0 && (at == initial || !first) {
			at = other.event
		}
	}
	return at
}

// shown reports whether Relations has an edge.
func (g *graph) shown(e Relation, events []event.Event) bool {
	if e.From == initial || e.To == initial || e.From == e.To {
		return false
	}
	if e.Name == "sw" {
		return events[e.From].Thread != events[e.To].Thread
	}
	return !events[e.To].Kind.OnMutex()
}

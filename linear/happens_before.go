package linear

import (
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/races"
)

// happensBefore is an execution with its happens-before. Under the memory models of sequences, all pairs of dependent events are ordered: it is an
// [order.HappensBefore]. Where executions are graphs, it is (po ∪ sw)+, as C11 has it.
type happensBefore interface {
	Len() int
	At(i int) *event.Event
	Before(i, j int) bool // whether event i happens before event j, or is it
	Push(e event.Event)
	Pop()
}

// ofGraph is the happens-before of an execution that is a graph, of a machine that executes each event before it is pushed. It is computed when it is
// asked for, for the whole execution.
type ofGraph struct {
	machine *machine.Machine
	events  []event.Event
	hb      races.HappensBefore
	of      int // the number of events for which hb is computed, or 0
}

func (g *ofGraph) Len() int              { return len(g.events) }
func (g *ofGraph) At(i int) *event.Event { return &g.events[i] }

func (g *ofGraph) Push(e event.Event) { g.events, g.of = append(g.events, e), 0 }
func (g *ofGraph) Pop()               { g.events, g.of = g.events[:len(g.events)-1], 0 }

func (g *ofGraph) Before(i, j int) bool {
	if g.of != len(g.events) {
		g.hb.Compute(g.machine)
		g.of = len(g.events)
	}
	return g.hb.Before(i, j)
}

package trust

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
)

// TruSt without the rules of await.go, for comparison (Kokologiannakis, Marmanis, Vafeiadis, Unblocking Dynamic Partial
// Order Reduction, CAV 2023, describe which threads have to be unblocked): an Await is a read like any other, and its
// thread is blocked for good if the value is not one that it waits for. Only a revisit of the read can unblock it. A
// graph with a blocked read is an execution if the read reads from the last write in co, since its thread then waits
// forever. Any other graph with one leads to nothing, and is counted as redundant.

// NewBlocking returns a TruSt explorer that is blocked by awaits.
func NewBlocking(o algos.Options) algos.Explorer { return &explorer{options: o, blocking: true} }

// lacks are the features that x does not support.
func (x *explorer) lacks() algos.Feature {
	if x.blocking {
		return algos.NoCommuting | algos.NoStoreBuffers | algos.NoPasses | algos.NoGraphs
	}
	return algos.NoCommuting | algos.NoPasses | algos.TakesGraphs
}

// unblocks reports whether the rules of await.go are needed.
func (x *exploration) unblocks() bool { return x.Behaviour.Awaits() && !x.blocking }

// blockedRead is the read at which t is blocked, or None.
func (x *exploration) blockedRead(t event.ThreadID) graph.ID {
	r := x.Graph.Last(t)
	if r == graph.None {
		return graph.None
	}
	e := x.Graph.Event(r)
	if e.Kind != event.Read || e.Exclusive || x.Graph.IsMutex(e.Object) || e.After != x.Graph.PositionBefore(r) {
		return graph.None
	}
	return r
}

// isPremature reports whether some blocked thread could continue, or would read again.
func (x *exploration) isPremature() bool {
	for t := range event.ThreadID(x.Graph.Threads()) {
		if r := x.blockedRead(t); r != graph.None && x.Graph.Later(x.Graph.Event(r).Source) != graph.None {
			return true
		}
	}
	return false
}

// withoutBlocked removes blocked reads, the last events of their threads, from an execution.
func (x *exploration) withoutBlocked(events []event.Event) []event.Event {
	for t := range event.ThreadID(x.Graph.Threads()) {
		if x.blockedRead(t) == graph.None {
			continue
		}
		for i, e := range slices.Backward(events) {
			if e.Thread == t {
				events = slices.Delete(events, i, i+1)
				break
			}
		}
	}
	return events
}

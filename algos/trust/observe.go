package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// An Observer is called as follows. A branch is a call of Visit(G), and E is a linearisation of G.
// Each linearisation is computed separately, so a graph's need not begin with the linearisation of a
// part of it. TruSt reverses
//
//   - for a backward revisit, the race of the read, in G, and the write that it
//     will read from;
//   - for a read from a write other than the last one, the race of the write that
//     comes after that in co, and the read;
//   - for a write at a place other than the last one in co, the race of the write
//     that comes after it there, and the write.
//
// Prefix is G without the deleted events, and Schedule the events added then.

// race needs an Observer. second need not be in the graph yet.
func (x *exploration) race(first graph.ID, second event.Event) *algos.Reversal {
	return &algos.Reversal{E: x.Graph.Linearise(nil), First: x.Graph.InExecution(first), Second: second}
}

// reversed notifies that r is now reversed, by adding those events to the graph.
func (x *exploration) reversed(r *algos.Reversal, added ...event.Event) {
	r.Prefix, r.Schedule = x.Graph.Linearise(nil), added
	x.Observer.Found(*r)
	x.Observer.Begun(r.Prefix, r.Schedule)
}

// notifyEarlier is for a read from w, or a write right after w, where w is not the last in
// co.
func (x *exploration) notifyEarlier(t event.ThreadID, s operation.Step, w graph.ID) {
	if x.Observer != nil {
		last := x.Graph.LastWrite(x.location(s))
		x.reversed(x.race(x.Graph.Later(w), x.upcoming(t, s, last)), x.upcoming(t, s, w))
	}
}

// notifyChoice is for a choice of a value other than 0.
func (x *exploration) notifyChoice(t event.ThreadID, value int32) {
	if x.Observer == nil {
		return
	}
	first := x.Graph.Upcoming(t, graph.Loads, event.Choice, 0, graph.None)
	second := first
	second.Object = value
	e := append(x.Graph.Linearise(nil), first)
	x.reversed(&algos.Reversal{E: e, First: first, Second: second}, second)
}

// raceOf returns the race of a revisit of r by u, nil without an Observer.
func (x *exploration) raceOf(r graph.ID, u *write) *algos.Reversal {
	if x.Observer == nil {
		return nil
	}
	return x.race(r, x.upcoming(u.thread, u.step, x.firstPlace(u)))
}

// upcoming is the event of s if s reads from w or comes right after w.
func (x *exploration) upcoming(t event.ThreadID, s operation.Step, w graph.ID) event.Event {
	value := x.Graph.Event(w).Value
	return x.Graph.Upcoming(t, x.access(&s, value), s.Kind(value), s.Object, w)
}

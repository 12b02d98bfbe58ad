package readsfrom

import (
	"slices"

	"dporbench/algos/internal/rfgraph"
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

// ending is scratch of finish.
type ending struct {
	blocked []rfgraph.ID // reads
	watched []int32      // their locations
	at      []behaviour.Position
	events  []event.Event
}

// finish handles a graph to which nothing can be added but Locks that wait outside it. These make their revisits.
func (x *exploration) finish() error {
	for t := range event.ThreadID(x.Threads()) {
		if s, active := x.step(t); active && !s.Stopped() && s.Kind(0) == event.Lock {
			mark, e := x.Mark(), rfgraph.Event{Thread: t, Source: rfgraph.None}
			e.Before, _ = x.Position(t)
			if found, err := x.read(e, s); err != nil {
				return err
			} else if found {
				if err := x.branch(mark); err != nil {
					return err
				}
			}
		}
	}
	x.blocked, x.watched = x.blocked[:0], x.watched[:0]
	for id := range rfgraph.ID(x.Len()) {
		if e := x.Event(id); e.Blocked {
			x.blocked, x.watched = append(x.blocked, id), append(x.watched, e.Object)
		}
	}
	if len(x.blocked) == 0 {
		return x.executed(x.Graph, x.Witness())
	}
	return x.finishBlocked()
}

// finishBlocked handles a graph with threads that wait. It stands for an execution if the other events have an order
// after which they still wait. Of the graphs that differ only in the sources of the blocked reads, only the one where
// these read from the last writes in the first such order does.
func (x *exploration) finishBlocked() error {
	whole, kept := x.Graph, make([]bool, x.Len())
	for i := range kept {
		kept[i] = !whole.Event(rfgraph.ID(i)).Blocked
	}
	defer x.enter()()
	x.MakePart(whole, kept, func(rfgraph.ID, *rfgraph.Event) rfgraph.Edit { return rfgraph.Unchanged })
	order, ok := x.Solve(x.watched, func() bool {
		return !slices.ContainsFunc(x.blocked, func(r rfgraph.ID) bool {
			e := whole.Event(r)
			return x.behaviour.Step(e.Before).Enabled(x.valueOf(x.LastWrite(e.Object), e.Object))
		})
	})
	for _, r := range x.blocked {
		if e := whole.Event(r); !ok || x.Part(e.Source) != x.LastWrite(e.Object) {
			x.Stats.Redundant++
			return nil
		}
	}
	return x.executed(whole, order)
}

// executed shows the execution that the current graph stands for, in an order of its events. The threads' positions
// are as in the whole graph.
func (x *exploration) executed(whole *rfgraph.Graph, order []rfgraph.ID) error {
	x.at = x.at[:0]
	for t := range event.ThreadID(whole.Threads()) {
		at, _ := whole.Position(t)
		x.at = append(x.at, at)
	}
	return x.Maximal(x.behaviour, x.at, func() []event.Event {
		x.events = x.Sequence(x.events[:0], order)
		return x.events
	})
}

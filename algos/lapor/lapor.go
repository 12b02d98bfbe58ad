// Package lapor visits each lazy class once: critical sections are ordered only as far as their accesses of variables are.
//
// Source: Kokologiannakis, Raad, Vafeiadis, Effective Lock Handling in Stateless Model Checking (LAPOR), OOPSLA 2019. What
// replaces an order of critical sections in a graph, and when a graph is consistent, is from there. The exploration of
// graphs is TruSt's (see package trust).
//
//	lb, lock-before       graph.Section
//	hb ∪ lb               Graph.Before
//	consistent            Graph.Fits: hb ∪ lb is acyclic
//	Visit(G)              exploration.visit
//	next(G)               exploration.next
//	  a read, a write     exploration.exploreOthers: from each write, at each place in co for which G stays consistent
//	  its revisits        exploration.revisitEach
//	maximally added       exploration.isMaximal
//
// If an event of a section comes before an event of another section of the same mutex, the whole section does: that is lb. A
// maximally added event is at the latest consistent place in co. A revisit keeps the events porf-before the
// revisiting write, and all of each section before one that it keeps a part of; the events it deletes must have been
// maximally added, judged among the events added before it or kept for the write. A thread whose next event does not
// fit stops; its graph leads nowhere, but others may still revisit the events in its way. It is counted as redundant,
// as is a graph whose sections have no order.
//
// That is not enough: see stops.go. The paper does not look for deadlocks: see forever.go.
package lapor

import (
	"context"

	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/algos/internal/growing"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

type explorer struct{ options algos.Options }

// New returns an explorer of lazy classes.
func New(o algos.Options) algos.Explorer { return &explorer{o} }

func (e *explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return algos.Run(ctx, p, e.options, visit, e.start)
}

func (e *explorer) start(s *algos.Session) (algos.Threads, func() error, error) {
	if err := s.Declare(algos.NoStoreBuffers | algos.NoCommuting | algos.NoGuards | algos.NoPasses | algos.CoarserClasses); err != nil {
		return nil, nil, err
	}
	x := &exploration{GraphExploration: algos.GraphExploration{Session: s}}
	err := x.Start(s, behaviour.Limits{MaxSteps: e.options.MaxSteps}, x)
	return x.Behaviour, x.explore, err
}

type exploration struct {
	algos.GraphExploration
	growing.Growth
	frames int // calls of visit that have not returned
	forever
	attempts []attempt // those being explored; see stops.go

	sections, others   []graph.Section      // scratch of many
	ready, late, locks []event.ThreadID     // scratch of next
	deleted            []graph.ID           // scratch of mayRevisit
	ends               []behaviour.Position // scratch of finish
}

// Locked implements behaviour.View, as Growth.Value does.
func (x *exploration) Locked(t event.ThreadID, m int32) bool { return x.Graph.Locked(t, m) }

// visit is Visit(G). It then takes the graph back to mark.
func (x *exploration) visit(mark int) error {
	algos.RaisePeak(&x.Stats.Peak.Frames, x.frames)
	x.frames++
	defer x.leave(mark)
	for t := x.next(); t != event.NoThread; t = x.next() {
		if explored, err := x.extend(t); err != nil || explored {
			return err
		}
	}
	return x.finish()
}

func (x *exploration) leave(mark int) {
	x.Graph.Back(mark)
	x.frames--
}

// finish handles a graph to which nothing can be added.
func (x *exploration) finish() error {
	x.sections = x.Graph.Sections(x.sections[:0])
	if !x.isToVisit() || !x.Graph.LineariseSections() {
		x.Stats.Redundant++
		return nil
	}
	x.ends = x.Positions(x.ends[:0])
	return x.Maximal(x.Behaviour, x.ends, func() []event.Event { return x.Graph.Linearise(nil) })
}

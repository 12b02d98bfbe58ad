// Package readsfrom visits each reads-from class once: each choice of a source for every read, and nothing more.
//
// It is TruSt (see package trust) without a coherence order. It shares the aim of Abdulla, Atig, Jonsson, Lång, Ngo,
// Sagonas, Optimal Stateless Model Checking for Reads-From Equivalence under Sequential Consistency, OOPSLA 2019,
// whose algorithm remembers which sources of a read have been explored; this one remembers nothing.
//
//	Visit(G)                 exploration.visit
//	next(G)                  exploration.next
//	  a read                 exploration.read: from each write for which G stays consistent
//	  a write                exploration.write: in the only possible way
//	  its revisits           exploration.revisitEach
//	kept, by a revisit       exploration.keep
//	maximally added          exploration.isMaximal
//
// In TruSt, coherence decides which of several graphs is to be revisited: the events that a revisit deletes must have
// been added last in co. Here it is an order of the kept events that depends only on po and rf, so it is the same
// whatever has been deleted. The deleted reads, and the revisited one, must read from the last write before them in
// this order, followed by the read and the deleted events in insertion order.
//
// Each class is visited once, whichever thread next chooses: docs/equivalences.md has the proof. In short, the way to a
// graph is forced. A read whose source is not in the graph yet has to be revisited by it; what that revisit keeps is
// then known, and so are its order, and what all reads that it deletes have to read from in the meantime.
//
// Mutexes are as in package trust: see lock.go there. A thread at an Await or a When reads from any
// write; if the value does not let it continue, it is blocked. Such reads are added last, and a graph with one that could
// continue in the end leads to no execution, and is counted as redundant; see finish.go.
package readsfrom

import (
	"context"

	"dporbench/algos"
	"dporbench/algos/internal/rfgraph"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

type explorer struct {
	options    algos.Options
	treeBudget int                        // see behaviour.Limits
	inspect    func(*rfgraph.Graph) error // if not nil, is called with each graph visited; for tests
}

// New returns an explorer of reads-from classes.
func New(o algos.Options) algos.Explorer { return &explorer{options: o} }

func (x *explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return algos.Run(ctx, p, x.options, visit, x.start)
}

type exploration struct {
	algos.GraphExploration
	*rfgraph.Graph // the current one
	behaviour      *behaviour.Behaviour
	live           []*rfgraph.Graph // the graphs that revisits have made, one from another; the last is the current one
	spare          []*rfgraph.Graph
	frames         int // calls of visit that have not returned, without the current one
	inspect        func(*rfgraph.Graph) error

	held  []rfgraph.Event  // not in a graph, or not yet
	ready []event.ThreadID // scratch of next
	revisiting
	ending
}

func (x *explorer) start(s *algos.Session) (algos.Threads, func() error, error) {
	if err := s.Declare(algos.NoStoreBuffers | algos.NoCommuting | algos.NoPasses | algos.CoarserClasses); err != nil {
		return nil, nil, err
	}
	e := &exploration{GraphExploration: algos.GraphExploration{Session: s}, inspect: x.inspect}
	var err error
	e.behaviour, err = behaviour.New(s.Program, behaviour.Limits{MaxSteps: x.options.MaxSteps, TreeBudget: x.treeBudget}, e, e.eachPosition)
	if err != nil {
		return nil, nil, err
	}
	return e.behaviour, e.explore, nil
}

func (x *exploration) eachPosition(mark func(behaviour.Position)) {
	for _, g := range x.live {
		g.EachPosition(mark)
	}
	for i := range x.held {
		mark(x.held[i].After)
	}
}

// Value and Locked implement behaviour.View, by the events porf-before the end of thread t, in the order of the witness.

func (x *exploration) Value(t event.ThreadID, variable int32) int64 {
	return x.valueOf(x.LastSeen(t, event.Read.Location(variable)), event.Read.Location(variable))
}

func (x *exploration) Locked(t event.ThreadID, m int32) bool {
	return x.valueOf(x.LastSeen(t, event.Lock.Location(m)), event.Lock.Location(m)) == operation.Held
}

// hold keeps the position after an event that is not in a graph, until release is called.
func (x *exploration) hold(e *rfgraph.Event) { x.held = append(x.held, *e) }

func (x *exploration) release() { x.held = x.held[:len(x.held)-1] }

// valueOf is the value that a read of a location reads from w.
func (x *exploration) valueOf(w rfgraph.ID, location int32) int64 {
	if w == rfgraph.None {
		return algos.InitialAt(x.Program, location)
	}
	return x.Event(w).Value
}

// explore is Visit(G) for the empty graph.
func (x *exploration) explore() error {
	x.live, x.held, x.frames = x.live[:0], x.held[:0], 0
	defer x.enter()()
	x.Reset(x.behaviour.Declared())
	return x.visit()
}

// enter makes another graph the current one, until leave is called.
func (x *exploration) enter() (leave func()) {
	g := new(rfgraph.Graph)
	if last := len(x.spare) - 1; last >= 0 {
		g, x.spare = x.spare[last], x.spare[:last]
	}
	x.live, x.Graph = append(x.live, g), g
	return x.leave
}

func (x *exploration) leave() {
	last := len(x.live) - 1
	x.spare = append(x.spare, x.live[last])
	if x.live = x.live[:last]; last > 0 {
		x.Graph = x.live[last-1]
	}
}

// visit is Visit(G). It leaves its additions in the graph.
func (x *exploration) visit() error {
	algos.RaisePeak(&x.Stats.Peak.Frames, x.frames)
	x.frames++
	for {
		if x.inspect != nil {
			if err := x.inspect(x.Graph); err != nil {
				return err
			}
		}
		t, any := x.next()
		if !any {
			break
		}
		if goesOn, err := x.extend(t); err != nil || !goesOn {
			x.frames--
			return err
		}
	}
	x.frames--
	return x.finish()
}

// branch is Visit(G) for an alternative, which is then taken back.
func (x *exploration) branch(mark int) error {
	err := x.visit()
	x.Back(mark)
	return err
}

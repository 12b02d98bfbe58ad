// Package trust implements TruSt: the execution graph of each class is
// visited exactly once, nothing is redundant, and nothing is stored about
// the explored or the unexplored graphs.
//
// Source: Kokologiannakis, Marmanis, Gladstein, Vafeiadis, Truly Stateless,
// Optimal Dynamic Partial Order Reduction, POPL 2022, here for sequential
// consistency, TSO and PSO.
//
//	G                    Growth.Graph, with its po, rf, co and ≤_G
//	Visit(G)             exploration.visit
//	next(G)              exploration.next
//	  a read             exploration.read: from each write it can read from
//	  a write            exploration.store: at each place in co it can have
//	  its revisits       exploration.revisitEach
//	Deleted              exploration.isDeleted
//	Previous             exploration.isPrevious
//	maximally added      exploration.isMaximal
//
// There is only one graph. It is changed for each alternative and then restored; what
// a revisit deletes is cut out of it and put back later. For the last alternative,
// Visit continues in a loop.
//
// Deviations. An update is a read and a write. When the read is revisited, the write is
// deleted; it is added again before anything else, and makes its own revisits. A read from a
// write that another update has already read is added only for its revisits; see
// readToRevisit. Mutexes and awaits are our addition; see lock.go and await.go.
//
// Store buffers need no change of the algorithm. A graph has none, and no flushes: only
// consistency (graph.Overwritten) and linearisations differ. A Load must not read from a write
// that is, however far, before its thread's last Store of the variable in co (rule R47). Nor do the memory models of C11, but
// an event that is not last in co is checked; see views.go.
package trust

import (
	"context"
	"errors"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/internal/bound"
	"dporbench/algos/internal/graph"
	"dporbench/algos/internal/growing"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

type explorer struct {
	options    algos.Options
	treeBudget int                      // see behaviour.Limits
	inspect    func(*graph.Graph) error // if not nil, is called with each graph visited; for tests
	blocking   bool                     // see NewBlocking
}

// New returns a TruSt explorer.
func New(o algos.Options) algos.Explorer { return &explorer{options: o} }

func (x *explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return algos.Run(ctx, p, x.options, visit, x.start)
}

// NewWorker makes the explorer algos.Splittable.
func (x *explorer) NewWorker(p *model.Program) (*algos.Worker, error) {
	return algos.NewWorker(p, x.options, x.start)
}

func (x *explorer) start(s *algos.Session) (algos.Threads, func() error, error) {
	if err := s.Declare(x.lacks()); err != nil {
		return nil, nil, err
	}
	trust := &exploration{GraphExploration: algos.GraphExploration{Session: s}, inspect: x.inspect, blocking: x.blocking, buffers: x.options.Memory.Buffers(), views: x.options.Memory.Graphs(), limit: bound.NewLimit(s, 2)}
	trust.linearised = trust.linearise
	trust.watch(s)
	err := trust.Start(s, behaviour.Limits{MaxSteps: x.options.MaxSteps, TreeBudget: x.treeBudget, Memory: x.options.Memory}, trust)
	return trust.Behaviour, trust.explore, err
}

// errStuck means that the algorithm is wrong.
var errStuck = errors.New("trust: a graph leads to no execution: this exploration is redundant, which must not happen")

// maxFrames keeps the stack, of which each nested visit takes some 800 bytes,
// within Go's limit of a GB. Only infinite executions get there.
const maxFrames = 500_000

var errDeep = errors.New("trust: alternatives are nested 500,000 deep, which only happens if executions do not end: bound the loops of the program")

type exploration struct {
	algos.GraphExploration
	growing.Growth
	inspect  func(*graph.Graph) error
	blocking bool
	buffers  bool // Stores wait in buffers
	views    bool // executions are graphs under the memory model; see views.go
	limit    *bound.Limit
	frames   int   // calls of visit that have not returned, without the current one
	at       place // in the current one

	ready   []event.ThreadID     // scratch of next
	unlocks []graph.ID           // scratch of cut
	ends    []behaviour.Position // scratch of finish
	events  []event.Event        // scratch of linearise and isBeyond

	linearised func() []event.Event // linearise, bound once: a kept execution keeps it
}

// Locked implements behaviour.View, as Growth.Value does.
func (x *exploration) Locked(t event.ThreadID, m int32) bool {
	return x.Graph.Event(x.Graph.LastSeen(t, x.Graph.Mutex(m))).Exclusive
}

// explore is Visit(G) for the empty graph.
func (x *exploration) explore() error {
	x.Graph.Reset()
	x.frames = 0
	return x.visit(x.Graph.Mark())
}

// visit is Visit(G). It then takes the graph back to mark.
func (x *exploration) visit(mark int) error {
	algos.RaisePeak(&x.Stats.Peak.Frames, x.frames)
	if x.frames >= maxFrames {
		return errDeep
	}
	x.frames++
	for step := int32(0); ; step++ {
		x.reach(step)
		if x.inspect != nil {
			if err := x.inspect(x.Graph); err != nil {
				return err
			}
		}
		t, s, any := x.next()
		if !any {
			break
		}
		if err := x.extend(t, s); err != nil {
			return err
		}
	}
	if err := x.finish(); err != nil {
		return err
	}
	x.Graph.Back(mark)
	x.frames--
	return nil
}

// finish handles a graph to which nothing can be added but Locks that wait outside it.
func (x *exploration) finish() error {
	for t := x.Active(event.NoThread); t != event.NoThread; t = x.Active(t) {
		if err := x.revisitPendingLock(t); err != nil {
			return err
		}
	}
	if x.blocking && x.isPremature() {
		x.Stats.Redundant++
		return nil
	}
	if x.views {
		if err := x.checkReferences(); err != nil {
			return err
		}
	}
	x.ends = x.Positions(x.ends[:0])
	return x.Maximal(x.Behaviour, x.ends, x.linearised)
}

// linearise lists the events of an execution of the graph.
func (x *exploration) linearise() []event.Event {
	x.events = x.Graph.Linearise(x.events[:0])
	if x.blocking {
		x.events = x.withoutBlocked(x.events)
	}
	return x.events
}

func (x *exploration) stuck() error {
	x.Stats.Redundant++
	return fmt.Errorf("%w (after %d executions)", errStuck, x.Stats.Executions)
}

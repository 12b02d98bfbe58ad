package trust

import (
	"context"
	"errors"
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/algos/graph"
	"dporbench/model"
)

// session is for an explorer of graphs what algos.Exploration is for one that
// runs a Machine: the graph, the behaviour of the program, what has been
// counted, and whoever is to be told. It knows nothing of the algorithm.
type session struct {
	graph     *graph.Graph
	behaviour *model.Behaviour
	stats     algos.Stats

	ctx      context.Context
	visit    func(*model.Execution) error
	progress func(*algos.Stats)
	order    algos.Order
	random   *rand.Rand

	ends   []model.Position // scratch of maximal
	events []model.Event    // scratch of maximal
}

// begin starts a session for p. Unless it returns an error, end must be called.
func begin(ctx context.Context, p *model.Program, o algos.Options, l model.Limits, visit func(*model.Execution) error) (*session, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	s := &session{
		ctx:      ctx,
		visit:    visit,
		progress: o.Progress,
		order:    o.Order,
		random:   rand.New(rand.NewPCG(o.Seed, 0)),
	}
	var err error
	s.behaviour, err = model.NewBehaviour(p, l, func(mark func(model.Position)) {
		if s.graph != nil {
			s.graph.EachPosition(mark)
		}
	})
	if err != nil {
		return nil, err
	}
	starts := make([]model.Position, p.NumThreads())
	for t := range starts {
		starts[t] = s.behaviour.Declared(model.ThreadID(t))
	}
	s.graph = graph.New(p, starts)
	return s, nil
}

// end closes the session and turns err, with which the algorithm ended, into
// what Explore returns.
func (s *session) end(err error) (algos.Stats, error) {
	if err == nil {
		err = s.behaviour.CheckDeterminism()
	}
	s.behaviour.Close()
	s.stats.Peak.BehaviourNodes = int64(s.behaviour.Nodes())
	if errors.Is(err, algos.ErrStop) {
		err = nil
	}
	return s.stats, err
}

// choose is the first thread in the scheduling order. The threads are in the
// order of their numbers.
func (s *session) choose(threads []model.ThreadID) model.ThreadID {
	switch s.order {
	case algos.LastThread:
		return threads[len(threads)-1]
	case algos.RandomThread:
		return threads[s.random.IntN(len(threads))]
	}
	return threads[0]
}

// added counts an event that was added to the graph, and returns it.
func (s *session) added(id graph.ID) graph.ID {
	if s.graph.Counts(id) {
		s.stats.Events++
	}
	algos.Reached(&s.stats.Peak.Events, s.graph.Held())
	algos.Reached(&s.stats.Peak.GraphNodes, s.graph.Nodes())
	return id
}

// maximal counts the execution whose graph this is, and shows it to visit.
func (s *session) maximal() error {
	outcome, failure := s.behaviour.Ending(s.positions())
	s.stats.Executions++
	switch outcome {
	case model.Failed:
		s.stats.Failed++
	case model.AssumeBlocked:
		s.stats.AssumeBlocked++
	case model.Deadlocked:
		s.stats.Deadlocked++
	}
	if s.progress != nil {
		s.progress(&s.stats)
	}
	if s.visit != nil {
		s.events = s.graph.Linearise(s.events[:0])
		if err := s.visit(model.NewExecution(s.events, outcome, failure)); err != nil {
			return err
		}
	}
	return s.cancelled()
}

// positions lists where the threads are, as model.Behaviour.Ending takes it.
func (s *session) positions() []model.Position {
	s.ends = s.ends[:0]
	for t := range model.ThreadID(s.graph.Threads()) {
		var at model.Position
		if s.graph.Started(t) {
			at = s.graph.Position(t)
		}
		s.ends = append(s.ends, at)
	}
	return s.ends
}

func (s *session) cancelled() error {
	select {
	case <-s.ctx.Done():
		return context.Cause(s.ctx)
	default:
		return nil
	}
}

package trust

import (
	"context"

	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model"
)

// session is for an explorer of graphs what algos.Exploration is for one that
// runs a Machine. It knows nothing of the algorithm.
type session struct {
	*algos.Session
	graph     *graph.Graph
	behaviour *model.Behaviour

	ends   []model.Position // scratch of maximal
	events []model.Event    // scratch of maximal
}

// begin starts a session for p. Unless it returns an error, end must be called.
func begin(ctx context.Context, p *model.Program, o algos.Options, l model.Limits, visit func(*model.Execution) error) (*session, error) {
	shown, err := algos.NewSession(ctx, o, visit)
	if err != nil {
		return nil, err
	}
	s := &session{Session: shown}
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
	s.Stats.Peak.BehaviourNodes = int64(s.behaviour.Nodes())
	return s.Result(err)
}

// choose is the first thread in the scheduling order. The threads are in the
// order of their numbers.
func (s *session) choose(threads []model.ThreadID) model.ThreadID {
	switch s.Order {
	case algos.LastThread:
		return threads[len(threads)-1]
	case algos.RandomThread:
		return threads[s.Random.IntN(len(threads))]
	}
	return threads[0]
}

// added counts an event that was added to the graph, and returns it.
func (s *session) added(id graph.ID) graph.ID {
	if s.graph.InExecutionEvent(id) {
		s.Stats.Events++
	}
	algos.RaisePeak(&s.Stats.Peak.Events, s.graph.Held())
	algos.RaisePeak(&s.Stats.Peak.GraphNodes, s.graph.Nodes())
	return id
}

// maximal counts the execution whose graph this is, and shows it to visit.
func (s *session) maximal() error {
	outcome, failure := s.behaviour.Ending(s.positions())
	s.Stats.Peak.BehaviourNodes = int64(s.behaviour.Nodes())
	return s.Executed(outcome, failure, s.linearised)
}

func (s *session) linearised() []model.Event {
	s.events = s.graph.Linearise(s.events[:0])
	return s.events
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

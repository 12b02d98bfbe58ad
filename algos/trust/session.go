package trust

import (
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

// newSession prepares the graph and the threads, which must be closed if there is
// no error.
func newSession(shown *algos.Session, l model.Limits) (*session, error) {
	s := &session{Session: shown}
	var err error
	s.behaviour, err = model.NewBehaviour(s.Program, l, s, func(mark func(model.Position)) {
		if s.graph != nil {
			s.graph.EachPosition(mark)
		}
	})
	if err != nil {
		return nil, err
	}
	s.graph = graph.New(s.Program, s.behaviour.Declared())
	return s, nil
}

// Value and Locked make the session the model.Memory: what is porf-before the end
// of thread t is a graph, and the memory after it is what t sees.

func (s *session) Value(t model.ThreadID, x int32) int64 {
	return s.graph.Event(s.lastSeen(t, x)).Value
}

func (s *session) Locked(t model.ThreadID, m int32) bool {
	return s.graph.Event(s.lastSeen(t, s.graph.Mutex(m))).Exclusive
}

// lastSeen is the last write of a location that is porf-before the end of t.
func (s *session) lastSeen(t model.ThreadID, location int32) graph.ID {
	w := s.graph.LastWrite(location)
	for s.graph.Earlier(w) != graph.None && !s.graph.PorfBefore(w, s.graph.Pred(t)) {
		w = s.graph.Earlier(w)
	}
	return w
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

// added counts an event that was added to the graph. An error must be returned.
func (s *session) added(id graph.ID) error {
	algos.RaisePeak(&s.Stats.Peak.Events, s.graph.Held())
	algos.RaisePeak(&s.Stats.Peak.GraphNodes, s.graph.Nodes())
	if !s.graph.InExecutionEvent(id) {
		return nil
	}
	return s.CountEvent()
}

// maximal counts the execution whose graph this is, and shows it to visit. An
// error must be returned.
func (s *session) maximal() error {
	outcome, failure := s.behaviour.Ending(s.positions())
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

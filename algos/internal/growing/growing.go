// Package growing has what explorers of execution graphs share: a graph that grows by the next steps of a program's threads.
// It adds the events that can be added in only one way. Explorers place reads and writes themselves.
package growing

import (
	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Growth is a graph and the behaviour of its threads.
type Growth struct {
	Graph     *graph.Graph
	Behaviour *behaviour.Behaviour
}

// Start prepares the graph and the threads of a Session's program. Unless it fails, the caller must close the
// Behaviour.
func (g *Growth) Start(s *algos.Session, l behaviour.Limits, v behaviour.View) (err error) {
	g.Behaviour, err = behaviour.New(s.Program, l, v, func(mark func(behaviour.Position)) {
		if g.Graph != nil {
			g.Graph.EachPosition(mark)
		}
	})
	if err != nil {
		return err
	}
	var buffers graph.Buffers
	if l.Memory.Buffers() {
		buffers = g.Behaviour
	}
	g.Graph = graph.New((*front.Program)(s.Program), g.Behaviour.Declared(), buffers)
	if l.Memory.Graphs() {
		g.Graph.Views(l.Memory, g.Behaviour)
	}
	g.Behaviour.Inform(g.Graph.Grow)
	s.CountWork(func(w *algos.Work) { w.Add(g.Graph.Work()) })
	return nil
}

// Step is the next step of thread t, which must have been started.
func (g *Growth) Step(t event.ThreadID) operation.Step {
	return g.Behaviour.Step(g.Graph.Position(t))
}

// After is the state of t after its next step, if that returns result.
func (g *Growth) After(t event.ThreadID, result int64) (graph.ThreadState, error) {
	at, err := g.Behaviour.After(t, g.Graph.Position(t), result)
	if err != nil {
		return graph.ThreadState{}, err
	}
	return graph.ThreadState{At: at, Ends: g.Behaviour.Step(at).Stopped()}, nil
}

// Add adds the next step of thread t: a Spawn, a Join, a Fence, a Choice of value, or a Lock or an Unlock as an event
// without a location.
func (g *Growth) Add(t event.ThreadID, value int32) (graph.ID, error) {
	s, at := g.Step(t), g.Graph.Position(t)
	kind, other, result := s.Kind(0), event.ThreadID(s.Object), int64(0)
	switch kind {
	case event.Join:
		result = g.Step(other).Result()
	case event.Choice:
		result = int64(value)
	}
	after, err := g.After(t, result)
	if err != nil {
		return graph.None, err
	}
	switch kind {
	case event.Spawn:
		e := g.Graph.AddSpawn(t, other, after)
		start, err := g.Behaviour.Start(other, at)
		if err == nil {
			g.Graph.SetStart(e, start)
		}
		return e, err
	case event.Join:
		return g.Graph.AddJoin(t, other, after), nil
	case event.Choice:
		return g.Graph.AddChoice(t, value, after), nil
	case event.Fence:
		return g.Graph.AddFence(t, after), nil
	default:
		return g.Graph.AddLock(t, kind, s.Object, after), nil
	}
}

// Active is the next thread after t in the threads' order that has started and not ended, or NoThread.
func (g *Growth) Active(t event.ThreadID) event.ThreadID {
	return g.Behaviour.NextOf(g.Graph.Active(), t)
}

// HasEnded reports whether a thread has been started and has ended.
func (g *Growth) HasEnded(t event.ThreadID) bool { return g.Graph.Started(t) && g.Step(t).Ended() }

// InUpdate reports whether the graph has the read of t's update, but not yet the write.
func (g *Growth) InUpdate(t event.ThreadID) bool {
	e := g.Graph.Event(g.Graph.Pred(t))
	return e.Exclusive && e.Kind == event.Read
}

// Progress is a hash of how far each thread is, for algos.GraphExploration.Choose.
func (g *Growth) Progress() (sum uint64) {
	for t := range event.ThreadID(g.Graph.Threads()) {
		if n := len(g.Graph.ThreadEvents(t)); n > 0 {
			sum += event.Mix(g.Behaviour.Identity(t), uint64(n))
		}
	}
	return sum
}

// Value is the value of a variable after the events that are porf-before the end of thread t: they form a graph, and t
// sees the memory after it.
func (g *Growth) Value(t event.ThreadID, variable int32) int64 {
	return g.Graph.Event(g.Graph.LastSeen(t, variable)).Value
}

// Positions appends the position of each thread to dst, for behaviour.Behaviour.Ending.
func (g *Growth) Positions(dst []behaviour.Position) []behaviour.Position {
	for t := range event.ThreadID(g.Graph.Threads()) {
		at := behaviour.None
		if g.Graph.Started(t) {
			at = g.Graph.Position(t)
		}
		dst = append(dst, at)
	}
	return dst
}

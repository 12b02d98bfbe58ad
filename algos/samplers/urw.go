package samplers

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// URW takes a thread with a probability equal to its share of the events left. If threads do as many events as the
// profile says and never wait, each interleaving of them has the same probability. Classes do not: each has the
// probability of all its interleavings.
//
// Source: Zhao et al., Selectively Uniform Concurrency Testing, ASPLOS 2025, Algorithm 1. The events left of a thread
// include the events of the threads that it has yet to start.
type URW struct {
	Profile *Profile

	left    []float64 // by ThreadID: events that are left
	paths   []string  // by ThreadID: for the profile
	weights []float64 // scratch
}

// Begin implements [Sampler].
func (s *URW) Begin(Dice) { s.left = s.left[:0] }

// Next implements [Sampler].
func (s *URW) Next(m *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID {
	s.weights = s.weights[:0]
	for _, t := range enabled {
		s.weights = append(s.weights, max(*s.of(m, t), 1)) // it is about to do one, whatever the profile says
	}
	return enabled[d.Weighted(s.weights)]
}

// of is the number of events of t that are left.
func (s *URW) of(m *machine.Machine, t event.ThreadID) *float64 {
	for t := len(s.left); t < m.Threads(); t++ {
		s.left = append(s.left, s.Profile.Of(pathOf(m, &s.paths, event.ThreadID(t))).Events)
	}
	return &s.left[t]
}

// Done implements [Sampler].
func (s *URW) Done(m *machine.Machine, e event.Event) {
	*s.of(m, e.Thread)--
	if e.Kind == event.Spawn {
		*s.of(m, e.Thread) -= *s.of(m, event.ThreadID(e.Object))
	}
}

// Copy implements [Independent].
func (s *URW) Copy() Independent {
	return &URW{Profile: s.Profile, left: slices.Clone(s.left), paths: s.paths}
}

// AppendState implements [Independent]. The events left depend only on the events so far.
func (s *URW) AppendState(state []byte, _ func(float64) int) []byte { return state }

// pathOf is the path of t, cached in paths.
func pathOf(m *machine.Machine, paths *[]string, t event.ThreadID) string {
	p := stack.At(paths, int(t))
	if *p == "" {
		parent, n := m.SpawnPath(t)
		*p = path(t, n, func() string { return pathOf(m, paths, parent) })
	}
	return (*paths)[t]
}

package samplers

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// SURW is URW for a part of the events: the accesses to one variable or mutex, which is drawn for each execution from
// the ones that several threads access. All orders of these events have the same probability, as far as the profile is
// right and no thread waits. Other events come as a random walk takes them.
//
// Source: Zhao et al., Selectively Uniform Concurrency Testing, ASPLOS 2025. The thread to do the next of these events is
// intended. It is chosen when some thread is about to do one; until the intended one has done it, others do not. When it
// starts a thread, that may become the intended one in its place.
type SURW struct {
	Profile *Profile

	object   object
	left     []float64 // by ThreadID: events of object that are left
	paths    []string
	intended event.ThreadID
	started  event.ThreadID // by the intended thread with its last event, or NoThread

	weights    []float64        // scratch
	candidates []event.ThreadID // scratch
}

// Begin implements [Sampler].
func (s *SURW) Begin(d Dice) {
	s.left, s.intended, s.started = s.left[:0], event.NoThread, event.NoThread
	s.object = object{}
	if shared := s.Profile.Shared; len(shared) > 0 {
		s.object = shared[d.Roll(len(shared))]
	}
}

// Next implements [Sampler].
func (s *SURW) Next(m *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID {
	s.handOver(m, d)
	if !slices.Contains(enabled, s.intended) {
		s.intended = event.NoThread
	}
	if s.intended == event.NoThread {
		t := enabled[d.Roll(len(enabled))]
		if !s.interesting(m, t) {
			return t
		}
		if s.intend(m, enabled, d); s.intended == t {
			return t
		}
	}
	s.candidates = s.candidates[:0]
	for _, t := range enabled {
		if t == s.intended || !s.interesting(m, t) {
			s.candidates = append(s.candidates, t)
		}
	}
	return s.candidates[d.Roll(len(s.candidates))]
}

// intend chooses the intended thread by the events left of the enabled ones.
func (s *SURW) intend(m *machine.Machine, enabled []event.ThreadID, d Dice) {
	s.weights = s.weights[:0]
	for _, t := range enabled {
		left := max(*s.of(m, t), 0)
		if s.interesting(m, t) {
			left = max(left, 1) // whatever the profile says
		}
		s.weights = append(s.weights, left)
	}
	s.intended = enabled[d.Weighted(s.weights)]
}

// handOver lets the thread that the intended one has started become intended in its place, with a probability equal
// to its share of the events left of both.
func (s *SURW) handOver(m *machine.Machine, d Dice) {
	if s.started == event.NoThread {
		return
	}
	weights := [2]float64{max(*s.of(m, s.intended), 0), max(*s.of(m, s.started), 0)}
	if weights[0]+weights[1] > 0 && d.Weighted(weights[:]) == 1 {
		s.intended = s.started
	}
	s.started = event.NoThread
}

// interesting reports whether t is about to access the object.
func (s *SURW) interesting(m *machine.Machine, t event.ThreadID) bool {
	e, ok := m.Next(t)
	return ok && s.Profile.objectOf(e) == s.object && s.object != object{}
}

func (s *SURW) of(m *machine.Machine, t event.ThreadID) *float64 {
	for t := len(s.left); t < m.Threads(); t++ {
		s.left = append(s.left, s.Profile.Of(pathOf(m, &s.paths, event.ThreadID(t))).Accesses[s.object])
	}
	return &s.left[t]
}

// Done implements [Sampler].
func (s *SURW) Done(m *machine.Machine, e event.Event) {
	if s.object != (object{}) && s.Profile.objectOf(e) == s.object {
		*s.of(m, e.Thread)--
		if e.Thread == s.intended {
			s.intended = event.NoThread
		}
	}
	if e.Kind == event.Spawn {
		child := event.ThreadID(e.Object)
		*s.of(m, e.Thread) -= *s.of(m, child)
		if e.Thread == s.intended {
			s.started = child
		}
	}
}

// Copy implements [Independent].
func (s *SURW) Copy() Independent {
	c := *s
	c.left, c.weights, c.candidates = slices.Clone(s.left), nil, nil
	return &c
}

// AppendState implements [Independent].
func (s *SURW) AppendState(state []byte, _ func(float64) int) []byte {
	state = binary.AppendUvarint(append(state, byte(s.object.class)), s.object.number)
	return binary.AppendVarint(binary.AppendVarint(state, int64(s.intended)), int64(s.started))
}

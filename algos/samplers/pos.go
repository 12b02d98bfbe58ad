package samplers

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// POS always runs the enabled event of the highest priority. Priorities are drawn when events are first enabled, and
// drawn again for events that race with the one that is run.
//
// Source: Yuan, Yang, Gu, Partial Order Aware Concurrency Sampling, CAV 2018. An event is the next one
// of its thread, so there is one priority for each thread.
type POS struct {
	priorities []float64 // of the next event of each thread
}

// Begin implements [Sampler].
func (s *POS) Begin(Dice) { s.priorities = s.priorities[:0] }

// Next implements [Sampler].
func (s *POS) Next(_ *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID {
	return highest(&s.priorities, enabled, d)
}

// Done implements [Sampler].
func (s *POS) Done(m *machine.Machine, e event.Event) {
	*priorityOf(&s.priorities, e.Thread) = unknown
	for t, p := range s.priorities {
		if p == unknown {
			continue
		}
		if next, ok := m.Next(event.ThreadID(t)); !ok || event.Dependent(e, next) {
			s.priorities[t] = unknown
		}
	}
}

// Copy implements [Independent].
func (s *POS) Copy() Independent { return &POS{slices.Clone(s.priorities)} }

// AppendState implements [Independent].
func (s *POS) AppendState(state []byte, rank func(float64) int) []byte {
	return appendPriorities(state, s.priorities, rank)
}

package samplers

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// PCT always runs the enabled thread of the highest priority. Priorities are drawn at first; after each of Depth-1
// random steps, the thread that did the step gets a priority below all of these.
//
// Source: Burckhardt et al., A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs, ASPLOS 2010. A bug
// of depth d in a program of n threads and k steps has a probability of at least 1/(n k^(d-1)). Threads get their
// priorities when they are first enabled, which makes no difference to threads that exist from the beginning. The paper draws
// the steps from 1 to k; here they are from 1 to k-1, since a change after the last step has no effect. So the probability of a
// class may differ from the paper's.
type PCT struct {
	Depth  int // d
	Length int // k

	changes    []int     // change[i]: after which step
	priorities []float64 // pri[t]: from 0 to 1 as drawn; unknown, or below 0 where a change has lowered it
	steps      int
}

// unknown is the priority of a thread or an event that has none yet.
const unknown = 2

// Begin implements [Sampler].
func (s *PCT) Begin(d Dice) {
	s.changes, s.priorities, s.steps = s.changes[:0], s.priorities[:0], 0
	for range s.Depth - 1 {
		s.changes = append(s.changes, d.Roll(max(s.Length-1, 1))+1)
	}
}

// Next implements [Sampler].
func (s *PCT) Next(_ *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID {
	return highest(&s.priorities, enabled, d)
}

// highest is the thread of the highest priority. Those that have none get one first.
func highest(priorities *[]float64, enabled []event.ThreadID, d Dice) event.ThreadID {
	best := event.NoThread
	for _, t := range enabled {
		p := priorityOf(priorities, t)
		if *p == unknown {
			*p = d.Priority()
		}
		if best == event.NoThread || *p > (*priorities)[best] {
			best = t
		}
	}
	return best
}

func priorityOf(priorities *[]float64, t event.ThreadID) *float64 {
	return stack.AtOr(priorities, int(t), unknown)
}

// Done implements [Sampler].
func (s *PCT) Done(m *machine.Machine, e event.Event) {
	s.steps++
	for i, step := range s.changes {
		if step == s.steps {
			*priorityOf(&s.priorities, e.Thread) = float64(i + 1 - s.Depth)
		}
	}
	if _, more := m.Next(e.Thread); !more {
		*priorityOf(&s.priorities, e.Thread) = unknown
	}
}

// Copy implements [Independent].
func (s *PCT) Copy() Independent {
	c := *s
	c.changes, c.priorities = slices.Clone(s.changes), slices.Clone(s.priorities)
	return &c
}

// AppendState implements [Independent]. Past changes make no difference, nor does the order of equal ones.
func (s *PCT) AppendState(state []byte, rank func(float64) int) []byte {
	for i, step := range s.changes {
		if step > s.steps {
			state = binary.AppendUvarint(binary.AppendUvarint(state, uint64(i)), uint64(step))
		}
	}
	return appendPriorities(append(state, 0xff), s.priorities, rank)
}

func appendPriorities(state []byte, priorities []float64, rank func(float64) int) []byte {
	for t, p := range priorities {
		switch {
		case p == unknown:
		case p < 0:
			state = binary.AppendVarint(binary.AppendUvarint(state, uint64(t)), int64(p))
		default:
			state = binary.AppendVarint(binary.AppendUvarint(state, uint64(t)), int64(rank(p))+1)
		}
	}
	return state
}

// Package sequence keeps an execution E that grows and shrinks at its end,
// together with its happens-before order and its races. Every explorer that
// looks for races in sequences of events needs that, and also, as it comes to
// the end of E and back, the sleep sets and backtrack sets of all prefixes of E.
// The package knows nothing of any algorithm, and is public so that algorithms
// in other modules can be built on it.
package sequence

import (
	"dporbench/algos"
	"dporbench/model"
)

// Sequence is E. It steps the machine of an exploration, which nobody else may
// step or undo.
type Sequence struct {
	Reader
	Run *algos.Exploration
}

// New returns the empty sequence of x, whose machine must not have been stepped.
func New(x *algos.Exploration) *Sequence {
	order := model.NewHappensBefore(x.Program, x.Memory)
	x.Machine.Inform(order)
	x.CountWork(func(w *algos.Work) { w.Joins += order.Joins() })
	x.NoGuards = x.Memory == model.GenMCTSO || x.Memory == model.CommutingSC
	return &Sequence{Reader{x.Machine, order}, x}
}

// Reset makes E empty for another task, once the machine has been reset.
func (s *Sequence) Reset() { s.order.Reset() }

// Push lets thread t, which must be enabled, do its next event. An error must be
// returned; E is then unchanged.
func (s *Sequence) Push(t model.ThreadID) error {
	e, err := s.machine.Step(t)
	if err != nil {
		return err
	}
	s.order.Push(e)
	if s.machine.Guarded() {
		if s.Run.NoGuards {
			if err := s.Run.GuardsRefused(); err != nil {
				s.Pop()
				return err
			}
		}
		if guard := s.machine.GuardAt(s.Len() - 1); guard != nil {
			s.findGuardedRaces(guard)
		}
	}
	return nil
}

// Pop takes the last event off E.
func (s *Sequence) Pop() {
	s.order.Pop()
	s.machine.Undo()
}

// Cut takes E back to its first n events and keeps the others for Paste. Cuts
// nest: Paste undoes the latest one.
func (s *Sequence) Cut(n int) {
	s.machine.Cut(n)
	s.order.Cut(n)
}

// Paste makes E what it was before the latest Cut. E must begin with what that
// Cut left; whatever follows it is dropped, at no cost. Races is empty after it.
func (s *Sequence) Paste() {
	s.machine.Paste()
	s.order.Paste()
}

// RaceEnd is the second event e' of a race e ≲ e': the last event of E, or a Lock, an
// Await or a When that E leaves pending and that might have come before e. It is valid as long
// as E stays the same, and again when E is restored.
type RaceEnd struct {
	Thread model.ThreadID
	Value  int32 // of a choice that is the last event of E with another value
	At     int   // its position in E, or model.None if it is pending, and for a choice
	// before is the position of the event whose clock holds what happens before
	// e', as its races see it. For a Lock that is the previous event of its
	// thread: the edge from the Unlock that freed the mutex does not count,
	// because reversing the race removes it; and likewise the edge from the last
	// write, for an Await or a When and a race with an earlier one. model.None:
	// nothing happens before. threadPast: e' is one of these, and Stores are buffered. What
	// happens before it as its races see it is the previous event of its thread, and the
	// flushes that it waits for (model.HappensBefore.ThreadPast).
	before int
}

const threadPast = model.None - 1

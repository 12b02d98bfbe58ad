// Package sequence keeps an execution E that grows and shrinks at its end,
// together with its happens-before order and its races. Every explorer that
// looks for races in sequences of events needs that and, as E grows and shrinks,
// the sleep sets and backtrack sets of all its prefixes. The package imports no
// algorithm, and is public so that algorithms in other modules can be built on
// it.
package sequence

import (
	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/order"
)

// Sequence is E. It steps the machine of an exploration, which nothing else may
// step or undo.
type Sequence struct {
	Reader
	Run *algos.Exploration
}

// New returns the empty sequence of x, whose machine must not have been stepped.
func New(x *algos.Exploration) *Sequence {
	order := order.NewHappensBefore((*front.Program)(x.Program), x.Memory)
	x.Machine.Inform(order)
	x.CountWork(func(w *algos.Work) { w.Joins += order.Joins() })
	if x.Memory.UpdatesCommute() {
		_ = x.Declare(algos.NoAppliedGuards) // no guard has been found yet
	}
	return &Sequence{Reader{x.Machine, order}, x}
}

// Reset makes E empty for another task, once the machine has been reset.
func (s *Sequence) Reset() { s.order.Reset() }

// Push lets thread t, which must be enabled, do its next event. An error must be
// returned; E is then unchanged.
//
//go:noinline // or the compiler no longer inlines the memory model's part of each event
func (s *Sequence) Push(t event.ThreadID) error {
	e, err := s.machine.Step(t)
	if err != nil {
		return err
	}
	s.order.Push(e)
	if s.machine.Guarded() {
		return s.findOtherRaces()
	}
	return nil
}

// findOtherRaces finds the races of the last event of E that depend on the conditions that it or others wait for.
func (s *Sequence) findOtherRaces() error {
	if err := s.Run.DeclareGuards(); err != nil {
		s.Pop()
		return err
	}
	at := s.Len() - 1
	if guard := s.machine.GuardAt(at); guard != nil {
		s.findGuardedRaces(guard)
	} else if expected, ok := s.machine.ExpectsAt(at); ok {
		s.findExpectingRaces(expected)
	}
	return nil
}

// Pop removes the last event of E.
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

// Paste restores E to its state before the latest Cut. E must begin with the events
// that this Cut left; whatever follows them is dropped, at no cost. Races is empty afterwards.
func (s *Sequence) Paste() {
	s.machine.Paste()
	s.order.Paste()
}

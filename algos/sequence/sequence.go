// Package sequence holds an execution E that grows and shrinks at its end, with
// its happens-before order and its races. It is what the explorers that run
// sequences of events have in common, and knows nothing of any of them.
package sequence

import "dporbench/model"

// Sequence is E. It runs a machine and keeps the order of what that does: step
// and undo the machine through the Sequence only.
type Sequence struct {
	machine *model.Machine
	*model.HappensBefore
}

// New returns the sequence of a machine that has made no step.
func New(m *model.Machine, p *model.Program) *Sequence {
	return &Sequence{m, model.NewHappensBefore(p)}
}

// Push lets thread t, which must be enabled, do its next event. On an error E
// is unchanged.
func (s *Sequence) Push(t model.ThreadID) error {
	e, err := s.machine.Step(t)
	if err != nil {
		return err
	}
	s.HappensBefore.Push(e)
	return nil
}

// Pop takes the last event off E.
func (s *Sequence) Pop() {
	s.HappensBefore.Pop()
	s.machine.Undo()
}

// Cut takes E back to its first n events and keeps the others to be pasted.
// Cuts are nested: Paste undoes the last of them.
func (s *Sequence) Cut(n int) {
	s.machine.Cut(n)
	s.HappensBefore.Cut(n)
}

// Paste makes E what it was before the last Cut; it must begin with what that
// Cut left, and what else it has goes at no cost. There are no Races after it.
func (s *Sequence) Paste() {
	s.machine.Paste()
	s.HappensBefore.Paste()
}

// Second is the second event e' of a race e ≲ e': the last event of E, or a
// Lock that a maximal E has left pending, which might have been before e all
// the same. It stays valid as long as E does, and again when E is restored.
type RaceEnd struct {
	Thread model.ThreadID
	At     int // its position in E, or model.None for a pending Lock
	// past is the position of the event whose clock tells what happens before
	// e' as far as its races are concerned. For a Lock that is the event before
	// it of its thread: the edge from the Unlock that freed the mutex does not
	// count, since reversing the race does away with it. model.None: nothing
	// happens before e'.
	past int
}

// SecondEvent is e' itself, while E is that in which it races.
func (s *Sequence) RaceEndEvent(second RaceEnd) model.Event {
	if second.At != model.None {
		return s.Event(second.At)
	}
	e, _ := s.machine.Next(second.Thread)
	return e
}

// LastEvent is the last event of E as the second one of races.
func (s *Sequence) LastAsRaceEnd() RaceEnd {
	at := s.Len() - 1
	e := s.Event(at)
	if e.Kind == model.Lock {
		return RaceEnd{e.Thread, at, int(s.Links(at).Thread)}
	}
	return RaceEnd{e.Thread, at, at}
}

// PendingLock is the Lock that thread t waits at as the second event of a race,
// and first the position of the race's first event, the Lock by which the mutex
// is held. ok is false if t waits at no Lock, or if the two do not race.
func (s *Sequence) PendingLock(t model.ThreadID) (first int, second RaceEnd, ok bool) {
	mutex, waits := s.machine.WaitsForLock(t)
	if !waits {
		return 0, RaceEnd{}, false
	}
	first = s.LastLock(mutex)
	second = RaceEnd{t, model.None, s.LastOf(t)}
	return first, second, !s.Precedes(s.Event(first), second)
}

// Precedes reports whether e, an event of E, happens before e' as far as the
// races of e' are concerned. Whether it does for e' itself is not defined.
func (s *Sequence) Precedes(e model.Event, second RaceEnd) bool { return s.Predecessors(second).Has(e) }

// Past is what happens before e' as far as its races are concerned. It is valid
// until E changes.
func (s *Sequence) Predecessors(second RaceEnd) Predecessors {
	if second.past == model.None {
		return nil
	}
	return s.Clock(second.past)
}

// Past is a set of events of E: a vector clock, or nil if it is empty.
type Predecessors []int32

// Has reports whether e, an event of E, is in the set.
func (p Predecessors) Has(e model.Event) bool { return p != nil && p[e.Thread] >= e.Index }

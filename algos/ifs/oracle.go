package ifs

import (
	"encoding/binary"
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// isOpen is the oracle for the event of the last node: it reports whether a maximal run follows the event in which none of
// the threads then asleep could go first. That is so if no thread is asleep, or if a thread that is awake can go first, and
// the same holds after it for the threads that its event leaves asleep.
func (s *search) isOpen() (open bool, err error) {
	asking := len(s.nodes)
	open, err = s.ask()
	for len(s.nodes) > asking && err == nil {
		if !open && s.next() {
			open, err = s.ask()
		} else {
			err = s.answer(open)
		}
	}
	return open, err
}

// ask is isOpen, if the answer is known. Otherwise it enters the node after the event, which is not open so far.
func (s *search) ask() (open bool, err error) {
	n := s.top()
	if n.below == len(s.threads) {
		return true, nil
	}
	if err := s.step(n.t, n.value); err != nil {
		return false, err
	}
	s.appendKey(s.threads[n.below:])
	open, known := s.answers[string(s.key)]
	if known {
		s.undo()
	} else {
		s.enter(n.below, string(s.key))
	}
	return open, nil
}

// answer leaves a node once it is known whether it is open.
func (s *search) answer(open bool) error {
	n := s.top()
	s.answers[n.question] = open
	algos.RaisePeak(&s.Stats.Peak.Configurations, len(s.answers))
	if n.values == 0 {
		if err := s.Redundant(); err != nil {
			return err
		}
	}
	s.leave()
	return nil
}

// appendKey makes the key of the state after E and a sleep set: the history of each thread, and the values of the
// variables. Nothing that follows depends on anything else.
func (s *search) appendKey(asleep []event.ThreadID) {
	key, set := s.key[:0], slices.Clone(asleep)
	slices.Sort(set)
	key = binary.AppendUvarint(key, uint64(len(set)))
	for _, t := range set {
		key = binary.AppendUvarint(key, uint64(t))
	}
	key = binary.AppendUvarint(key, uint64(len(s.at)))
	for _, h := range s.at {
		key = binary.AppendUvarint(key, uint64(h))
	}
	for x := int32(0); s.Machine.HasSeen(x); x++ {
		key = binary.AppendVarint(key, s.Machine.Value(x))
	}
	s.key = key
}

// history identifies the events and reads of a thread: its history before the last event, by number, and that event.
type history struct {
	before int32
	kind   event.Kind
	value  int64 // that it read, or that its choice returned
}

// note adds the next event of t to its history.
func (s *search) note(t event.ThreadID) {
	at := stack.At(&s.at, int(t))
	e, _ := s.Machine.Next(t)
	h := history{before: *at, kind: e.Kind}
	switch {
	case e.Kind == event.Choice:
		h.value = int64(e.Object)
	case e.Kind.InMemory() && e.Kind != event.Write:
		h.value = s.Machine.Value(e.Object)
	}
	n, known := s.histories[h]
	if !known {
		n = int32(len(s.histories)) + 1
		s.histories[h] = n
	}
	s.before = append(s.before, *at)
	s.noted = append(s.noted, t)
	*at = n
}

// undo takes back the last event, and its note.
func (s *search) undo() {
	last := len(s.noted) - 1
	s.Machine.Undo()
	s.at[s.noted[last]] = s.before[last]
	s.noted, s.before = s.noted[:last], s.before[:last]
}

package ifs

import (
	"encoding/binary"
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// isOpen is the oracle: whether there is a maximal run from here on before which none of the threads from the given
// place on, which are asleep, could have its next event first. That is so if nobody is asleep, or if a thread that is
// awake can go first, and the same holds after it for those that its event leaves asleep.
func (s *search) isOpen(from int) (open bool, err error) {
	if from == len(s.threads) {
		return true, nil
	}
	s.appendKey(s.threads[from:])
	if open, known := s.answers[string(s.key)]; known {
		return open, nil
	}
	key := string(s.key)
	enabled, asleep := s.enter(from)
	ways := 0
	for i := enabled; i < asleep && !open && err == nil; i++ {
		t := s.threads[i]
		if s.sleeps(t, s.threads[asleep:]) {
			continue
		}
		ways++
		below := s.asleepAfter(t, asleep)
		for value := int32(0); value < s.Machine.Values(t) && !open && err == nil; value++ {
			open, err = s.opens(t, value, below)
		}
		s.threads = append(s.threads[:below], t)
	}
	s.threads = s.threads[:enabled]
	if ways == 0 {
		err = s.Redundant()
	}
	s.answers[key] = open
	algos.RaisePeak(&s.Stats.Peak.Configurations, len(s.answers))
	return open, err
}

// opens is isOpen after the next event of t.
func (s *search) opens(t event.ThreadID, value int32, below int) (open bool, err error) {
	if below == len(s.threads) {
		return true, nil
	}
	if err = s.step(t, value); err == nil {
		open, err = s.isOpen(below)
	}
	s.undo()
	return open, err
}

// appendKey makes the key of the state after E and a sleep set: what each thread has done and read, and what the
// variables hold. Nothing that follows depends on anything else.
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

// history is what a thread has done, as a number: what it had done before, and one more event.
type history struct {
	before int32
	kind   event.Kind
	value  int64 // that it read, or that its choice returned
}

// note notes what the next event of t adds to its history.
func (s *search) note(t event.ThreadID) {
	for int(t) >= len(s.at) {
		s.at = append(s.at, 0)
	}
	e, _ := s.Machine.Next(t)
	h := history{before: s.at[t], kind: e.Kind}
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
	s.before = append(s.before, s.at[t])
	s.noted = append(s.noted, t)
	s.at[t] = n
}

// undo takes back the last event, and what has been noted of it.
func (s *search) undo() {
	last := len(s.noted) - 1
	if s.Machine.Len() > last {
		s.Machine.Undo()
	}
	s.at[s.noted[last]] = s.before[last]
	s.noted, s.before = s.noted[:last], s.before[:last]
}

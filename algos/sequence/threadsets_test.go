package sequence_test

import (
	"slices"
	"testing"

	"dporbench/algos/sequence"
	"dporbench/model/event"
)

func TestThreadSets(t *testing.T) {
	s := sequence.NewThreadSets()
	check := func(length, members int, want ...event.ThreadID) {
		t.Helper()
		if got := slices.Collect(s.Of(length)); !slices.Equal(got, want) || s.Members() != members {
			t.Errorf("after %d events: %v of %d members, want %v of %d", length, got, s.Members(), want, members)
		}
	}

	check(0, 0)
	s.Add(0, 5)
	s.Add(0, 0)
	s.Add(0, 5)
	check(0, 2, 0, 5)
	s.Push()
	s.Add(1, 7)
	s.Add(0, 63)
	check(0, 4, 0, 5, 63)
	s.Add(1, 130) // more threads than before
	check(0, 5, 0, 5, 63)
	check(1, 5, 7, 130)
	if s.Contains(0, 7) || !s.Contains(1, 130) || s.Contains(1, 1000) {
		t.Error("Contains is not of the right set")
	}
	s.Pop()
	s.Push()
	check(1, 3)
	check(0, 3, 0, 5, 63)
}

// A thread added during a walk over a set is yielded if its number is higher.
func TestThreadSetsWalked(t *testing.T) {
	s := sequence.NewThreadSets()
	s.Add(0, 2)
	var seen []event.ThreadID
	for u := range s.Of(0) {
		seen = append(seen, u)
		if u == 2 {
			s.Add(0, 1)
			s.Add(0, 3)
		}
	}
	if want := []event.ThreadID{2, 3}; !slices.Equal(seen, want) {
		t.Errorf("walked %v, want %v", seen, want)
	}
}

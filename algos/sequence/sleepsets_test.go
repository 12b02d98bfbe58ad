package sequence_test

import (
	"slices"
	"testing"

	"dporbench/algos/sequence"
	"dporbench/model/event"
)

func TestSleepSets(t *testing.T) {
	readX := event.Event{Thread: 0, Index: 1, Kind: event.Read, Access: event.Access{Object: 0}}
	writeX := event.Event{Thread: 1, Index: 1, Kind: event.Write, Access: event.Access{Object: 0}}
	writeY := event.Event{Thread: 2, Index: 1, Kind: event.Write, Access: event.Access{Object: 1}}
	s := sequence.NewSleepSets()
	check := func(when string, length int, want ...event.Event) {
		t.Helper()
		if got := s.Of(length); !slices.Equal(got, want) {
			t.Errorf("%s, after %d events: %v sleep, want %v", when, length, got, want)
		}
	}

	s.Add(readX)
	s.Add(writeY)
	check("at first", 0, readX, writeY)
	s.Push(writeX) // wakes the reader of x
	check("one event later", 1, writeY)
	check("one event later", 0, readX, writeY)
	s.Add(writeX)
	s.Push(writeY) // wakes its own thread
	check("two events later", 2, writeX)
	if s.Entries() != 5 || !s.Contains(0, 0) || s.Contains(2, 0) || !slices.Equal(s.Last(), s.Of(2)) {
		t.Errorf("%d entries, want 5; or not the right ones", s.Entries())
	}
	s.Pop()
	check("back again", 1, writeY, writeX)
	s.Pop()
	check("back at the start", 0, readX, writeY)
	s.Add(writeX)
	check("another sleeper", 0, readX, writeY, writeX)
}

package sequence

import (
	"dporbench/model/event"
)

// SleepSets are the sleep sets of E and of all its prefixes. A thread is asleep
// after E if everything that begins with its next event there has been explored
// from a prefix of E, and nothing dependent on that event has happened since.
//
// Source: P. Godefroid, Partial-Order Methods for the Verification of
// Concurrent Systems, LNCS 1032 (1996), chapter 5. The paper's sleep(E) is
// SleepSets.Of(|E|).
//
// A set holds threads by their next events. While a thread is asleep its next event keeps
// its kind, even if it is a CompareAndSwap, because whatever could change the kind depends
// on the event and so wakes the thread. Only a Load of a store that has left the buffer of
// its thread becomes another kind of event while asleep (rule R25).
type SleepSets struct {
	asleep []event.Event // the sets, one after the other
	from   []int32       // by |E'|: where the set of the prefix E' begins
	looked int64
}

// NewSleepSets returns the sleep sets of the empty execution: nothing is asleep.
func NewSleepSets() *SleepSets { return &SleepSets{from: []int32{0}} }

// Of is sleep(E') for the prefix E' of the given length. The slice is valid
// until E changes or an event is added.
func (s *SleepSets) Of(length int) []event.Event {
	if length+1 == len(s.from) {
		return s.asleep[s.from[length]:]
	}
	return s.asleep[s.from[length]:s.from[length+1]]
}

// Last is sleep(E).
func (s *SleepSets) Last() []event.Event { return s.Of(len(s.from) - 1) }

// Entries is the number of threads in all sets together.
func (s *SleepSets) Entries() int { return len(s.asleep) }

// LookedAt is the number of entries examined so far, for Session.CountWork.
func (s *SleepSets) LookedAt() int64 { return s.looked }

// Add puts the thread of e, whose next event after E is e, to sleep after E.
func (s *SleepSets) Add(e event.Event) { s.asleep = append(s.asleep, e) }

// Contains reports whether thread t is asleep after the prefix of the given
// length.
func (s *SleepSets) Contains(length int, t event.ThreadID) bool {
	set := s.Of(length)
	s.looked += int64(len(set))
	for _, e := range set {
		if e.Thread == t {
			return true
		}
	}
	return false
}

// Push makes E one event longer: the threads whose next events are independent of e stay
// asleep after E·e.
func (s *SleepSets) Push(e event.Event) {
	from := s.from[len(s.from)-1]
	end := int32(len(s.asleep))
	s.looked += int64(end - from)
	s.from = append(s.from, end)
	for i := from; i < end; i++ {
		if f := s.asleep[i]; !event.Dependent(e, f) {
			s.asleep = append(s.asleep, f.Promoted(e))
		}
	}
}

// Pop makes E one event shorter.
func (s *SleepSets) Pop() {
	last := len(s.from) - 1
	s.asleep = s.asleep[:s.from[last]]
	s.from = s.from[:last]
}

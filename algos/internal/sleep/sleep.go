// Package sleep is the sleep sets of an execution E and all its prefixes.
//
// Source: P. Godefroid, Partial-Order Methods for the Verification of
// Concurrent Systems, LNCS 1032 (1996), chapter 5. A thread is asleep after E
// if all that begins with its next event there has been explored from a prefix
// of E, and nothing dependent on that event has happened since.
//
//	sleep(E)    Sets.Of(|E|)
//
// Threads stand in the sets with their next events. As long as a thread is
// asleep its next event keeps its kind, also that of a CompareAndSwap: what
// might change it is dependent on it.
package sleep

import "dporbench/model"

// Sets are the sleep sets of E and of all its prefixes. They follow E as it
// grows and shrinks.
type Sets struct {
	asleep []model.Event // the sets, one after the other
	from   []int32       // by |E'|: where the set of the prefix E' begins
}

// New returns the sleep sets of the empty execution: nothing is asleep.
func New() *Sets { return &Sets{from: []int32{0}} }

// Of is sleep(E') for the prefix E' of the given length. The slice is valid
// until E changes or an event is added.
func (s *Sets) Of(length int) []model.Event {
	if length+1 == len(s.from) {
		return s.asleep[s.from[length]:]
	}
	return s.asleep[s.from[length]:s.from[length+1]]
}

// Last is sleep(E).
func (s *Sets) Last() []model.Event { return s.Of(len(s.from) - 1) }

// Entries is the number of threads in all sets together.
func (s *Sets) Entries() int { return len(s.asleep) }

// Add puts the thread of e, whose next event after E is e, to sleep after E.
func (s *Sets) Add(e model.Event) { s.asleep = append(s.asleep, e) }

// Contains reports whether thread t is asleep after the prefix of the given
// length.
func (s *Sets) Contains(length int, t model.ThreadID) bool {
	for _, e := range s.Of(length) {
		if e.Thread == t {
			return true
		}
	}
	return false
}

// Push makes E one event longer: after E·e those threads stay asleep whose next
// events are independent of e.
func (s *Sets) Push(e model.Event) {
	from := s.from[len(s.from)-1]
	end := int32(len(s.asleep))
	s.from = append(s.from, end)
	for i := from; i < end; i++ {
		if f := s.asleep[i]; !model.Dependent(e, f) {
			s.asleep = append(s.asleep, f)
		}
	}
}

// Pop makes E one event shorter.
func (s *Sets) Pop() {
	last := len(s.from) - 1
	s.asleep = s.asleep[:s.from[last]]
	s.from = s.from[:last]
}

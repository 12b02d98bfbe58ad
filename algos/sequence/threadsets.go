package sequence

import (
	"math/bits"

	"dporbench/model/event"
)

// ThreadSets holds a set of threads for E and for each of its prefixes, such as the
// backtrack sets of an algorithm.
type ThreadSets struct {
	bits    []uint64 // words for each set
	words   int
	members int
}

// NewThreadSets returns the set of the empty execution, which is empty.
func NewThreadSets() *ThreadSets { return &ThreadSets{bits: make([]uint64, 1), words: 1} }

// Members is the number of members of all sets together.
func (s *ThreadSets) Members() int { return s.members }

// Push makes E one event longer, with an empty set.
func (s *ThreadSets) Push() {
	for range s.words {
		s.bits = append(s.bits, 0)
	}
}

// Pop makes E one event shorter.
func (s *ThreadSets) Pop() {
	end := len(s.bits) - s.words
	for _, word := range s.bits[end:] {
		s.members -= bits.OnesCount64(word)
	}
	s.bits = s.bits[:end]
}

// Of yields the threads in the set of the prefix of the given length, the lowest number
// first. A thread added meanwhile is yielded if its number is higher.
func (s *ThreadSets) Of(length int) func(yield func(event.ThreadID) bool) {
	return func(yield func(event.ThreadID) bool) {
		for t := range event.ThreadID(64 * s.words) {
			if s.Contains(length, t) && !yield(t) {
				return
			}
		}
	}
}

// Contains reports whether t is in the set of the prefix of the given length.
func (s *ThreadSets) Contains(length int, t event.ThreadID) bool {
	word := int(t) / 64
	return word < s.words && s.bits[length*s.words+word]>>(t%64)&1 != 0
}

// Add adds t to the set of the prefix of the given length.
func (s *ThreadSets) Add(length int, t event.ThreadID) {
	if s.Contains(length, t) {
		return
	}
	if int(t)/64 >= s.words {
		s.widen(int(t)/64 + 1)
	}
	s.bits[length*s.words+int(t)/64] |= 1 << (t % 64)
	s.members++
}

func (s *ThreadSets) widen(words int) {
	sets := len(s.bits) / s.words
	wide := make([]uint64, sets*words)
	for i := range sets {
		copy(wide[i*words:], s.bits[i*s.words:(i+1)*s.words])
	}
	s.bits, s.words = wide, words
}

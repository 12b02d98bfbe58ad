package model

import "math/bits"

// NoThread stands for no thread.
const NoThread = ThreadID(-1)

// ThreadSet is a set of threads, one bit each, among as many as Grow has made
// room for. The zero value has room for none.
type ThreadSet []uint64

// Grow makes room for the threads with numbers below n.
func (s *ThreadSet) Grow(n int) {
	for 64*len(*s) < n {
		*s = append(*s, 0)
	}
}

// Set makes t a member, or no member.
func (s ThreadSet) Set(t ThreadID, in bool) {
	if in {
		s.Add(t)
	} else {
		s.Remove(t)
	}
}

// Add makes t a member.
func (s ThreadSet) Add(t ThreadID) { s[t>>6] |= 1 << (t & 63) }

// Remove makes t no member.
func (s ThreadSet) Remove(t ThreadID) { s[t>>6] &^= 1 << (t & 63) }

// Has reports whether t is a member.
func (s ThreadSet) Has(t ThreadID) bool { return int(t>>6) < len(s) && s[t>>6]>>(t&63)&1 != 0 }

// Above is the lowest member above t, or NoThread.
func (s ThreadSet) Above(t ThreadID) ThreadID {
	t++
	for w := int(t >> 6); w < len(s); w++ {
		if rest := s[w] >> (t & 63); rest != 0 {
			return t + ThreadID(bits.TrailingZeros64(rest))
		}
		t = ThreadID(64 * (w + 1))
	}
	return NoThread
}

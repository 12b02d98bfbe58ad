package model

import "math/bits"

// NoThread stands for no thread.
const NoThread = ThreadID(-1)

// threadSet is a set of threads, one bit each.
type threadSet []uint64

// grow makes room for n threads.
func (s *threadSet) grow(n int) {
	for 64*len(*s) < n {
		*s = append(*s, 0)
	}
}

func (s threadSet) set(t ThreadID, in bool) {
	bit := uint64(1) << (t & 63)
	if in {
		s[t>>6] |= bit
	} else {
		s[t>>6] &^= bit
	}
}

// above is the lowest member above t, or NoThread.
func (s threadSet) above(t ThreadID) ThreadID {
	t++
	for w := int(t >> 6); w < len(s); w++ {
		if rest := s[w] >> (t & 63); rest != 0 {
			return t + ThreadID(bits.TrailingZeros64(rest))
		}
		t = ThreadID(64 * (w + 1))
	}
	return NoThread
}

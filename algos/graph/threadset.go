package graph

import (
	"math/bits"

	"dporbench/model"
)

// threadSet is a set of threads, one bit each.
type threadSet []uint64

// grow makes room for n threads.
func (s *threadSet) grow(n int) {
	for 64*len(*s) < n {
		*s = append(*s, 0)
	}
}

func (s threadSet) set(t model.ThreadID, in bool) {
	bit := uint64(1) << (t % 64)
	if in {
		s[t/64] |= bit
	} else {
		s[t/64] &^= bit
	}
}

// above is the lowest member above t, or model.NoThread.
func (s threadSet) above(t model.ThreadID) model.ThreadID {
	t++
	for word := int(t / 64); word < len(s); word++ {
		if rest := s[word] >> (t % 64); rest != 0 {
			return t + model.ThreadID(bits.TrailingZeros64(rest))
		}
		t = model.ThreadID(64 * (word + 1))
	}
	return model.NoThread
}

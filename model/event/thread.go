package event

import "math/bits"

// ThreadID numbers a thread: declared threads from 0 in the order of their declaration,
// spawned ones after them in the order in which an exploration first sees them. A thread
// keeps its number for a whole exploration: it is identified by its parent and the number of
// the parent's Go that started it. Two explorations may number spawned threads differently;
// the canonical key of an execution does not depend on that.
//
// Under a memory model with store buffers the threads' actors have numbers too: an
// actor flushes the stores of one buffer, and its events are these flushes. See
// Actor in package behaviour.
type ThreadID int16

// NoThread stands for no thread.
const NoThread = ThreadID(-1)

// ThreadSet is a set of threads, one bit each, for as many as Grow has made
// room for. The zero value has room for none.
type ThreadSet []uint64

// Grow makes room for the threads with numbers below n.
func (s *ThreadSet) Grow(n int) {
	for 64*len(*s) < n {
		*s = append(*s, 0)
	}
}

// Set adds or removes t.
func (s ThreadSet) Set(t ThreadID, in bool) {
	if in {
		s.Add(t)
	} else {
		s.Remove(t)
	}
}

// Add adds t.
func (s ThreadSet) Add(t ThreadID) { s[t>>6] |= 1 << (t & 63) }

// Remove removes t.
func (s ThreadSet) Remove(t ThreadID) { s[t>>6] &^= 1 << (t & 63) }

// Has reports whether t is a member.
func (s ThreadSet) Has(t ThreadID) bool { return int(t>>6) < len(s) && s[t>>6]>>(t&63)&1 != 0 }

// Above returns the lowest member above t, or NoThread.
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

// Mix hashes v over all numbers, differently for each seed: splitmix64 (Steele, Lea,
// Flood, Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
func Mix(seed, v uint64) uint64 {
	z := seed + 0x9e3779b97f4a7c15*(v+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

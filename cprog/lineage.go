package cprog

import (
	"math/bits"

	"dporbench/model"
)

// A thread's segment is a number that its place in the tree of threads determines, so
// that its addresses, and what pthread_self returns, are the same in every execution
// and exploration. It is the path from main, written in binary after a leading one: for
// each step, which child of its parent it is, in Elias's gamma code.
const mainSegment = 1

// segmentBits bounds a segment, so that addresses remain below the other spaces.
const segmentBits = 27

// childSegment is the segment of the nth child, from 1, of the thread with that segment;
// ok is false if its number is too large.
func childSegment(segment, n int64) (child int64, ok bool) {
	width := 2*bits.Len64(uint64(n)) - 1
	if bits.Len64(uint64(segment))+width > segmentBits {
		return 0, false
	}
	return segment<<width | n, true
}

// child is a thread that this one or one of its ancestors has started before it
// started this one: those that it can join.
type child struct {
	segment int64
	model   model.Child
	earlier *child
}

func (c *child) find(segment int64) (*child, bool) {
	for ; c != nil; c = c.earlier {
		if c.segment == segment {
			return c, true
		}
	}
	return nil, false
}

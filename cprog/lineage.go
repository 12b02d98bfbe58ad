package cprog

import "dporbench/model"

// A thread's segment is its path from main, see package lineage, so that its addresses, and what
// pthread_self returns, are the same in every execution and exploration.

// segmentBits bounds a segment, so that addresses remain below the other spaces.
const segmentBits = 27

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

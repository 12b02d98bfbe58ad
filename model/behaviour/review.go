package behaviour

import (
	"slices"

	"dporbench/model/event"
)

// A body that depends on state that other bodies change, on random numbers or on the order of a map does something
// else when it is run again. But a body is run only where it has not been before. So each path that a thread has
// taken to its end, or to where it waits for a value, is rerun by itself, somewhat later, when other bodies have
// run.

const (
	reviewBatch = 32      // ways that are rerun together
	reviewFree  = 1 << 12 // operations that may be redone in any case
	reviewShare = 32      // one more may be redone for each reviewShare that bodies have done otherwise
	reviewStart = 16      // operations that cost as much as starting a body
	reviews     = 2       // a body may do the same by chance
)

// review holds the ways to rerun.
type review struct {
	ways []way
	left int // operations that may be redone, times reviewShare
}

// way is the path of a thread to its end, or to where it waits for a value.
type way struct {
	thread event.ThreadID
	to     Position
}

// arrived records that t has reached n for the first time, after that many operations more than were known.
func (b *Behaviour) arrived(t event.ThreadID, n Position, operations int) {
	b.review.left += operations
	at := &b.nodes[n]
	if !at.Code.Stopped() && !at.Code.Guarded() {
		return
	}
	if cost := reviewShare * reviews * (int(at.depth) + reviewStart); cost <= b.review.left {
		b.review.left -= cost
		b.review.ways = append(b.review.ways, way{t, n})
	}
}

// reviewWays reruns the ways if there are enough of them, or the nodes are about to be dropped.
func (b *Behaviour) reviewWays() error {
	if len(b.review.ways) < reviewBatch && b.used < b.budget {
		return nil
	}
	return b.reviewAll()
}

// reviewAll reruns all ways in the order in which they were met, and then in reverse, so that of any two bodies
// each has run before the other.
func (b *Behaviour) reviewAll() error {
	ways := b.review.ways
	b.review.ways = ways[:0]
	for range reviews {
		for _, w := range ways {
			c, err := b.replay(w.thread, w.to)
			if err != nil {
				return err
			}
			b.release(c)
		}
		slices.Reverse(ways)
	}
	return nil
}

package rvf

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// writing says, by location and thread, when the thread was last seen to write there, or to be about to.
type writing struct {
	writers [][]int64
	now     int64
}

// noteWriter notes that s is next in thread t, if it may write.
func (x *exploration) noteWriter(t event.ThreadID, s operation.Step) {
	if location := locationOf(s); location != event.Nowhere && (s.Kind(0) != event.Read || s.Compares()) {
		x.now++
		*at(at(&x.writers, location), int32(t)) = x.now
	}
}

// at is a place in a list, which it makes longer if there is none.
func at[T any](list *[]T, i int32) *T {
	for int(i) >= len(*list) {
		*list = append(*list, *new(T))
	}
	return &(*list)[i]
}

// isAll reports whether the next decision of t, of s, whose annotations have all been visited since then, can have no
// other one: nobody else could write there.
//
// Suppose that a class has another one. Then an execution τ of it has a write of the location before that decision, by
// another thread, that is not in H; let w be the first. What comes before w in τ, and H, are closed, so there is an order
// of them, and the decision can come at its end, with some annotation that could be had after H alone. In the node
// of that, or one below it, w is the next event of its thread, or has been added.
func (x *exploration) isAll(t event.ThreadID, s operation.Step, since int64) bool {
	location := locationOf(s)
	switch {
	case location == event.Nowhere:
		return true
	case s.Guard() != nil || s.Kind(0) == event.Lock && !x.Machine.Enabled(t):
		return false // the decision may not be possible at the end
	}
	for u, last := range *at(&x.writers, location) {
		if u != int(t) && last > since {
			return false
		}
	}
	return true
}

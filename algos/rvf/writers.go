package rvf

import (
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// noteWriter notes that s is next in thread t, if it may write.
func (x *exploration) noteWriter(t event.ThreadID, s operation.Step) {
	if location := locationOf(s); location != event.Nowhere && (s.Kind(0) != event.Read || s.Compares()) {
		x.now++
		*stack.At(&stack.At(&x.locations, int(location)).seen, int(t)) = x.now
	}
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
	for u, last := range stack.At(&x.locations, int(location)).seen {
		if u != int(t) && last > since {
			return false
		}
	}
	return true
}

package parsimonious

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/order"
)

// Moved describes, in E, events whose kind depends on where they stand: a CompareAndSwap, whose
// kind depends on the value before it, and a Load that reads its thread's buffer until the store is
// flushed. The paper's programs have neither.
type Moved struct {
	HeadCAS bool    // hd(σ) is a CompareAndSwap, whose kind may change when it is moved further
	After   int64   // the value of e.var right after e, if e accesses a variable
	before  []int32 // by thread: how many of its events E1 has; if Stores are buffered
}

// countBefore records how many events of each thread E has before that of s.
func (t *MarkedSequence) countBefore(s *Schedule) {
	for u := range t.Run.Machine.Threads() {
		s.before = append(s.before, t.CountBefore(event.ThreadID(u), s.At))
	}
}

// after returns the value that the variable of the event at position first has right
// after it: what the next write of the variable replaced. Because the event races with
// e', that can only be e', unless e' waited for it (rule R17).
func (t *MarkedSequence) after(first int) int64 {
	e := t.Event(first)
	if !e.Kind.OnVariable() {
		return 0
	}
	next := order.None
	for w := t.LastWrite(e.Object); w > first; w = int(t.Links(w).Write) {
		next = w
	}
	if next == order.None {
		return t.Run.Machine.Value(e.Object)
	}
	return t.Run.Machine.Overwritten(next)
}

// FlushedBefore reports whether, where Stores are buffered, the n-th flush of actor a comes before Tail[l]
// in E1·e·E2.
func (s *Schedule) FlushedBefore(l int, a event.ThreadID, n int32) bool {
	if int(a) < len(s.before) && n <= s.before[a] {
		return true
	}
	return slices.ContainsFunc(s.Tail[:l], func(c TailEvent) bool { return c.Event.Thread == a && c.Event.Index == n })
}

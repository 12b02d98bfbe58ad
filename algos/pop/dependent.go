package pop

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// dependent reports whether the event at position q of E, taken as one of that kind, and c =
// S.tail[l], an event of another thread or the same event, are dependent.
//
// Where Stores are buffered that depends on what comes before the two in τ and in E1·e·E2. The flush of a
// thread's own store is independent of the thread's events, or ordered with them by program order. A Load l of
// a store of its own thread commutes with the store's flush f, and with another thread's write g of the
// variable as long as f is still to come: l and g depend on each other only where f comes before g (rule R29).
func (x *SleepSet) dependent(q int32, kind event.Kind, s *parsimonious.Schedule, l int) bool {
	e, c := x.At(int(q)), &s.Tail[l].Event
	switch {
	case e.Object != c.Object:
		return false
	case same(e, c): // so no schedule in place of an event has that event
		return true
	case e.Partner|c.Partner == 0: // neither involves a buffer
	case e.IsFlush() && e.Issuer() == c.Thread || c.IsFlush() && c.Issuer() == e.Thread:
		return false
	case c.ReadsOwn() && kind.Writes() && !e.Kind.Writes():
		// A CompareAndSwap that would write right after e: the stores flushed there are in E1·e, or before c.
		return s.FlushedBefore(max(l, 1), c.Flusher(), int32(c.Ref))
	case c.ReadsOwn() && kind.Writes():
		return x.Clock(int(q))[c.Flusher()] >= int32(c.Ref)
	case e.ReadsOwn() && c.Kind.Writes():
		return s.FlushedBefore(l, e.Flusher(), int32(e.Ref))
	}
	return event.Conflicting(kind, e.Object, c.Kind, c.Object)
}

// after returns the schedule of the events tau, whose head f has that kind before e, right after e: there, f may have
// another kind (rule R7), or wait: an Await or a When for its guard (rules R15 and R56), a CompareAndSwap for its buffers
// unless it fails (rule R50).
func (x *SleepSet) after(s *parsimonious.Schedule, tau []int32, kind event.Kind) schedule {
	last := len(tau) - 1
	f, m := int(tau[last]), x.Run.Machine
	t := schedule{tau, tau[last], kind, false}
	if first := s.First(); !first.Kind.OnVariable() || first.Object != x.At(f).Object {
		return t
	}
	if m.Guarded() {
		guard := m.GuardAt(f)
		expected, ok := m.ExpectsAt(f)
		t.waits = guard != nil && !guard.Holds(x.valueAfter(s, tau)) || ok && expected == s.After && !x.drained(s, tau)
	}
	if expected, cas := m.CompareAndSwapAt(f); t.waits {
		t.rem = tau[:last]
	} else if cas {
		t.kind = event.Read
		if x.valueAfter(s, tau) == expected {
			t.kind = event.Update
		}
	}
	return t
}

// findsWaiting is the end of a walk, where f waits right after e. Its race with e is found where it is enabled again, or
// at the end, if E leaves it pending: on the path of events outside schedules from the node where what comes before it
// has been executed. So the walk continues without f until nothing remains, and then along that path (rule R16). The
// races of pending events are reversed in the order of their threads.
func (x *SleepSet) findsWaiting(t *schedule, s *parsimonious.Schedule) bool {
	return len(t.rem) == 0 && s.Pending && x.Run.Machine.TriedBefore(x.At(int(t.head)).Thread, s.Second.Thread)
}

// hasRivals reports whether other schedules in place of ê may be compatible with σ', the schedule inner: only if its head
// is a read (Lemma B3), or a CompareAndSwap that may become one again.
func hasRivals(inner *parsimonious.Schedule) bool { return inner.IsRead() || inner.HeadCAS }

// sameValue reports whether two letters of one event agree: two values of a choice are in conflict (rule R9).
func sameValue(e, c *event.Event) bool { return e.Object == c.Object }

// valueAfter is the value of e's variable after e and τ without its head. The events of τ do not change it, except for
// Applies, which commute with e (rule R35).
func (x *SleepSet) valueAfter(s *parsimonious.Schedule, tau []int32) int64 {
	value := s.After
	for _, q := range tau[:len(tau)-1] {
		if e := x.At(int(q)); e.Kind.Applies() && e.Object == s.First().Object {
			op, operand := x.Run.Machine.AppliedAt(int(q))
			value = op.Apply(value, operand)
		}
	}
	return value
}

// drained reports whether E1 and τ have all flushes that τ's head, a CompareAndSwap, waits for if it writes.
func (x *SleepSet) drained(s *parsimonious.Schedule, tau []int32) bool {
	f := x.At(int(tau[len(tau)-1]))
	actor, n := x.Run.Machine.LastStoreBefore(f.Thread, f.Index)
	return n == 0 || s.FlushedBefore(0, actor, n) || slices.ContainsFunc(tau, func(q int32) bool {
		return x.At(int(q)).Thread == actor && x.At(int(q)).Index == n
	})
}

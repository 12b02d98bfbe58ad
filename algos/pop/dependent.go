package pop

import (
	"dporbench/algos/internal/parsimonious"
	"dporbench/model/event"
)

// dependent reports whether the event at position q of E, taken as one of that kind, and c =
// S.tail[l], an event of another thread, are dependent. Where Stores are buffered that depends on
// what comes before the two in τ and in E1·e·E2.
func (x *SleepSet) dependent(q int, kind event.Kind, s *parsimonious.Schedule, l int) bool {
	e, c := x.At(q), &s.Tail[l].Event
	switch {
	case e.Object != c.Object:
		return false
	case e.Partner|c.Partner != 0:
		return x.dependentInBuffers(q, kind, s, l)
	}
	return event.Conflicting(kind, e.Object, c.Kind, c.Object)
}

// dependentInBuffers is dependent for two events, one of which involves a buffer.
//
// The flush of a thread's own store is independent of what the thread does, or ordered with it by
// program order. A Load l of a store of its own thread commutes with the store's flush f, and with
// another thread's write g of the variable as long as f is still to come: l and g depend on each
// other only where f comes before g (rule R29).
func (x *SleepSet) dependentInBuffers(q int, kind event.Kind, s *parsimonious.Schedule, l int) bool {
	e, c := x.At(q), &s.Tail[l].Event
	switch {
	case e.IsFlush() && e.Issuer() == c.Thread || c.IsFlush() && c.Issuer() == e.Thread:
		return false
	case c.ReadsOwn() && kind.Writes() && !e.Kind.Writes():
		// A CompareAndSwap that would write right after e: what has been flushed by then is in E1·e, or before
		// c.
		return s.FlushedBefore(max(l, 1), c.Flusher(), int32(c.Ref))
	case c.ReadsOwn() && kind.Writes():
		return x.Clock(q)[c.Flusher()] >= int32(c.Ref)
	case e.ReadsOwn() && c.Kind.Writes():
		return s.FlushedBefore(l, e.Flusher(), int32(e.Ref))
	}
	return event.Conflicting(kind, e.Object, c.Kind, c.Object)
}

// lastConflict is the position of the last event before f, a read, that conflicts with it: the last
// write of its variable. Where updates commute, f may be one (rule R36).
func (x *SleepSet) lastConflict(f int) int32 {
	if x.Commuting() {
		return x.LastConflict(f)
	}
	return x.Links(f).Write
}

// kindIn is the kind that the event at position q of E has in τ.
func (x *SleepSet) kindIn(t schedule, q int32) event.Kind {
	if q == t.head {
		return t.kind
	}
	return x.At(int(q)).Kind
}

// after is the schedule of these events, whose head has that kind before e, taken right after e.
func (x *SleepSet) after(s *parsimonious.Schedule, tau []int32, kind event.Kind) schedule {
	last := len(tau) - 1
	t := schedule{rem: tau, head: tau[last], kind: kind}
	if first := s.First(); !first.Kind.OnVariable() || first.Object != x.At(int(t.head)).Object {
		return t
	}
	if x.waitsRightAfter(s, tau) {
		t.rem, t.waits = tau[:last], true
	} else {
		t.kind = x.kindAfter(s, tau, kind)
	}
	return t
}

// kindAfter is the kind of the last event of τ right after e (rule R7). It may differ only if that is a
// CompareAndSwap.
func (x *SleepSet) kindAfter(s *parsimonious.Schedule, tau []int32, kind event.Kind) event.Kind {
	last := len(tau) - 1
	f := int(tau[last])
	expected, cas := x.Run.Machine.CompareAndSwapAt(f)
	if !cas {
		return kind
	}
	if x.valueAfter(s, tau[:last], x.At(f).Object) == expected {
		return event.Update
	}
	return event.Read
}

// valueAfter is the value of variable v, which is that of e, after e and those events. They do not
// change it, unless updates commute (rule R35).
func (x *SleepSet) valueAfter(s *parsimonious.Schedule, events []int32, v int32) int64 {
	value := s.After
	if !x.Commuting() {
		return value
	}
	for _, q := range events {
		if e := x.At(int(q)); e.Kind.Applies() && e.Object == v {
			op, operand := x.Run.Machine.AppliedAt(int(q))
			value = op.Apply(value, operand)
		}
	}
	return value
}

package operation

import (
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Step is an operation with its operands, independent of its place in an execution. Its effect
// there depends on the value of its object; a mutex has the value Free or Held.
type Step struct {
	Object int32 // as in an Event
	Code   Code
	Operands
	guard *Guard // of an Await or a When
}

// Operands holds the operands of an operation: A is the value stored, added, or expected by a
// compare-and-swap, whose B is the new value; in a Fetch or an Apply, B is the [FetchOp]; in a
// Choose, A is the number of values. They are a separate struct because the compiler keeps
// structs of at most four fields in registers.
type Operands struct{ A, B int64 }

// The values of a mutex.
const (
	Free int64 = 0
	Held int64 = 1
)

// Waiting returns the Step of an Await or a When on that object.
func Waiting(c Code, object int32, g *Guard) Step { return Step{Object: object, Code: c, guard: g} }

// Unguarded returns any other Step.
func Unguarded(c Code, object int32, o Operands) Step {
	return Step{Object: object, Code: c, Operands: o}
}

// Op returns the name of the operation: "load", "store", "add", "swap", "fetch", "apply",
// "compare-and-swap", "compare-exchange", "await", "when", "lock", "unlock", "go",
// "join", "choose", "the end", "a failure" or "a false assume".
func (s Step) Op() string { return s.Code.String() }

// Ended reports whether the thread has returned or failed: there is no step.
func (s Step) Ended() bool { return s.Code.Ended() }

// Stopped reports whether there is no step because the thread has ended, or
// stopped at a false Assume.
func (s Step) Stopped() bool { return s.Code.Stopped() }

// Result returns the result of a thread that has Ended, for threads that join it.
func (s Step) Result() int64 {
	if s.Code == End {
		return s.A
	}
	return 0
}

// Values returns the number of values the operation may return, from 0 on, whatever its
// object holds: more than 1 only for a Choose.
func (s Step) Values() int32 {
	if s.Code == Choose {
		return int32(s.A)
	}
	return 1
}

// Compares reports whether the operation is a CompareAndSwap or a CompareExchange.
func (s Step) Compares() bool { return s.Code.Compares() }

// Location returns the location of the event; see event.Kind.Location.
func (s Step) Location() int32 { return s.Kind(0).Location(s.Object) }

// Guard returns the condition of an Await or a When, or nil for other operations.
func (s Step) Guard() *Guard { return s.guard }

// Enabled reports whether the event is enabled if its object has that value. A Join,
// which waits for a thread, is always enabled in this package.
func (s Step) Enabled(value int64) bool {
	switch s.Code {
	case Lock:
		return value == Free
	case Await, When, Pass:
		return s.guard.Holds(value)
	}
	return true
}

// Buffered reports whether the operation waits in a buffer under a memory model.
func (s Step) Buffered(m memory.Model) bool { return s.Code.Buffered(m) }

// Drains reports whether the operation, under a memory model that Buffers, waits until the Stores of
// its thread are in memory, if its object has that value.
func (s Step) Drains(m memory.Model, value int64) bool {
	if s.Code.DrainsUnlessFailing(m) {
		return value == s.A
	}
	return !s.Code.Buffered(m) && s.Code.Drains()
}

// Kind returns the kind of the event if the object has that value before it.
func (s Step) Kind(value int64) event.Kind { return s.Code.Kind(s.A, value) }

// Kind is the kind of the event if the object has that value before it; a is the first operand.
func (c Code) Kind(a, value int64) event.Kind {
	if c.Compares() && value != a {
		return event.Read
	}
	return kinds[c]
}

// Written returns the value of the object after the event if it had that value before.
func (s Step) Written(value int64) int64 {
	if s.Code == When || s.Code == Pass {
		return s.guard.Written(value)
	}
	written, _ := s.Code.Do(s.Operands, value)
	return written
}

// Returned returns the value that the thread gets back if the object
// had that value before: for a Join, the Result of the thread that ended.
func (s Step) Returned(value int64) int64 {
	_, returned := s.Code.Do(s.Operands, value)
	return returned
}

// Do returns the effect of the operation where its object has that value: the value that the object then
// holds, and the value that the thread gets back, or 0 if none. The [Guard] of a When has the value that it writes.
func (c Code) Do(o Operands, value int64) (written, returned int64) {
	switch c {
	case Load, Await, When, Pass, Join:
		return value, value
	case Store:
		return o.A, 0
	case Add:
		return value + o.A, value
	case Swap:
		return o.A, value
	case Fetch:
		return FetchOp(o.B).Apply(value, o.A), value
	case ApplyAdd, ApplyAnd, ApplyOr, ApplyXor, ApplyMax, ApplyMin:
		return FetchOp(o.B).Apply(value, o.A), 0
	case CompareAndSwap:
		if value == o.A {
			return o.B, 1
		}
	case CompareExchange:
		if value == o.A {
			return o.B, value
		}
		return value, value
	case Lock:
		return Held, 0
	case Unlock:
		return Free, 0
	}
	return value, 0
}

package model

// Step is an operation, before it is known where in an execution it comes. What
// it does depends on the value that its object has there; a mutex has the value
// Free or Held.
type Step struct {
	Object int32 // as in Event
	code   opcode
	operands
	guard *Guard // of an Await or a When
}

// operands are those of an operation. They are a struct of their own because the compiler
// keeps structs of at most four fields in registers.
type operands struct{ a, b int64 }

// The values of a mutex.
const (
	Free int64 = 0
	Held int64 = 1
)

// Ended reports whether the thread has returned or failed: there is no step.
func (s Step) Ended() bool { return s.code <= opFail }

// Result is the result of a thread that has Ended, for those that join it.
func (s Step) Result() int64 {
	if s.code == opEnd {
		return s.a
	}
	return 0
}

// Stopped reports whether there is no step because the thread has ended, or
// stopped at a false Assume.
func (s Step) Stopped() bool { return s.code <= opAssume }

// Values is how many values the operation may return, from 0, whatever its object holds:
// more than 1 only if it is a Choose.
func (s Step) Values() int32 {
	if s.code == opChoose {
		return int32(s.a)
	}
	return 1
}

// Kind is the kind of the event if the object has that value before it.
func (s Step) Kind(value int64) Kind {
	if s.code.compares() && value != s.a {
		return Read
	}
	return kinds[s.code]
}

// Enabled reports whether the object may have that value before the event. A Join,
// which waits for a thread, is enabled for all that is known here.
func (s Step) Enabled(value int64) bool {
	switch s.code {
	case opLock:
		return value == Free
	case opAwait, opWhen:
		return s.guard.Holds(value)
	}
	return true
}

// Buffered reports whether the operation waits in a buffer under a memory model that Buffers.
func (s Step) Buffered(m Memory) bool { return m.isBuffered(s.code) }

// Drains reports whether the operation, under a memory model that Buffers, comes only when the Stores
// of its thread are in memory, if its object has that value.
func (s Step) Drains(m Memory, value int64) bool {
	if m.drainsUnlessFailing(s.code) {
		return value == s.a
	}
	return !m.isBuffered(s.code) && s.code.drains()
}

// Compares reports whether the operation is a CompareAndSwap or a CompareExchange.
func (s Step) Compares() bool { return s.code.compares() }

// Guard is what an Await or a When waits for; nil for all others.
func (s Step) Guard() *Guard { return s.guard }

// Written is the value of the object after the event if it had that value
// before.
func (s Step) Written(value int64) int64 {
	switch s.code {
	case opStore, opSwap:
		return s.a
	case opAdd:
		return value + s.a
	case opWhen:
		return s.guard.written(value)
	case opFetch, opApplyAdd, opApplyAnd, opApplyOr, opApplyXor, opApplyMax, opApplyMin:
		return FetchOp(s.b).Apply(value, s.a)
	case opCAS, opCompareExchange:
		if value == s.a {
			return s.b
		}
	case opLock:
		return Held
	case opUnlock:
		return Free
	}
	return value
}

// Returned is what the operation returns to the thread if the object had that
// value before. Of a Join that is the Result of the thread that ended.
func (s Step) Returned(value int64) int64 {
	switch s.code {
	case opLoad, opAdd, opSwap, opFetch, opCompareExchange, opAwait, opWhen, opJoin:
		return value
	case opCAS:
		if value == s.a {
			return 1
		}
	}
	return 0
}

func (op operation) step() Step {
	return Step{Object: op.object, code: op.code, operands: operands{op.a, op.b}, guard: op.guard}
}

// objects are the values of variables and mutexes, by number.
type objects struct {
	program        *Program
	values, locked []int64
}

// initialObjects are those at the start of p.
func initialObjects(p *Program) objects {
	o := objects{program: p, locked: make([]int64, len(p.mutexes))}
	for _, v := range p.vars {
		o.values = append(o.values, v.initial)
	}
	return o
}

// of is the variable or mutex of s, or nil if it has none.
func (o *objects) of(s Step) *int64 {
	switch {
	case s.code == opLock || s.code == opUnlock:
		return &o.locked[s.Object]
	case s.code.onVariable():
		return o.variable(s.Object)
	}
	return nil
}

func (o *objects) variable(x int32) *int64 {
	for int(x) >= len(o.values) { // a thread has made it
		o.values = append(o.values, o.program.Initial(int32(len(o.values))))
	}
	return &o.values[x]
}

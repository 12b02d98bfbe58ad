package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Next returns the event that thread t does if it is stepped now; ok is false if it has
// none: it has not been started, has ended, failed, or stopped at a false Assume. The
// event of a waiting thread is returned as well, with ok true.
func (m *Machine) Next(t event.ThreadID) (e event.Event, ok bool) {
	if m.tree.At(m.threads[t].node).Code.Stopped() {
		return event.Event{}, false
	}
	return m.semantics.next(t), true
}

// NextStep returns what thread t does next, whatever the memory holds.
func (m *Machine) NextStep(t event.ThreadID) operation.Step { return m.tree.Step(m.threads[t].node) }

// Values returns how many values the next event of thread t may have: n if it is at a
// Choose(n), otherwise 1. An explorer must explore all of them; see Choose.
func (m *Machine) Values(t event.ThreadID) int32 {
	if th := &m.threads[t]; th.code == operation.Choose {
		return int32(m.tree.At(th.node).A)
	}
	return 1
}

// ValuesAt is Values for the i-th event of E when it was executed.
func (m *Machine) ValuesAt(i int) int32 { return m.tree.Step(m.undo[i].node).Values() }

// Choose makes the next Step of a thread that is at a Choose return value, which must be
// below its Values. Without it, such a Step returns 0.
func (m *Machine) Choose(value int32) {
	m.choice = value
	m.chosen = m.chosen || value > 0
}

// IgnoresChoices reports whether there were several Values, and only the first was ever
// chosen, as by an explorer without choices.
func (m *Machine) IgnoresChoices() bool { return m.choices && !m.chosen }

// HasChoices reports whether there have been several Values so far, in any execution.
func (m *Machine) HasChoices() bool { return m.choices }

// CompareAndSwapAt reports whether the i-th event of E is a CompareAndSwap or a
// CompareExchange, and the value it compares with; its kind depends on its place in E.
func (m *Machine) CompareAndSwapAt(i int) (expected int64, ok bool) {
	n := m.tree.At(m.undo[i].node)
	return n.A, n.Code.Compares()
}

// AppliedAt returns the operation and the operand of the i-th event of E, the event of an Apply.
func (m *Machine) AppliedAt(i int) (op operation.FetchOp, v int64) {
	n := m.tree.At(m.undo[i].node)
	return operation.FetchOp(n.B), n.A
}

// WaitsForApplied reports whether some variable is known to be both waited for and the object
// of an Apply that commutes.
func (m *Machine) WaitsForApplied() bool { return m.tree.WaitsForApplied() }

// Guarded reports whether an Await or a When has been checked or executed so far, or an operation
// that waits for a value under the memory model: a CompareAndSwap under tso-genmc.
func (m *Machine) Guarded() bool { return m.guarded }

// GuardAt returns what the i-th event of E waited for, if it is that of an Await or a
// When, or nil.
func (m *Machine) GuardAt(i int) *operation.Guard { return m.tree.GuardOf(m.undo[i].node) }

// NextGuard returns what thread t waits for, if it is at an Await or a When, or nil.
func (m *Machine) NextGuard(t event.ThreadID) *operation.Guard {
	return m.tree.GuardOf(m.threads[t].node)
}

// Place lets thread t continue from another Position, where it does the same as from its own; stores that it has issued stay in its buffers. Undo goes back to where it
// was before its last event.
func (m *Machine) Place(t event.ThreadID, n behaviour.Position) {
	m.copied()
	if m.place(t, n); m.buffers != nil {
		m.buffers.settle(t)
	}
}

// LocalState represents what thread t may still do after E, as far as that depends on t alone: if it
// is the same after two prefixes, t continues in the same way if it reads the same from there on.
// It is 0 before t has been started. The cache of the behaviour must not have been full in between. Under sequential consistency, with
// Limits.Locals, it is a hash of the thread's local state, the same in all processes: see [behaviour.Behaviour.Local].
func (m *Machine) LocalState(t event.ThreadID) uint64 {
	if m.threads[t].node == behaviour.None {
		return 0
	}
	return m.semantics.localState(t)
}

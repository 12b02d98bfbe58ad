package machine

import (
	"strconv"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// Statement returns what thread t does if it is stepped now, as a program would write it:
// "x = 1", "y", "x += 1", "cas(x, 0, 1)", "lock l", "go q". It is "" if t has no next
// event.
func (m *Machine) Statement(t event.ThreadID) string {
	return m.tree.Operation(m.threads[t].node).Statement(m.program)
}

// StatementAt is Statement for the i-th event of E.
func (m *Machine) StatementAt(i int) string {
	return m.tree.Operation(m.undo[i].node).Statement(m.program)
}

// VarName names variable x.
func (m *Machine) VarName(x int32) string { return m.program.VarName(x) }

// Returned returns what the last event of E returned to its thread, or 0 if nothing. The thread may
// have issued Stores since.
func (m *Machine) Returned() int64 {
	last := len(m.events) - 1
	return m.tree.ReturnedBetween(m.undo[last].node, m.threads[m.events[last].Thread].node)
}

// Result returns what the last event of E returned to its thread, as text, or "" if
// nothing.
func (m *Machine) Result() string {
	last, value := len(m.events)-1, m.Returned()
	if g := m.GuardAt(last); g != nil && g.Text != "" {
		if g.Result == nil {
			return ""
		}
		return g.Result(value)
	}
	switch code := m.undo[last].code; {
	case code == operation.Join && value == 0, code == operation.Spawn || !code.Returns(): // most threads have no result
		return ""
	case code == operation.CompareAndSwap:
		return strconv.FormatBool(value != 0)
	case code == operation.Choose || code == operation.Join:
		return strconv.FormatInt(value, 10)
	default:
		return m.program.ShowValue(m.events[last].Object, value)
	}
}

// LeavesOut reports whether drawings leave the last event of E out; see LeaveOut in package front.
func (m *Machine) LeavesOut() bool {
	e := &m.events[len(m.events)-1]
	return (e.Kind == event.Read || e.Kind == event.BufferRead) && m.program.LeavesOut(e.Object, m.Returned())
}

// Halted reports whether thread t, which has been started, has stopped before
// the end of its body, and what it failed at; that is "" if it stopped at a
// false Assume.
func (m *Machine) Halted(t event.ThreadID) (failure string, ok bool) {
	switch op := m.tree.Operation(m.threads[t].node); op.Code {
	case operation.Fail:
		return op.Message, true
	case operation.Assume:
		return "", op.B != operation.Exits
	}
	return "", false
}

// IsHeadline reports whether thread t has failed, and the failure is no consequence of another one; see [Machine.Ending].
func (m *Machine) IsHeadline(t event.ThreadID) bool {
	return m.tree.IsHeadline(m.positions(), t)
}

// PlaceAt returns the source line of the i-th event of E, as "counter.go:12"; NextPlace returns
// that of what thread t does next, or has failed at. They return "" unless Limits.Places was set,
// and where the source is not known.
func (m *Machine) PlaceAt(i int) string              { return m.tree.Place(m.undo[i].node) }
func (m *Machine) NextPlace(t event.ThreadID) string { return m.tree.Place(m.threads[t].node) }

// PrintedSince returns what thread t, which has been started, has printed since its last event. Limits.Places must have been
// set.
func (m *Machine) PrintedSince(t event.ThreadID) operation.Output {
	return m.tree.Printed(m.threads[t].node)
}

// MarkOf returns the last Mark of thread t, which has been started, before what it does next. Limits.Marks must have
// been set.
func (m *Machine) MarkOf(t event.ThreadID) int32 { return m.tree.Mark(m.threads[t].node) }

// AppendMarks implements [front.Run].
func (m *Machine) AppendMarks(marks []int32, from int) []int32 {
	next, known := m.positions(), m.tree.Marks()
	events := m.events[from:]
	undo, into := m.undo[from:][:len(events)], stack.Extend(&marks, len(events))[:len(events)]
	for i := len(events) - 1; i >= 0; i-- {
		at := &next[events[i].Thread]
		into[i], *at = known[*at], undo[i].node
	}
	return marks
}

// AssumeBlocked implements [front.Run].
func (m *Machine) AssumeBlocked(t event.ThreadID) bool {
	th := &m.threads[t]
	return th.node != behaviour.None && th.code == operation.Assume && m.tree.Operation(th.node).A == 0
}

// LastCallOf returns the last call that thread t, which has been started, recorded with Invoke or Respond before what it does
// next, or nil. Limits.Calls must have been set.
func (m *Machine) LastCallOf(t event.ThreadID) *operation.Call {
	return m.tree.LastCall(m.threads[t].node)
}

// LastCallAt is LastCallOf for the thread of the i-th event of E, before that event.
func (m *Machine) LastCallAt(i int) *operation.Call { return m.tree.LastCall(m.undo[i].node) }

// Revealed returns what the body of thread t, which has been started, holds where it is; see [front.Thread.Reveal].
func (m *Machine) Revealed(t event.ThreadID) (any, error) {
	return m.tree.Revealed(t, m.threads[t].node)
}

// AppendBegun implements [front.State].
func (m *Machine) AppendBegun(threads []event.ThreadID) []event.ThreadID {
	for t := range m.threads {
		if th := &m.threads[t]; th.node != behaviour.None && !th.code.Ended() {
			threads = append(threads, event.ThreadID(t))
		}
	}
	return threads
}

// GoesRound reports whether thread t, which has been started and has no event after E, loops.
func (m *Machine) GoesRound(t event.ThreadID) bool {
	return m.tree.GoesRound(t, m.threads[t].node, m.events)
}

// Deadlocked returns the threads of E, which must be maximal, that wait for something, by their numbers.
func (m *Machine) Deadlocked() (waiting []event.ThreadID) {
	for t := range m.threads {
		if th := &m.threads[t]; th.node != behaviour.None && !th.code.Stopped() {
			waiting = append(waiting, event.ThreadID(t))
		}
	}
	return waiting
}

// ThreadName names thread t; see [behaviour.Behaviour.ThreadName].
func (m *Machine) ThreadName(t event.ThreadID) string { return m.tree.ThreadName(t) }

// SpawnPath returns the parent of thread t, and which of its children t is, counted from
// 1; n is 0 for a declared thread.
func (m *Machine) SpawnPath(t event.ThreadID) (parent event.ThreadID, n int32) {
	path := m.tree.SpawnPath(t)
	return path.Parent, path.N
}

// IssuerOf returns the thread whose stores actor t flushes; ok is false if t is a thread.
func (m *Machine) IssuerOf(t event.ThreadID) (issuer event.ThreadID, ok bool) {
	path := m.tree.SpawnPath(t)
	return path.Parent, path.IsActor()
}

// Actor is [behaviour.Behaviour.Actor].
func (m *Machine) Actor(t event.ThreadID, x int32) event.ThreadID { return m.tree.Actor(t, x) }

// KnownActor is Actor, or event.NoThread if there is none yet.
func (m *Machine) KnownActor(t event.ThreadID, x int32) event.ThreadID {
	return m.tree.KnownActor(t, x)
}

// Progress returns a hash of how far each thread is after E, the same however threads
// happen to be numbered.
func (m *Machine) Progress() (sum uint64) {
	for t := range m.threads {
		if n := m.threads[t].steps; n > 0 {
			sum += event.Mix(m.tree.Identity(event.ThreadID(t)), uint64(n))
		}
	}
	return sum
}

package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// semantics is a memory model's part of a machine: what each thread would do, whether it can, and
// what its event does and undoes. It is chosen when the machine is made.
type semantics interface {
	// next returns the event that thread t, which is at an operation, does if it is stepped now.
	next(t event.ThreadID) event.Event
	// waitIsOver reports whether thread t, at an operation that may have to wait, is enabled.
	waitIsOver(t event.ThreadID, th *thread) bool
	// step is Machine.Step, and undoTo takes E back to its first n events.
	step(t event.ThreadID) (event.Event, error)
	undoTo(n int)
	// value returns what a Load of x by thread t would read.
	value(t event.ThreadID, x int32) int64
	// localState is Machine.LocalState, for a thread that has been started.
	localState(t event.ThreadID) uint64
}

// ownState is the state that a semantics keeps beyond the machine's, if any.
type ownState interface {
	// growThreads and growObjects make room for threads and objects with numbers below n; cuts
	// is the number of cuts.
	growThreads(n int)
	growObjects(n, cuts int)
	// cut takes E back to its first n events and keeps the semantics' part of the rest, after
	// Cut has kept the machine's; paste puts back the last cut.
	cut(n int)
	paste(f frame)
	resetCuts()
	// states returns an empty ownStates.
	states() ownStates
}

// ownStates holds a semantics' part of the states of a States.
type ownStates interface {
	// keep, load and clear are States.Keep, Load and Clear.
	keep()
	load(i int32)
	clear()
}

// begin chooses the semantics. All threads are at their starts.
func (m *Machine) begin() error {
	switch {
	case m.limits.Memory.Graphs():
		m.semantics = newGraphs(m)
		return nil
	case !m.limits.Memory.Buffers():
		m.semantics = sequential{m}
		return nil
	}
	b := newStoreBuffers(m)
	m.semantics, m.own, m.buffers = b, b, b
	return b.begin()
}

// view is the state after E, as a thread sees it.
type view struct{ *Machine }

func (v view) Locked(_ event.ThreadID, mutex int32) bool { return v.holders[mutex] != 0 }

func (v view) Value(t event.ThreadID, x int32) int64 {
	if v.semantics == nil { // threads are being started
		return v.values[x]
	}
	return v.semantics.value(t, x)
}

// Common to all memory models.

// eventAt returns the event of thread t at an operation, except for what depends on the memory.
func (m *Machine) eventAt(t event.ThreadID, th *thread, n *behaviour.Node) event.Event {
	e := event.Event{Thread: t, Index: th.steps + 1, Access: event.Access{Object: n.Object}}
	if n.Code == operation.Choose {
		e.Object = m.choice
	}
	return e
}

// written returns what an operation writes to a variable of that value, and what it returns.
func (m *Machine) written(at behaviour.Position, n *behaviour.Node, value int64) (written, returned int64) {
	written, returned = n.Code.Do(n.Operands, value)
	if n.Code.Guarded() {
		m.guarded = true
		if n.Code != operation.Await {
			guard := m.tree.GuardAt(at)
			if written = guard.Written(value); guard.Surveys {
				written, _ = m.survey()
			}
		}
	}
	return written, returned
}

// synchronise does an operation that accesses no variable, and returns its event e and what the
// thread gets back.
func (m *Machine) synchronise(e event.Event, n *behaviour.Node) (event.Event, int64) {
	switch e.Kind = n.Code.Kind(0, 0); e.Kind {
	case event.Lock:
		m.holders[e.Object] = 1 + int64(e.Thread)
	case event.Unlock:
		m.holders[e.Object] = 0
		m.lowest = 0
	case event.Join:
		return e, m.tree.ResultAt(m.threads[e.Object].node)
	case event.Choice:
		e.Object = m.choice
		m.choice, m.choices = 0, m.choices || n.A > 1
		return e, int64(e.Value())
	}
	return e, 0
}

// desynchronise undoes synchronise for the last event; holder is the thread whose Unlock it was.
func (m *Machine) desynchronise(k event.Kind, object int32, holder event.ThreadID) {
	switch k {
	case event.Lock:
		m.holders[object] = 0
		m.lowest = 0
	case event.Unlock:
		m.holders[object] = 1 + int64(holder)
	case event.Spawn:
		m.place(event.ThreadID(object), behaviour.None)
	}
}

// advance moves the thread of e, whose operation at node `at` has returned
// result, to its next operation, and starts the thread that e spawns.
func (m *Machine) advance(e event.Event, at behaviour.Position, result int64) error {
	next := m.tree.Known(at, result)
	if next == behaviour.None {
		var err error
		if next, err = m.tree.After(e.Thread, at, result); err != nil {
			return err
		}
		m.growThreads()
	}
	m.place(e.Thread, next)
	if e.Kind == event.Spawn {
		return m.start(event.ThreadID(e.Object), at)
	}
	return nil
}

// start starts thread t, which the Spawn at that node spawns.
func (m *Machine) start(t event.ThreadID, spawn behaviour.Position) error {
	root, err := m.tree.Start(t, spawn)
	if err != nil {
		return err
	}
	m.growThreads()
	m.place(t, root)
	return nil
}

func (m *Machine) place(t event.ThreadID, n behaviour.Position) {
	th, at := &m.threads[t], m.tree.At(n)
	th.node, th.object, th.code = n, at.Object, at.Code
	if !at.Code.Stopped() {
		m.active.Add(t)
	} else {
		m.active.Remove(t)
		m.lowest = 0 // others may join it
	}
}

// ended reports whether t has been started and has ended or failed.
func (m *Machine) ended(t event.ThreadID) bool {
	return int(t) < len(m.threads) && m.threads[t].node != behaviour.None && m.threads[t].code.Ended()
}

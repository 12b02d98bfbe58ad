package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// sequential is sequential consistency: one memory, which every event accesses at once. It is also the
// semantics of sc-commuting, which differs only in the dependence of events.
type sequential struct{ *Machine }

func (s sequential) next(t event.ThreadID) event.Event {
	th := &s.threads[t]
	n := s.tree.At(th.node)
	e := s.eventAt(t, th, n)
	e.Kind = n.Code.Kind(n.A, s.valueOf(n.Code, n.Object))
	return e
}

// valueOf returns the value of the object of an operation, if that is a variable.
func (s sequential) valueOf(c operation.Code, object int32) int64 {
	if c.OnVariable() {
		return s.values[object]
	}
	return 0
}

func (s sequential) value(_ event.ThreadID, x int32) int64 { return s.values[x] }

func (s sequential) waitIsOver(_ event.ThreadID, th *thread) bool {
	switch th.code {
	case operation.Lock:
		return s.holders[th.object] == 0
	case operation.Await, operation.When:
		s.guarded = true
		return s.tree.GuardAt(th.node).Holds(s.values[th.object])
	case operation.Pass:
		s.guarded = true
		return s.isIdle() && s.passes(th)
	case operation.Join:
		return s.ended(event.ThreadID(th.object))
	}
	return false // so is that of a thread that was never started
}

// isIdle reports whether no thread is enabled, except perhaps at a Pass.
func (s sequential) isIdle() bool {
	for t := s.active.Above(event.NoThread); t != event.NoThread; t = s.active.Above(t) {
		if th := &s.threads[t]; th.code != operation.Pass && (!th.code.MayWait() || s.waitIsOver(t, th)) {
			return false
		}
	}
	return true
}

// passes reports whether a thread at a Pass may continue where nothing else can move. Surveys come first.
func (s sequential) passes(th *thread) bool {
	found, ok := s.survey()
	if guard := s.tree.GuardAt(th.node); !guard.Surveys {
		return guard.Holds(s.values[th.object]) && !(ok && s.finds(found))
	}
	return ok && found != s.values[th.object]
}

// finds reports whether a thread is at a survey that finds something else than the last one.
func (s sequential) finds(found int64) bool {
	for t := s.active.Above(event.NoThread); t != event.NoThread; t = s.active.Above(t) {
		th := &s.threads[t]
		if th.code == operation.Pass && s.tree.GuardAt(th.node).Surveys && found != s.values[th.object] {
			return true
		}
	}
	return false
}

func (s sequential) step(t event.ThreadID) (event.Event, error) {
	m := s.Machine
	th := &m.threads[t]
	at := th.node
	n := m.tree.At(at)
	e := event.Event{Thread: t, Index: th.steps + 1, Access: event.Access{Object: n.Object}}
	if len(m.events) >= m.bound {
		if err := m.checkLimits(t, at); err != nil {
			return e, err
		}
	}
	record := undoRecord{node: at, code: n.Code}
	var result int64
	if n.Code.OnVariable() {
		x := &m.values[n.Object]
		e.Kind, record.value = n.Code.Kind(n.A, *x), *x
		*x, result = m.written(at, n, *x)
	} else {
		e, result = m.synchronise(e, n)
	}
	m.steps++
	th.steps++
	stack.Push(&m.events, e)
	stack.Push(&m.undo, record)
	if next := m.tree.Known(at, result); next != behaviour.None && e.Kind != event.Spawn {
		m.place(t, next)
		return e, nil
	}
	if err := m.advance(e, at, result); err != nil {
		m.Undo()
		return e, err
	}
	return e, nil
}

func (s sequential) undoTo(n int) {
	m := s.Machine
	for i := len(m.events) - 1; i >= n; i-- {
		e, record := &m.events[i], &m.undo[i]
		th := &m.threads[e.Thread]
		th.node, th.object, th.code = record.node, e.Object, record.code
		th.steps--
		m.active.Add(e.Thread)
		m.lowest = min(m.lowest, e.Thread)
		if record.code.OnVariable() {
			m.values[e.Object] = record.value
		} else {
			m.desynchronise(e.Kind, e.Object, e.Thread)
		}
	}
	m.events, m.undo = m.events[:n], m.undo[:n]
}

func (s sequential) localState(t event.ThreadID) uint64 {
	th := &s.threads[t]
	if s.limits.Locals {
		return s.tree.Local(t, th.node)
	}
	if th.code == operation.End {
		return event.Mix(1<<32, uint64(s.tree.ResultAt(th.node))) + uint64(s.tree.At(th.node).B)
	}
	return uint64(th.node)
}

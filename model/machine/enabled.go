package machine

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// Enabled reports whether thread t has an event in enabled(E).
func (m *Machine) Enabled(t event.ThreadID) bool {
	th := &m.threads[t]
	return !th.code.MayWait() || m.waitIsOver(t, th)
}

// waitIsOver is Enabled for a thread that may have to wait, as few do.
func (m *Machine) waitIsOver(t event.ThreadID, th *thread) bool { return m.semantics.waitIsOver(t, th) }

// NextEnabled returns the first enabled thread after t, or NoThread;
// NextEnabled(NoThread) is the first of all. The order does not depend on what the
// machine has run before: declared threads come first, by number, then those they start,
// and so on. Spawned threads may be numbered otherwise.
func (m *Machine) NextEnabled(t event.ThreadID) event.ThreadID {
	switch {
	case m.reordered:
		return m.nextInOrder(t, 1)
	case t >= m.lowest:
		return m.enabledAbove(t)
	case int(m.lowest) < len(m.threads) && !m.threads[m.lowest].code.MayWait():
		return m.lowest
	}
	return m.firstEnabled()
}

// AppendEnabled appends to threads the enabled ones, in the order of NextEnabled.
func (m *Machine) AppendEnabled(threads []event.ThreadID) []event.ThreadID {
	for t := m.NextEnabled(event.NoThread); t != event.NoThread; t = m.NextEnabled(t) {
		threads = append(threads, t)
	}
	return threads
}

// firstEnabled returns the first enabled thread, or NoThread, and raises lowest to it.
func (m *Machine) firstEnabled() event.ThreadID {
	t := m.enabledAbove(m.lowest - 1)
	if t != event.NoThread && !m.guarded { // where threads await values, any write may let one continue
		m.lowest = t
	}
	return t
}

func (m *Machine) enabledAbove(t event.ThreadID) event.ThreadID {
	for t = m.active.Above(t); t != event.NoThread && !m.Enabled(t); {
		t = m.active.Above(t)
	}
	return t
}

// NextActive returns the first thread after t that has been started and has neither ended
// nor failed nor stopped at a false Assume, or NoThread. At a maximal E, these are the
// threads that stay blocked.
func (m *Machine) NextActive(t event.ThreadID) event.ThreadID { return m.tree.NextOf(m.active, t) }

// TriedBefore reports whether thread t comes before u in the order of NextActive, which does not
// depend on how threads happen to be numbered.
func (m *Machine) TriedBefore(t, u event.ThreadID) bool { return m.tree.Before(t, u) }

// PreviousEnabled returns the last enabled thread before t, or NoThread;
// PreviousEnabled(Threads()) is the last of all.
func (m *Machine) PreviousEnabled(t event.ThreadID) event.ThreadID {
	if m.reordered {
		return m.nextInOrder(t, -1)
	}
	for t--; t >= 0 && !m.Enabled(t); {
		t--
	}
	return t
}

func (m *Machine) nextInOrder(t event.ThreadID, n int) event.ThreadID {
	for t = m.tree.Around(t, n); t != event.NoThread && !(m.active.Has(t) && m.Enabled(t)); {
		t = m.tree.Around(t, n)
	}
	return t
}

// WaitsForLock reports whether thread t is at a Lock of a mutex that is not
// free, and which.
func (m *Machine) WaitsForLock(t event.ThreadID) (mutex int32, ok bool) {
	th := &m.threads[t]
	return th.object, th.code == operation.Lock && m.holders[th.object] != 0
}

package model

// PlainlyEnabled is Enabled by the definition, from the state of the machine.
func (m *Machine) PlainlyEnabled(t ThreadID) bool {
	switch thread := &m.threads[t]; thread.code {
	case opEnd, opFail, opAssume: // so is a thread's that has not been started
		return false
	case opLock:
		return m.holders[thread.object] == 0
	case opJoin:
		return m.ended(ThreadID(thread.object))
	}
	return true
}

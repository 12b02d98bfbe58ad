package model

// Standing tells what thread t may still do after E, as far as that depends on t alone: where it
// is the same after two prefixes, t goes on in the same way if it reads the same from there on.
// It is 0 before t has been started. The cache of the behaviour must not have been full in between.
func (m *Machine) Standing(t ThreadID) uint64 {
	thread := &m.threads[t]
	switch {
	case thread.node == noNode:
		return 0
	case m.buffers != nil: // what is in them depends on what their threads have stored, and on how much of it has left
		return Mix(uint64(thread.node), uint64(thread.steps))
	case thread.code == opEnd:
		return Mix(1<<32, uint64(m.tree.resultAt(thread.node)))
	}
	return uint64(thread.node)
}

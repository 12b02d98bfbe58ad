package model

// enabled keeps enabled(E) at hand while E grows and shrinks: the threads that
// wait at a Lock or for a Join come and go with the event that they wait for, so
// that no explorer has to ask one blocked thread after the other.
type enabled struct {
	set     ThreadSet // enabled(E)
	joiners ThreadSet // the threads that are at a Join
	lockers ThreadSet // for each mutex, a set as long as the others: the threads that are at a Lock of it
}

func newEnabled(mutexes int) enabled {
	return enabled{set: make(ThreadSet, 1), joiners: make(ThreadSet, 1), lockers: make(ThreadSet, mutexes)}
}

// lockersOf are the threads that are at a Lock of a mutex.
func (e *enabled) lockersOf(mutex int32) ThreadSet {
	words := len(e.set)
	return e.lockers[int(mutex)*words : (int(mutex)+1)*words]
}

// arrive takes into account that thread t is at an operation, or at its end.
func (m *Machine) arrive(t ThreadID) {
	e, thread := &m.enabled, &m.threads[t]
	switch thread.code {
	case opEnd, opFail:
		m.setJoiners(t, true)
	case opAssume:
	case opLock:
		e.lockersOf(thread.object).Set(t, true)
		e.set.Set(t, m.holders[thread.object] == 0)
	case opJoin:
		e.joiners.Set(t, true)
		e.set.Set(t, m.ended(ThreadID(thread.object)))
	default:
		e.set.Set(t, true)
	}
}

// leave takes into account that thread t is no longer where it is.
func (m *Machine) leave(t ThreadID) {
	e, thread := &m.enabled, &m.threads[t]
	switch thread.code {
	case opEnd, opFail:
		m.setJoiners(t, false)
	case opLock:
		e.lockersOf(thread.object).Set(t, false)
	case opJoin:
		e.joiners.Set(t, false)
	}
	e.set.Set(t, false)
}

// setJoiners makes the threads that wait for the end of t enabled, or not.
func (m *Machine) setJoiners(t ThreadID, in bool) {
	e := &m.enabled
	for j := e.joiners.Above(NoThread); j != NoThread; j = e.joiners.Above(j) {
		if m.threads[j].object == int32(t) {
			e.set.Set(j, in)
		}
	}
}

// setHolder gives a mutex to 1 + the thread that holds it, or 0, and makes the
// threads that wait for it enabled, or not.
func (m *Machine) setHolder(mutex, holder int32) {
	m.holders[mutex] = holder
	for w, waiting := range m.enabled.lockersOf(mutex) {
		if holder == 0 {
			m.enabled.set[w] |= waiting
		} else {
			m.enabled.set[w] &^= waiting
		}
	}
}

// findLockers finds out anew which threads are at a Lock.
func (m *Machine) findLockers() {
	clear(m.enabled.lockers)
	for t := range m.threads {
		if thread := &m.threads[t]; thread.code == opLock {
			m.enabled.lockersOf(thread.object).Set(ThreadID(t), true)
		}
	}
}

// growEnabled makes room for the threads there are.
func (m *Machine) growEnabled() {
	e := &m.enabled
	words := len(e.set)
	e.set.Grow(len(m.threads))
	if len(e.set) == words {
		return
	}
	e.joiners.Grow(len(m.threads))
	e.lockers = make(ThreadSet, len(m.holders)*len(e.set))
	m.findLockers()
}

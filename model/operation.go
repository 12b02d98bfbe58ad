package model

// NextStep is what thread t does next, whatever the memory holds: for those who write a
// program in another language. See [Step.Op].
func (m *Machine) NextStep(t ThreadID) Step { return m.tree.Step(m.threads[t].node) }

// Returned is what the last event of E returned to its thread; 0 if it returned nothing.
func (m *Machine) Returned() int64 { return m.returned(len(m.events) - 1) }

// SpawnPath is which child of which thread t is, counted from 1; n is 0 for a declared
// thread.
func (m *Machine) SpawnPath(t ThreadID) (parent ThreadID, n int32) {
	path := m.tree.threads[t]
	return path.parent, path.n
}

// Op is the name of the operation: "load", "store", "add", "swap", "fetch", "apply",
// "compare-and-swap", "compare-exchange", "await", "when", "lock", "unlock", "go",
// "join", "choose", "the end", "a failure" or "a false assume".
func (s Step) Op() string { return s.code.String() }

// Operands are the numbers beside the object: what is stored, added or compared with;
// the new value of a compare-and-swap, the FetchOp of a fetch or an apply; of a choose, how many
// values there are. Other operations have none.
func (s Step) Operands() (a, b int64) {
	switch s.code {
	case opStore, opAdd, opSwap, opFetch, opCAS, opCompareExchange, opChoose:
		return s.a, s.b
	}
	if s.code.applies() {
		return s.a, s.b
	}
	return 0, 0
}

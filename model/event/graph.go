package event

// Where executions are graphs, an Event on a variable or a mutex refers to a write: to the one that it reads from or, if it only
// writes, to the one right after which it comes in mo among the writes before it in the sequence. An update comes right
// after the write that it reads from. So a sequence in an order that respects po and rf determines the graph, and every
// prefix of it is the sequence of a graph.

// toInitial is the Partner of an event that refers to an initial write. That of one that refers to a write by thread t is
// toInitial - 1 - t, and its Ref the Index of that write.
const toInitial ThreadID = -1

// LongestThread is the largest Index that an event can refer to.
const LongestThread = 1<<16 - 1

// ReferTo returns a with a reference to the event at index of thread t, at most [LongestThread].
func (a Access) ReferTo(t ThreadID, index int32) Access {
	a.Partner, a.Ref = toInitial-1-t, uint16(index)
	return a
}

// ReferToInitial returns a with a reference to an initial write.
func (a Access) ReferToInitial() Access {
	a.Partner, a.Ref = toInitial, 0
	return a
}

// HasReference reports whether a refers to a write.
func (a Access) HasReference() bool { return a.Partner < 0 }

// RefersTo returns the write that a, which has a reference, refers to; ok is false if that is an initial one.
func (a Access) RefersTo() (t ThreadID, index int32, ok bool) {
	return toInitial - 1 - a.Partner, int32(a.Ref), a.Partner < toInitial
}

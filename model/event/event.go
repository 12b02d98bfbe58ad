// Package event holds the vocabulary of executions: threads, kinds of events, events, and which
// pairs of events are dependent. The paper's symbols and their names here:
//
//	e, e.th, e.T, e.var     Event and its fields Thread, Kind, Object
//	e ⋈ e'                  Dependent
package event

import "fmt"

// Event is the tuple ⟨t, i, T, x⟩ of the paper (section 3). It is 16 bytes and
// comparable.
type Event struct {
	Thread ThreadID // e.th
	Kind   Kind     // e.T
	Index  int32    // its place among the events of its thread, counted from 1
	Access
}

// String is for messages and tests: "t2.5 write 3" is the fifth event of
// thread 2, which writes variable 3.
func (e Event) String() string {
	return fmt.Sprintf("t%d.%d %v %d", e.Thread, e.Index, e.Kind, e.Object)
}

// Common returns the length of the longest common prefix of two executions.
func Common(a, b []Event) (n int) {
	const many, few = 16, 4
	least := min(len(a), len(b))
	for n+many <= least && [many]Event(a[n:n+many]) == [many]Event(b[n:n+many]) {
		n += many
	}
	for n+few <= least && [few]Event(a[n:n+few]) == [few]Event(b[n:n+few]) {
		n += few
	}
	for n < least && a[n] == b[n] {
		n++
	}
	return n
}

// CountChoices returns the number of choices among the events.
func CountChoices(events []Event) int {
	n := 0
	for _, e := range events {
		if e.Kind == Choice {
			n++
		}
	}
	return n
}

// Conflicting reports whether the two accesses are dependent for a reason other
// than program order and the start and end of threads: both are of one variable
// and are not of one kind that Commutes, or both are of one mutex. A BufferRead
// conflicts with nothing.
func Conflicting(k1 Kind, object1 int32, k2 Kind, object2 int32) bool {
	switch {
	case object1 != object2:
		return false
	case k1.InMemory() && k2.InMemory():
		return k1 != k2 || !k1.Commutes()
	}
	return k1.OnMutex() && k2.OnMutex()
}

// Dependent is the relation e ⋈ e' (section 3), with spawn, join and pass added: dependent events
// must not change places, and canonical keys distinguish exactly the executions that order
// dependent events differently.
func Dependent(e, f Event) bool {
	switch {
	case e.Thread == f.Thread:
		return true
	case e.Kind.OnThread() && e.Object == int32(f.Thread):
		return true
	case f.Kind.OnThread() && f.Object == int32(e.Thread):
		return true
	case e.Partner|f.Partner == 0:
		return e.Object == f.Object && Conflicting(e.Kind, e.Object, f.Kind, f.Object) || e.Kind == Pass || f.Kind == Pass
	}
	return Conflicting(e.Kind, e.Object, f.Kind, f.Object) || dependentByBuffer(e, f)
}

package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// WhenMayRace is [behaviour.Behaviour.WhenMayRace].
func (m *Machine) WhenMayRace(tell func()) { m.tree.WhenMayRace(tell) }

// MayRace is [behaviour.Behaviour.MayRace].
func (m *Machine) MayRace() bool { return m.tree.MayRace() }

// Ordered holds what a data race depends on besides the events themselves.
type Ordered struct {
	operation.Ordering
	Place  int32 // of the operation among those of its thread, from 1: a flush has the place of its Store
	Failed bool  // see FailedAt
}

// OrderingAt returns the ordering of the i-th event of E.
func (m *Machine) OrderingAt(i int) operation.Ordering { return m.tree.At(m.undo[i].node).Order }

// OrderedAt returns the Ordered of the i-th event of E.
func (m *Machine) OrderedAt(i int) Ordered {
	n, place := m.tree.At(m.undo[i].node), m.events[i].Index
	if m.limits.Memory.Buffers() {
		place = n.Depth() + 1 // the buffered Stores of a thread are no events of its own
	}
	return Ordered{n.Order, place, m.FailedAt(i)}
}

// FailedAt reports whether the i-th event of E is a compare-and-swap that has written nothing, or a When with an order for
// failure that has left its variable unchanged.
func (m *Machine) FailedAt(i int) bool {
	at := m.undo[i].node
	n := m.tree.At(at)
	if _, mayFail := n.Order.Fails(); mayFail && n.Code == operation.When {
		value := m.undo[i].value
		return m.tree.GuardAt(at).Written(value) == value
	}
	k := m.events[i].Kind
	return n.Code.Compares() && (k == event.Read || k == event.BufferRead)
}

// Fenced reports whether a thread has been seen to pass a fence that is not an event.
func (m *Machine) Fenced() bool { return m.tree.Fenced() }

// StoresBefore appends the orderings of the Stores that the thread of the i-th event of E did right before its operation,
// after the last operation that was an event of its own, from first to last, and then that of the event itself. The
// operation of a flush is its Store.
func (m *Machine) StoresBefore(all []operation.Ordering, i int) []operation.Ordering {
	return m.storesBefore(all, m.undo[i].node)
}

func (m *Machine) storesBefore(all []operation.Ordering, at behaviour.Position) []operation.Ordering {
	n := m.tree.At(at)
	if above, ok := m.tree.Above(at); ok && m.tree.At(above).Code.Buffered(m.limits.Memory) {
		all = m.storesBefore(all, above)
	}
	return append(all, n.Order)
}

// Objects returns the number of declared variables and mutexes and of the variables that threads are known to make.
func (m *Machine) Objects() int { return len(m.objects) }

// MutexObject returns the number of a mutex among all objects.
func (m *Machine) MutexObject(mutex int32) int { return m.program.NumVars() + int(mutex) }

// Memory returns the memory model that the program runs under.
func (m *Machine) Memory() memory.Model { return m.limits.Memory }

package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
)

// What explorers of states see of the state after E, under memory models of sequences.

// Position returns where t is in its tree, or None before it is started.
func (m *Machine) Position(t event.ThreadID) behaviour.Position { return m.threads[t].node }

// Behaviour has the trees of the threads. It must not be grown but by the machine.
func (m *Machine) Behaviour() *behaviour.Behaviour { return m.tree }

// ObjectValues returns the values of all objects known so far: of the declared variables, of the mutexes, each 1 + the thread that holds it, or
// 0, and of the variables that threads make. They are valid until the next Step or Undo, and must not be changed.
func (m *Machine) ObjectValues() []int64 { return m.objects }

// Waiting is a store in a buffer.
type Waiting struct {
	Issuer event.ThreadID
	Code   operation.Code // a Store, an Unlock or a store barrier
	Object int32
	Value  int64 // that a Store writes
	Barred int32 // the store barriers that have to be flushed first
}

// IsBuffer reports whether t is not a thread but flushes the stores of one.
func (m *Machine) IsBuffer(t event.ThreadID) bool {
	return m.buffers != nil && m.tree.SpawnPath(t).IsActor()
}

// AppendWaiting appends the stores in all buffers, first by threads, then by buffers, then in the order in which they are flushed.
func (m *Machine) AppendWaiting(all []Waiting) []Waiting {
	b := m.buffers
	if b == nil {
		return all
	}
	for t := range event.ThreadID(len(m.threads)) {
		if b.pending[t] == 0 {
			continue
		}
		flushed := int32(0)
		if b.barriers[t] != event.NoThread {
			flushed = b.threads[b.barriers[t]].steps
		}
		for _, a := range b.tree.Actors(t) {
			if a == event.NoThread {
				continue
			}
			for _, s := range b.queues[a][b.threads[a].steps:] {
				w := Waiting{Issuer: t, Code: s.code, Object: s.object, Barred: max(0, s.barred-flushed)}
				if s.code == operation.Store {
					w.Value = b.tree.At(s.node).A
				}
				all = append(all, w)
			}
		}
	}
	return all
}

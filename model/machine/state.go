package machine

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

// What explorers of states see of the state after E, under sequential consistency.

// Position returns where t is in its tree, or None before it is started.
func (m *Machine) Position(t event.ThreadID) behaviour.Position { return m.threads[t].node }

// Behaviour has the trees of the threads. It must not be grown but by the machine.
func (m *Machine) Behaviour() *behaviour.Behaviour { return m.tree }

// ObjectValues returns the values of all objects known so far: of the declared variables, of the mutexes, each 1 + the thread that holds it, or
// 0, and of the variables that threads make. They are valid until the next Step or Undo, and must not be changed.
func (m *Machine) ObjectValues() []int64 { return m.objects }

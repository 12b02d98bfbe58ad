// Package memory lists the memory models, and the traits by which all others distinguish them. A model
// decides which values Loads may read and which events are dependent: packages machine, order and
// event have a file for each family of models, and choose among them by a trait. Every file that
// asks for one is in docs/memory-models.md, with the steps for adding a model.
package memory

import (
	"fmt"
	"strings"
)

// Model is a memory model.
type Model uint8

// The memory models.
const (
	// SC is sequential consistency: all threads see the events in one order.
	SC Model = iota
	// TSO is the memory model of x86: each thread has a first-in-first-out buffer in which its
	// Stores wait, and reads its own Stores there.
	TSO
	// PSO is TSO with a buffer for each thread and variable.
	PSO
	// GenMCTSO is TSO as in GenMC 0.10 and 0.11: an Unlock is a Store that waits in the buffer, and
	// a CompareAndSwap that fails is a Load.
	GenMCTSO
	// CommutingSC is SC with fewer dependences: two updates whose results are unused
	// (Thread.Apply) commute if they apply one operation. The executions are the same,
	// in fewer classes.
	CommutingSC
)

// traits distinguish the memory models.
type traits struct {
	name            string
	buffers         bool // Stores wait in buffers
	perVariable     bool // there is a buffer for each variable of a thread
	buffersUnlocks  bool // Unlocks wait in buffers too
	failsFromBuffer bool // a CompareAndSwap that fails does not wait for the buffers
	updatesCommute  bool // updates of one operation whose results are unused commute
}

var models = [...]traits{
	SC:          {name: "sc"},
	TSO:         {name: "tso", buffers: true},
	PSO:         {name: "pso", buffers: true, perVariable: true},
	GenMCTSO:    {name: "tso-genmc", buffers: true, buffersUnlocks: true, failsFromBuffer: true},
	CommutingSC: {name: "sc-commuting", updatesCommute: true},
}

func (m Model) String() string {
	if int(m) >= len(models) {
		return fmt.Sprintf("Model(%d)", uint8(m))
	}
	return models[m].name
}

// Models lists all memory models: SC, the strongest; TSO, stronger than the two after it; and last
// CommutingSC.
func Models() []Model { return []Model{SC, TSO, PSO, GenMCTSO, CommutingSC} }

// Parse returns the memory model with that name.
func Parse(name string) (Model, error) {
	var names []string
	for m, known := range models {
		if name == known.name {
			return Model(m), nil
		}
		names = append(names, known.name)
	}
	return 0, fmt.Errorf("unknown memory model %q: must be one of %s", name, strings.Join(names, ", "))
}

// Buffers reports whether Stores wait in buffers before others see them.
func (m Model) Buffers() bool { return models[m].buffers }

// OneBuffer reports whether a thread has one buffer for all variables.
func (m Model) OneBuffer() bool { return models[m].buffers && !models[m].perVariable }

// StoresOvertake reports whether others may see two Stores of one thread to different variables in
// the other order: whether each variable has a buffer of its own.
func (m Model) StoresOvertake() bool { return models[m].perVariable }

// BuffersUnlocks reports whether an Unlock waits in the buffer, as a Store does.
func (m Model) BuffersUnlocks() bool { return models[m].buffersUnlocks }

// FailsFromBuffer reports whether a CompareAndSwap that fails is a Load, which does not wait for the
// buffers.
func (m Model) FailsFromBuffer() bool { return models[m].failsFromBuffer }

// UpdatesCommute reports whether Applies of one operation commute.
func (m Model) UpdatesCommute() bool { return models[m].updatesCommute }

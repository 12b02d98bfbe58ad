package model

import (
	"fmt"
	"strings"
)

// Memory is a memory model: which values Loads may read.
type Memory uint8

// The memory models.
const (
	// SC is sequential consistency: all threads see the events in one order.
	SC Memory = iota
	// TSO is that of x86: a thread's Stores wait in a buffer of its own, first in first
	// out, and the thread reads its own ones there.
	TSO
	// PSO is TSO with a buffer for each thread and variable.
	PSO
	// GenMCTSO is TSO as GenMC 0.10 has it: an Unlock is a Store that waits in the buffer,
	// and a CompareAndSwap that fails is a Load.
	GenMCTSO
	// CommutingSC is SC with fewer dependences: two updates whose results nobody uses
	// ([Thread.Apply]) commute if they are of one operation. There are the same executions,
	// in fewer classes.
	CommutingSC
)

var memoryNames = []string{SC: "sc", TSO: "tso", PSO: "pso", GenMCTSO: "tso-genmc", CommutingSC: "sc-commuting"}

func (m Memory) String() string {
	if int(m) >= len(memoryNames) {
		return fmt.Sprintf("Memory(%d)", uint8(m))
	}
	return memoryNames[m]
}

// Memories are all memory models: SC, which is the strongest, and TSO, which is stronger than the two after it, and then CommutingSC.
func Memories() []Memory { return []Memory{SC, TSO, PSO, GenMCTSO, CommutingSC} }

// ParseMemory finds a memory model by its name.
func ParseMemory(name string) (Memory, error) {
	for m, known := range memoryNames {
		if name == known {
			return Memory(m), nil
		}
	}
	return 0, fmt.Errorf("unknown memory model %q: must be one of %s", name, strings.Join(memoryNames, ", "))
}

// Buffers reports whether Stores wait in buffers before others see them.
func (m Memory) Buffers() bool { return m != SC && m != CommutingSC }

// oneBuffer reports whether a thread has one buffer for all variables.
func (m Memory) oneBuffer() bool { return m == TSO || m == GenMCTSO }

// isBuffered reports whether operations with that code wait in buffers.
func (m Memory) isBuffered(c opcode) bool {
	return c == opStore || c == opUnlock && m == GenMCTSO
}

// drainsUnlessFailing reports whether an operation with that code waits for the buffers of its thread
// only where it finds the value that it expects.
func (m Memory) drainsUnlessFailing(c opcode) bool { return m == GenMCTSO && c.compares() }

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
)

var memoryNames = []string{SC: "sc", TSO: "tso", PSO: "pso"}

func (m Memory) String() string {
	if int(m) >= len(memoryNames) {
		return fmt.Sprintf("Memory(%d)", uint8(m))
	}
	return memoryNames[m]
}

// Memories are all memory models, from the strongest to the weakest.
func Memories() []Memory { return []Memory{SC, TSO, PSO} }

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
func (m Memory) Buffers() bool { return m != SC }

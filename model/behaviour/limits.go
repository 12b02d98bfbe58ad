package behaviour

import (
	"cmp"

	"dporbench/model/memory"
)

// DefaultMaxSteps bounds the length of an execution, in events, unless Limits
// say otherwise. An explorer needs some 400 bytes for each event.
const DefaultMaxSteps = 5_000_000

// Limits bound a machine. A zero field means the default.
type Limits struct {
	MaxSteps   int  // events in an execution
	TreeBudget int  // nodes of the behaviour tree; see DefaultTreeBudget
	Places     bool // operations know their lines in the source; see Machine.PlaceAt
	Marks      bool // and what the thread had said by then with Mark; see Machine.MarkOf
	Calls      bool // and what it had said of operations of objects; see Machine.SaidBy
	Memory     memory.Model
	MaxMade    int // variables that a thread makes in an execution; by default model.DefaultMaxMade
	// Interrupt, if not nil, is asked whenever an execution has become InterruptInterval
	// events longer than any before. Its error is returned by Step.
	Interrupt func() error
}

// InterruptInterval is how many events an execution may grow before Limits.Interrupt
// is asked, which takes some ten microseconds.
const InterruptInterval = 256

func (l Limits) orDefault() Limits {
	l.MaxSteps = cmp.Or(l.MaxSteps, DefaultMaxSteps)
	l.TreeBudget = cmp.Or(l.TreeBudget, DefaultTreeBudget)
	return l
}

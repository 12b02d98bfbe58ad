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
	Places     bool // operations have their lines in the source; see Machine.PlaceAt
	Marks      bool // operations have the thread's last Mark; see Machine.MarkOf
	Calls      bool // operations have the thread's last Invoke or Respond; see Machine.LastCallOf
	Given      bool // executions are given, and end: no thread is examined for whether it runs forever
	Locals     bool // bodies describe their local states; see Machine.LocalState
	Memory     memory.Model
	Crew       *Crew // if other Behaviours give threads the same numbers
	MaxMade    int   // variables that a thread makes in an execution; by default front.DefaultMaxMade
	// Interrupt, if not nil, is called whenever an execution has become InterruptInterval
	// events longer than any before. Its error is returned by Step.
	Interrupt func() error
}

// InterruptInterval is the number of events by which an execution may grow before Limits.Interrupt
// is called, which takes some ten microseconds.
const InterruptInterval = 256

func (l Limits) orDefault() Limits {
	l.MaxSteps = cmp.Or(l.MaxSteps, DefaultMaxSteps)
	l.TreeBudget = cmp.Or(l.TreeBudget, DefaultTreeBudget)
	return l
}

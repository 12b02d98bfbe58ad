// Package tree records the tree of an exploration, so that it can be drawn and
// explained: which executions were explored, where each leaves another one, and
// which race was the reason.
package tree

import (
	"dporbench/algos"
	"dporbench/model"
	"dporbench/trace"
)

// Tree is what an exploration went through, up to a limit.
type Tree struct {
	Program   string // its name
	Algorithm string
	Threads   []string // names, by ThreadID
	// Leaves are the explorations in the order in which they ended.
	Leaves []*Leaf
	// More is how many executions there were beyond the limit.
	More int64
}

// Leaf is a way through the tree, from the root to an end.
type Leaf struct {
	Number  int          // of the execution, from 1 in the order of visits; 0 if it is none
	Steps   []trace.Step // all of them, from the root
	Ending  algos.Ending
	Outcome model.Outcome
	Failure string
	Key     string // of an execution: its class

	// Parent is the leaf in whose exploration the branch was made; the first At
	// steps of the two are the same. It is nil for the first one.
	Parent *Leaf
	At     int
	// Steps[At:At+Schedule] are the schedule that reverses Race, the last of
	// them its head; 0 if there is none.
	Schedule int
	Race     *Race

	Sleeping []Sleeping // what was asleep on the way, by At
}

// Race is the race that a branch reverses, by the positions of its events in
// Steps of the Parent. Second is len(Parent.Steps) for a Lock that is pending
// for ever.
type Race struct {
	First, Second int
	Event         trace.Step // the second event, as the Parent has it
}

// Sleeping is an event that was not explored after the first At steps of a Leaf.
type Sleeping struct {
	At     int
	Event  model.Event
	Reason string
}

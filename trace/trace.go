// Package trace shows executions to people: each event as the program would
// write it, with the value it returned, in one column for each thread.
package trace

import "dporbench/model"

// Trace is an execution in full.
type Trace struct {
	Threads []string // names, by ThreadID
	Steps   []Step
	Outcome model.Outcome
	Failure string
}

// Step is an event with what it did.
type Step struct {
	Event model.Event
	Text  string // as in "x = 1", "y → 0", "cas(x, 0, 1) → false", "lock l", "go q1"
}

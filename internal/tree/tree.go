// Package tree records exploration trees, so that they can be drawn and explained:
// which executions were explored, where each leaves another one, and which race
// was the reason.
package tree

import (
	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Tree is the tree of an exploration, recorded up to a limit.
type Tree struct {
	Program   string // its name
	Algorithm string
	Memory    memory.Model
	Threads   []string // names, by ThreadID
	// Leaves are the explorations in the order in which they ended, and then those
	// that had not ended when the whole was stopped, the last begun first.
	Leaves []*Leaf
	// More is the number of visited executions that are not recorded. If the
	// exploration is not Complete, there may be any number of others.
	More     int64
	Complete bool // whether the exploration finished
}

// Leaf is a path of the tree, from the root to an end.
type Leaf struct {
	Number  int64        // of the execution, from 1 in the order of visits; 0 if it is not one
	Began   int          // its place among all explorations in the order in which they began
	Steps   []trace.Step // all of them, from the root
	Ending  algos.Ending
	Outcome model.Outcome
	Failure string
	Key     string // of an execution: the key of its class

	// Parent is the leaf in whose exploration the branch was made; the first At
	// steps of the two are the same. It is nil for the first one.
	Parent *Leaf
	At     int
	// Steps[At:At+Schedule] are the schedule that reverses Race, ending with its
	// head, unless Optimal-DPOR has found it before At in a wakeup tree;
	// Schedule is 0 if there is none. In a Blocked leaf they are the executed
	// part of the schedule, and last the event that is asleep.
	Schedule int
	Race     *Race // nil if the branch does not reverse one

	Sleeping []Sleeping // the events asleep on the way, in order

	events   []event.Event // the events of Steps
	prefix   int           // the number of events it began with
	reversal *reversal     // the reason it began; nil if none is known
	order    int           // its place, from 1, in the order in which explorations ended
	kept     bool          // in the Tree
}

// GivenUp reports whether a sleep set ended the exploration.
func (l *Leaf) GivenUp() bool { return l.Ending == algos.Redundant || l.Ending == algos.Blocked }

// Unfinished is the Ending of a Leaf whose exploration was stopped; its Steps are those known.
const Unfinished algos.Ending = -1

// Race is the race that a branch reverses, by the positions of its events in a
// leaf's Steps. Second is len(Steps) if the leaf has no such event: it is pending
// forever, or the leaf ends before it.
type Race struct {
	// Leaf is where the race was found. It is the branch's Parent, except sometimes
	// in Optimal-DPOR, where a branch may leave one that is still to be explored.
	Leaf          *Leaf
	First, Second int
	Event         trace.Step // the second event, as it was when the race was found
}

// Sleeping is an event that was not explored after the first At steps of a Leaf.
type Sleeping struct {
	At     int
	Event  event.Event
	Reason string
}

// StepText names a step as "p: x = 1".
func StepText(threads []string, s trace.Step) string {
	return threads[s.Event.Thread] + ": " + s.Text
}

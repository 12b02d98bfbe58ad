package algos

import (
	"dporbench/model"
	"dporbench/model/event"
)

// Observer follows an exploration, so that it can be drawn and explained. It does not influence the exploration.
//
// The exploration is a tree, with a leaf for each branch that ends. The first branch
// begins at the empty execution, every other one where Begun says. Branches nest: in
// an eager algorithm, others begin and end before one that has begun continues. Ended
// refers to the last branch begun that has not ended. If the exploration
// is stopped or fails, the remaining ones never end.
//
// All methods are called by the goroutine that explores. Slices belong to the
// explorer, and are valid until the method returns.
type Observer interface {
	// Found: a race of the current branch will be reversed, at once or later, or
	// never if that turns out to be redundant. Begun says when.
	Found(r Reversal)
	// Begun: a new branch begins with prefix and schedule. It reverses the race that
	// was Found with this Prefix and Schedule, if there is one. An algorithm that
	// reverses no races has schedules of one event.
	Begun(prefix, schedule []event.Event)
	// Asleep: the event asleep is not explored after E, because according to a sleep set everything
	// that begins that way is explored elsewhere. reason, which is valid until Asleep returns,
	// explains that in the algorithm's terms. E is a prefix of the current branch or, if there is
	// none, of the last one.
	Asleep(e []event.Event, asleep event.Event, reason func() string)
	// Ended: the current branch has ended with E.
	Ended(e []event.Event, end End)
}

// Reversal is a race and how it is reversed. For an explorer of graphs, the
// executions are linearisations; package trust says which.
type Reversal struct {
	E []event.Event // the execution in which the race was found
	// First and Second are e and e' of the race. e' is in E, or is an event that E
	// leaves pending: an enabled one, or one at which a thread waits forever. If e is a
	// choice, e' is the same one with another value.
	First, Second event.Event
	Prefix        []event.Event // what comes before
	// Schedule comes after Prefix instead: a schedule, a wakeup sequence, or a single
	// event. A CompareAndSwap may have another kind when it is executed there.
	Schedule []event.Event
}

// End says how an exploration ended.
type End struct {
	How     Ending
	Outcome model.Outcome // of a maximal execution
	Failure string
}

// Ending is how a branch ends.
type Ending int

// The endings.
const (
	Executed  Ending = iota // with a maximal execution, which visit gets next
	Redundant               // every enabled thread is asleep: counted as redundant
	Blocked                 // the last event of E, part of the schedule, is asleep: nothing was explored
	Known                   // at a configuration that has been explored before
)

package algos

import "dporbench/model"

// Observer is told how an exploration goes, so that it can be drawn and
// explained. What it is told has no bearing on what is explored, and nothing is
// told where Options has no Observer.
//
// The tree of an exploration has a leaf for each exploration that ends: the
// first begins at the empty execution, any other where Begun says. They nest: in
// an eager algorithm, others begin and end before one that has begun goes on.
// Ended belongs to the one begun last of those that have not ended. If the whole
// is stopped, or fails, those that have not ended never do.
//
// All methods are called by the goroutine that explores. Slices are the
// explorer's, and valid until the method returns.
type Observer interface {
	// Found: a race is to be reversed, at once or later. It was found in the
	// exploration begun last of those that have not ended. Later may be never:
	// Begun says when.
	Found(r Reversal)
	// Begun: what is explored from now on begins with prefix and schedule, and
	// goes on otherwise than what was explored before. If a Reversal has this
	// Prefix and this Schedule, this is it. An algorithm that reverses no races
	// has a schedule of one event.
	Begun(prefix, schedule []model.Event)
	// Asleep: asleep is not explored after E, or not beyond it, since a sleep set
	// says that what begins that way is explored elsewhere. reason is what the
	// sleep set says, in the terms of the algorithm; it is valid until Asleep
	// returns. E begins what is being explored or, if nothing is, what was last.
	Asleep(e []model.Event, asleep model.Event, reason func() string)
	// Ended: an exploration has come to its end with E.
	Ended(e []model.Event, end End)
}

// Reversal is a race that is to be reversed, and how. An explorer of graphs
// tells of linearisations of them; package trust says which.
type Reversal struct {
	E []model.Event // the execution in which the race was found
	// First and Second are e and e' of the race. e' is in E, or it is an event
	// that E leaves pending: a Lock that waits for ever, or one that is enabled.
	First, Second model.Event
	Prefix        []model.Event // what comes before
	// Schedule is what is to be explored next: a whole schedule or wakeup
	// sequence, or one event only. A CompareAndSwap may be of another kind when it
	// is explored there.
	Schedule []model.Event
}

// End says how an exploration ended.
type End struct {
	How     Ending
	Outcome model.Outcome // of a maximal execution
	Failure string
}

// Ending is a way for an exploration to end.
type Ending int

// The endings.
const (
	Executed  Ending = iota // with a maximal execution, which visit gets next
	Redundant               // every enabled thread is asleep: counted as redundant
	Blocked                 // the last event of E, which is of its schedule, is asleep: nothing was explored
	Known                   // at a configuration that has been explored before
)

package front

import "dporbench/model/event"

// Glance reports whether a quick look shows that the execution has outcome o and that a [Judge] would say nothing else; otherwise the
// judge is asked. The first stayed events are the same as at the previous glance.
type Glance func(r Run, stayed int, o Outcome) bool

// Run is a maximal execution where it has been run, with the marks of its threads; see [Thread.Mark].
type Run interface {
	// Events returns the events, valid until the glance is over. They must not be changed.
	Events() []event.Event
	// AppendMarks appends, for each event from position from on, its thread's mark at the operation after it.
	AppendMarks(marks []int32, from int) []int32
	Threads() int
	// AssumeBlocked reports whether thread t has stopped at a false Assume, but not at a [Thread.Spin].
	AssumeBlocked(t event.ThreadID) bool
}

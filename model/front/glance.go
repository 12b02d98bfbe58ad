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
	// Left reports whether thread t waits and, if not, whether it has stopped before the end of its body.
	Left(t event.ThreadID) (waits, halted bool)
	// MarkOf returns the mark of t, which has been started, at its current operation.
	MarkOf(t event.ThreadID) int32
}

package model

// Glance sees quickly that an execution with that outcome is what it seems to be: a [Judge] would say nothing else. Where it does not,
// the judge is asked. So many of the first events have stayed since the glance before.
type Glance func(r Run, stayed int, o Outcome) bool

// Run is a maximal execution where it has been run, with what threads have said with Mark.
type Run interface {
	// Events are valid, and to be left unchanged, until the call is over.
	Events() []Event
	// AppendMarks appends, for each event from that position on, what its thread had said by the operation after it.
	AppendMarks(marks []int32, from int) []int32
	Threads() int
	// Left reports whether a thread waits, and if it does not, whether it has stopped before the end of its body.
	Left(t ThreadID) (waits, halted bool)
	// MarkOf is what a thread that has been started had said by the operation where it is.
	MarkOf(t ThreadID) int32
}

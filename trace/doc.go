// Package trace shows executions to people: each event as the program would
// write it, with the value it returned, in one column for each thread. It also
// records them, to be run again without an explorer.
//
// A [Trace] is an execution in full. [Of] makes one from events, as an explorer shows them, and Draw draws it:
//
//	t, err := trace.Of(program, memory.SC, execution.Events())
//	err = t.Draw(os.Stdout, trace.Layout{})
//
// A [Recording] is an execution as text: a line for each event, with the name of the thread. Write and [Read] are each
// other's inverse, and Replay runs the recorded threads in that order in a program that may have changed, and returns
// where it differs. So a test can keep an execution that once failed.
package trace

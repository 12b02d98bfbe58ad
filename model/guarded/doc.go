// Package guarded specifies the objects with which threads synchronise as automata. The state of an object is a number, which a
// variable of a program holds, and a step of the object is a [Transition] of that number: one event, enabled in some states.
// Binding a step to a thread takes one line:
//
//	before := t.When(mutex, guarded.Lock.Enabled, guarded.Lock.Next)
//
// Packages bind these steps to their own programs: hand-written ones (model/primitives), C (pthreads) and Go (package sync and
// channels). Each adds the names, errors and results of its language. Nothing here uses a thread or a program, so that
// an automaton can be read, and tested, alone.
//
// The state of channels does not fit into a number: [Channels] is that state, and a [Table] numbers such states. An operation at
// channels, waiting and select included, is [Steps.Communicate].
//
// A step also lists its synchronisation operations, for clients that look for data races.
package guarded

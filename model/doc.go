// Package model is for writing concurrent programs: a [Program] declares variables, mutexes and
// threads, and a thread is an ordinary Go function of a [*Thread], whose method calls are its
// events.
//
// Its folders, in an order in which each imports only those before it:
//
//	lineage     threads numbered by how they were started
//	stack       slices with something for each event of an execution
//	guarded     the objects with which threads synchronise, as automata
//	event       threads, kinds, events, dependence
//	memory      the memory models
//	operation   the meaning of operations
//	order       happens-before, races, and the canonical keys of executions
//	front       programs, as translators write them and explorers see them
//	model       programs, as their authors write them
//	behaviour   the operations of threads, as trees
//	machine     programs run one event at a time, forwards and backwards
//	races       the data races of executions
//	equivalence which executions count as one class
//	preemption  the fewest preemptions that a class needs
//	isolation   the check that threads share nothing else
//	primitives  Go's synchronisation
//
// The paper's symbols and their names here:
//
//	e, e.th, e.T, e.var     event.Event and its fields Thread, Kind, Object
//	e ⋈ e'                  event.Dependent
//	E                       Execution; while it grows, machine.Machine and order.HappensBefore
//	→hb                     order.HappensBefore.Before
//	enabled(E)              machine.Machine.Enabled
//	E ≃ E'                  Execution.Key is equal
package model

// Package lemmas checks the statements of the proof of POP, docs/pop-proof.md, on their subject: the tree T(E) of
// the abstract exploration. It builds that tree, node by node, from explicit sequences of events and explicit sets
// of schedules that must not be completed, and compares it with all traces of the program, which it enumerates. It
// shares only programs with the explorers: no machine, races or sleep sets.
//
// A statement is a claim about one node and the tree below it; see type claim. Each has a test that checks it on all
// small programs, in several orders of their threads, and TestMutants shows which claims fail if the exploration is
// changed.
//
//	file             idea
//	event            events, and which depend on each other
//	sequence         happens-before, pasts, classes
//	program          what comes next after a sequence
//	node             sequences with marks: the events of schedules
//	bad              which events complete a forbidden schedule
//	race             the schedule that a node generates
//	tree             T(E)
//	walk             Comes, the order of schedules without the tree
//	programs         which programs, and in which orders
package lemmas_test

// Package algostest is the conformance kit that every explorer passes. The test
// of an algorithm calls [Run] with the algorithm's name, and that is all:
//
//	func TestConformance(t *testing.T) { algostest.Run(t, "yours") }
//
// For an algorithm that is not in our catalog, such as one in a module of your own,
// it calls [RunAlgorithm] with the catalog entry instead.
//
// The entry states the algorithm's promises, and the kit checks exactly these, in the order in which a mistake is
// likely to show:
//
//	random programs, loads and stores,      each class, by a key computed from the events
//	chains of CompareAndSwap, locks         alone, against an oracle that uses no reduction:
//	                                        none missing, unknown or repeated; outcomes;
//	                                        nothing redundant; bounds on the nesting
//	any order                               other scheduling orders, and threads declared in
//	                                        other orders, make no difference; programs may be
//	                                        larger, since no oracle is needed
//	hard programs                           against the oracle again, on programs on which
//	                                        algorithms went wrong, in a hundred random orders
//	awaits                                  the same where threads wait for values
//	outcomes                                failed, assume-blocked, deadlocked, starved, a panic
//	executions                              whatever is visited runs on a machine, and is maximal
//	repeatable                              the same options give the same exploration
//	events                                  Stats.Events, against an independent count
//	stop, visit error, cancel,              the contract of algos.Explorer
//	cancel midway, cancel within,
//	endless, nondeterministic,
//	side by side
//	counts                                  the known numbers of executions of the benchmarks
//	memory                                  the storage counters grow no faster than the cube
//	                                        of an execution's length, and the heap does not
//	                                        grow with the number of executions
//	random tasks, tasks                     an exploration split into tasks at random, each
//	                                        explored by a new worker, visits the same classes,
//	                                        and the counters add up
//
// An algorithm that does not promise to visit each class once may repeat classes without limit:
// programs that it does not finish in time are left out.
//
// An algorithm that samples need only visit executions that exist: the claims about all classes,
// the counts and the memory are not checked.
//
// No check may leave a goroutine behind. An explorer that panics or does not end is
// reported like one with any other mistake.
//
// All this takes ten seconds of one processor, and one second with -short; a
// mistake that concerns small programs shows in the first two. The random programs
// are the same every time, unless you ask for others, or for more:
//
//	go test ./algos/yours -run TestConformance -rapid.seed=2 -rapid.checks=100000
//
// A program that shows a mistake is shrunk: first the random choices that made it,
// then the program itself. It is shown in the notation of package smallprog and as
// Go, with an execution of a class that is missing, unknown or repeated, and with
// the command that explores it again.
//
// The kit is itself tested with deliberate mistakes: see package mutations.
//
// A search that visits states instead of executions is no explorer: its test calls Run of package statestest.
package algostest

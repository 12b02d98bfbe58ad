// Package algostest is the conformance kit that every explorer passes. The test
// of an algorithm calls [Run] with the algorithm's name, and that is all:
//
//	func TestConformance(t *testing.T) { algostest.Run(t, "yours") }
//
// Run looks up in the catalog what the algorithm promises, and checks just that,
// in the order in which a mistake shows:
//
//	random programs, loads and stores,      each class, by a key computed from the events
//	chains of CompareAndSwap, locks         alone, against the oracle that uses no reduction:
//	                                        none missing, none unknown, none twice; outcomes;
//	                                        nothing redundant; the bounds on what is nested
//	any order                               other scheduling orders, and threads declared in
//	                                        other orders, make no difference; programs may be
//	                                        larger, since no oracle takes part
//	hard programs                           against the oracle again, on programs known to be
//	                                        hard, in a hundred random orders
//	outcomes                                failed, assume-blocked, deadlocked, a panic
//	executions                              all that is visited runs on a machine, and is maximal
//	repeatable                              the same options make the same exploration
//	stop, visit error, cancel,              the contract of algos.Explorer
//	cancel midway, endless,
//	nondeterministic, side by side
//	counts                                  the known numbers of executions of the benchmarks
//	memory                                  what is counted as stored grows no faster than the
//	                                        cube of an execution's length, and what is kept on
//	                                        the heap not with the number of executions
//
// Of an algorithm that samples, what it visits must be there; the claims about all
// classes, the counts and the memory are left out.
//
// After each of them no goroutine may be left. An explorer that panics or does
// not end is found like any other mistake.
//
// All this takes ten seconds of one processor, and one with -short; a mistake
// that concerns small programs shows in the first two. The random programs are
// always the same. Other ones, or more of them, are made by
//
//	go test ./algos/yours -run TestConformance -rapid.seed=2 -rapid.checks=100000
//
// A program that shows a mistake is made as small as can be: first the choices
// that it is made of, then the program itself. It is shown in the notation of
// package litmus and as Go, with an execution of a class that is missing, unknown
// or repeated, and with the command that explores it again.
//
// That the kit notices mistakes is tested by making some: see package mutate.
package algostest

// Package states decides programs by their states instead of their executions: a state is entered once, however many executions lead to it. It
// decides programs with far more executions than can be explored, and counts their classes exactly.
//
// A state has the local state of each thread, which is everything that its future depends on besides the values still to be returned, and
// the values of all objects. Equal states have the same continuations. Threads of Go, C and small programs describe their local states; other
// threads do not, and their local states are the values that they have been returned.
//
// [Decide] visits states depth first. Keys are exact but for the hashes of local states, of 64 bits each: among a million of these,
// two are equal by accident with a probability of 3e-8. Beyond [Options.MaxKeys] states, keys are hashes, too; see [Doubt]. It finds properties of states: that a thread fails, how a final
// state ends, and that a state has no final state below it, whatever is scheduled: a livelock; or that a component of states has a fair one (see fair.go). It is decided under sequential consistency only.
// What else depends on the way to a state is not decided, and refused: see [Refused].
//
// Whether an event races with an earlier one depends on the way, too. So the earlier accesses are part of the state, each with its knowers: the
// threads, locks, variables and so on that have it in their past. See [front.Races].
//
// Whether an execution is linearizable depends on its history, of which the part that still matters is part of the state, too: see history.go.
//
// Threads continue from the first position of all that continue alike, so bodies run once for each local state and result, and not once
// for each history.
//
// Without reduction, each enabled thread continues each state. With persistent sets (P. Godefroid, Partial-Order Methods for the Verification of
// Concurrent Systems, LNCS 1032, 1996), only those threads do whose next events others may conflict with, as far as threads have been seen to
// access objects below their local states. If a pass shows more, another one follows: at a pass that shows nothing new, all sets
// are persistent. For take a shortest way from a visited state to something not seen. If a thread of the set moves on it, its
// first event commutes to the front, and the way is shorter; if none does, any of them moves first, and the way stays possible. This
// needs that nothing is put off forever: where states form a cycle, no sets are used.
//
// [Count] counts classes of executions by dynamic programming: their number below a state depends on the state and its sleep
// set alone.
//
// # Workers
//
// Several workers share the table of states, the numbers of local states, and the accesses that threads have been seen to do. Each has a machine of its own, and
// visits states depth first from the initial one, in an order of its own. It goes back from states that it has visited itself, and from states
// that another worker has completed: has gone back from, after all their successors. States that others have only entered are visited again. So nothing has
// to be handed over, and workers that meet in a part of the graph soon differ: each completes states from the bottom, at a place of its own. The first worker that
// completes the initial state ends the pass. Then all states have been visited: each successor of a completed state was completed by another worker before that, or visited by
// the same one, and completed before it goes back, unless it was open.
//
// If states form a cycle, some worker finds it: take the state of the cycle that is completed first, and its successor on the cycle. When the worker
// that completes the former tried the latter, nobody had completed it, so the worker entered it or had entered it, and it is not completed
// yet: it was open, and above. Then one worker visits the states again, which finds the components. Otherwise states form no cycle, so each leads to a final state.
//
// Persistent sets depend on what all workers have seen. If nothing new has been seen in a pass, all its sets rest on the same accesses, whichever worker found them,
// and any worker's set of a state is persistent; the argument above about cycles covers the successors that each completed state was completed with.
// Final states and failures are visited by the worker that finds them first.
//
// Threads, objects, clocks and variables have the same numbers for all workers, since keys contain them. Whether accesses may race is found out from the accesses of all workers, where
// a pass ends. The number of classes below a node depends on the node alone, so it does not matter who counts them. Sleep sets follow the numbers of threads, in whichever
// order a worker visits the successors, so that workers meet at the same nodes.
//
// # Symmetry
//
// Threads that run the same code are symmetric where the program says so: states that differ only in which thread has which local state are one state.
package states

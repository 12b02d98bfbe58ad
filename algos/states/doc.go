// Package states decides programs by their states instead of their executions: a state is entered once, however many executions lead to it. It
// decides programs with far more executions than can be explored, and counts their classes exactly.
//
// A state has the local state of each thread, which is everything that its future depends on besides the values still to be returned, and
// the values of all objects. Equal states have the same continuations. Threads of Go, C and small programs describe their local states; other
// threads do not, and their local states are the values that they have been returned.
//
// [Decide] visits states depth first. Keys are exact but for the hashes of local states, of 64 bits each: among a million of these,
// two are equal by accident with a probability of 3e-8. It finds properties of states: that a thread fails, how a final
// state ends, and that a state has no final state below it, whatever is scheduled: a livelock. It is decided under sequential consistency only.
// What else depends on the way to a state is not decided, and refused: see [Refused].
//
// Whether an event races with an earlier one depends on the way, too. So the earlier accesses are part of the state, each with its knowers: the
// threads, locks, variables and so on that have it in their past. See [front.Races].
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
// Threads that run the same code are symmetric where the program says so: states that differ only in which thread has which local state are one state.
package states

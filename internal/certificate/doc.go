// Package certificate records which classes of executions an exploration found,
// and checks such a certificate without exploring: whether it is complete
// follows from its entries alone, at the cost of reversing their races, without
// enumerating interleavings.
//
// A certificate belongs to a program and has one execution of each class. [Verify]
// replays every entry on a [machine.Machine], and checks that each is a maximal
// execution, in a different class; then it reverses every race of every entry and
// looks for the result among the entries.
//
// Only the checker must be trusted, not the explorers. It shares with them the
// Machine, which defines programs and how they run, and [order.ClassKey], which
// defines classes. It has separate code, written from the definitions, for
// happens-before, races and their reversal: explorers use order.HappensBefore,
// the checker does not.
//
// # Definitions
//
// Let E be an execution. Its happens-before relation is the smallest partial order
// in which the events of a thread are in program order; a Spawn comes before the
// events of its thread, and these before a Join of it; and of two conflicting
// events (see [event.Conflicting]), the one first in E comes before the other. A
// prefix of E is a set of its events that has, with each, all that happen before
// it; a set of events that is a prefix of two executions, with the same order in
// both, is a common prefix of the two. Events are the same if they have thread,
// index, kind and object in common.
//
// A race of E is one of these:
//
//   - two conflicting accesses e and f of a variable, of different threads, such
//     that e happens before f and nothing is between the two in happens-before;
//   - two Locks e and f of a mutex by different threads, of which e is the last
//     Lock of the mutex before f, and e does not happen before the event before f
//     in its thread (the Spawn, if f is the first). The edge from the Unlock
//     between them does not count: it goes when they change places;
//   - a Choice e of E, and the same event f with another value;
//   - the last Lock e of a mutex in E, and the Lock f that a thread waits for forever
//     at the end of E, under the same condition;
//   - a write e of a variable such that the guard of an Await or a When f of the variable,
//     which comes later in E or is waited for forever at its end, holds for the value right
//     before e and not for the value right after e, if e does not happen before the event
//     before f in its thread.
//
// An Await or a When that comes later is a race with an access e, by the first of these
// points, only if its guard holds right before e.
//
// Where Stores are buffered, the actors that flush them are threads, too. The condition on the event before f in its
// thread also applies to the flushes that f waits for. A flush comes after the event before its store, and before the
// events that wait for it. A Load of a store of its own thread conflicts with the writes of the variable that come after
// that store's flush, and does not come after the flush. The last of these points does not go beyond the flush of a store
// of the variable by f's own thread.
//
// Where a CompareAndSwap f does not wait for the buffers if it fails, and it fails before e, it is an Await for values
// other than the one it expects, and the points about Awaits hold. If it has failed, and would succeed before the last
// write e, that is a race if neither a flush that it would wait for nor the event before it in its thread comes after e.
//
// Where updates commute, two that do are not in conflict.
//
// Where executions are graphs (C11), there are no races: changes take their place. Let i be an event of E that refers to a write, or a
// choice, and D the events of E that do not come after i in po ∪ rf, without i. A change executes all of D, and then the next operation of i's
// thread with another reference to a write in D, or another value; or, after all of E, an operation at which a thread waits, with a reference
// that ends its wait. If the axioms forbid the result, [axioms.Violated] names events without one of which they may not: for each of them, the same
// change is made without it and what comes after it, as long as the thread gets there and the write remains. If i is a Lock, or of an Await or a When, it
// may also wait: if all threads have ended or wait after D, then D is an execution that the change leads to.
//
// To reverse a race is to run all events of E other than e that do not happen after e, in the order of E, and then the
// next operation of the thread of f. The former are a prefix of E, so they can be run and are the same events again. The
// operation can be run because its thread has reached it (the events before f in its thread do not happen after e) and,
// if it is a Lock, because the mutex is free, as it was before e; if it waits for a value, because the variable has the
// value it had before e. Its event has the kind that it gets there: a CompareAndSwap that failed may now succeed, or the
// reverse. Call the result E/(e, f).
//
// # Theorem
//
// Let S be a non-empty set of maximal executions of a program, such that for each
// E of S and each race (e, f) of E some execution in S has E/(e, f) as a prefix. Then
// S has an execution of every class.
//
// For graphs, read "each change" and "its result" in place of each race and E/(e, f).
//
// So it is enough to continue from E/(e, f) to any one maximal execution and to
// look for its class. If it is not among the entries, a class is certainly
// missing. If it always is, none is missing. The proof is in docs/certificates.md.
//
// # Cost
//
// For each race of each entry, an execution is run from the first event of the race
// to its end and its key computed. Memory holds the keys of all entries, exact and
// not hashed, about two bytes an event; the file is read twice.
package certificate

// Package certificate writes down which classes of executions an exploration
// found, and checks such a certificate without exploring: whether it is complete
// follows from its own entries, at the cost of reversing their races, and needs
// no enumeration of interleavings.
//
// A certificate belongs to a program and has one execution of each class. [Verify]
// replays every entry on a [model.Machine], so that each is known to be a maximal
// execution, and none to be of the class of another; then it reverses every race
// of every entry and looks for the result among the entries.
//
// The checker is there to be trusted instead of the explorers. It shares with
// them what a program is and how it runs, which is the Machine, and what a class
// is, which is [model.ClassKey]. Happens-before, races and their reversal it has
// of its own, from the definitions: explorers use model.Order, the checker does
// not.
//
// # What is checked
//
// Let E be an execution. Its happens-before relation is the smallest partial order
// in which the events of a thread are ordered as they are; a Spawn comes before
// the events of its thread, and these before a Join of it; and of two conflicting
// events (see [model.Conflicting]) the one that comes first in E. A prefix of E is
// a set of its events that has, with each, all that happen before it; a set of
// events that is a prefix of two executions, with the same order in both, is a
// common prefix of theirs. Events are the same if they have thread, index, kind
// and object in common.
//
// A race of E is one of these:
//
//   - two conflicting accesses e and f of a variable, of different threads, such
//     that e happens before f and nothing is between the two in happens-before;
//   - two Locks e and f of a mutex by different threads, of which e is the last
//     Lock of the mutex before f, and e does not happen before the event before f
//     in its thread (the Spawn, if f is the first). The edge from the Unlock
//     between them does not count: it goes when they change places;
//   - the last Lock e of a mutex in E, and the Lock f that a thread waits for forever
//     at the end of E, under the same condition.
//
// To reverse it is to run all events of E other than e that do not happen after
// e, as they are ordered in E, and then the next operation of the thread of f. The
// former are a prefix of E, so they can be run and are the same events again. The
// operation can be run because its thread has come to it (what is before f in its
// thread does not happen after e) and, if it is a Lock, because the mutex is as it
// was before e, free. Its event has the kind that it has there: a CompareAndSwap
// that failed may succeed now, and the reverse. Call the result E/(e, f).
//
// # Theorem
//
// Let S be a non-empty set of maximal executions of a program, such that for each
// E of S and each race (e, f) of E some execution in S has E/(e, f) as a prefix. Then
// S has an execution of every class.
//
// So it is enough to run on from E/(e, f) to any one maximal execution and to look
// for its class. If it is not there, a class is missing for certain. If it always
// is, none is.
//
// # Proof
//
// Suppose T is a maximal execution whose class S lacks. For E in S let C(E) be the
// largest common prefix of E and T. There is a largest one: if A and B are common
// prefixes, no event of A outside B depends on one of B outside A, since whichever
// came first in E would be in both; so the union of A and B is a common prefix.
// C(E) is not all of T, nor all of E: a maximal execution is no proper prefix of
// another, and E and T are of different classes.
//
// Of all E in S take those whose C(E) has the most events. Let C be that of one
// of them, and t an event of T outside C before which, in T, nothing outside C
// happens: t can be run right after C. Let p be its thread and o its operation. As
// threads are deterministic, p does o after C in E as well. Some execution of S has
// C as its C(E); among all those, for this C and t, let E be the one with the
// smallest measure. The measure is a pair of numbers, compared first by the
// first. It counts what stands in the way of o in E, outside C:
//
//   - if o is an access of variable x, that of p in E, f: the writes of x outside C
//     that happen before f, and the reads of x outside C that do;
//   - if o is a Lock of mutex m: the Locks of m outside C before that of p in E, or
//     all of them if p waits for it forever; and 0.
//
// We find an execution in S with a smaller measure, or a larger common prefix. In
// every case it is one that has E/(g, f) as a prefix, for a race (g, f) with g outside
// C. Nothing of C happens after g, as C is a prefix of E. So C is a prefix of
// E/(g, f), and of that execution; and if its largest common prefix with T has no
// more events than C, it is C.
//
// Is there an f in E at all? An access, an Unlock and a Spawn are enabled as soon as
// their thread comes to them, and stay so. A Join is enabled after C because the
// other thread has ended in C, and stays so. As E is maximal, p has gone on to f.
// Only a Lock may be pending at the end of E.
//
// Suppose everything that happens before f in E is in C. Then f is the same event
// as t, because its kind depends on what is before it alone, and C with f is a
// common prefix larger than C. So there is an event outside C before f, and the last
// of those on any way to f precedes f directly. The event of p before f is in C, and
// so is the Spawn of p, as t can follow C; if f is a Join, what it waited for is in C;
// if f is an Unlock, p holds the mutex since C, and nobody else has done anything
// to it. It remains that f is an access or a Lock.
//
// An access that reads only: the last write g of x before f is outside C, and
// nothing is between it and f, for that would precede f directly, and be of p, or a
// Spawn, both in C, or a write of x later than g. So (g, f) is a race, and f has one
// write less before it in E/(g, f). How many reads happen before it may change, as it
// may have become a write, but they count less.
//
// An access that writes: let g be outside C and precede f directly. It is an access
// of x by another thread, and (g, f) is a race. If g is a write, all writes of x
// before g are before f in E/(g, f) and no others: their number is one less. If g is a
// read, it follows all writes that precede f: their number is the same, x has the
// same value, and f is what it was; but of the reads, g is not before it any more, and
// no other has come there, since what does not happen after g does not happen after f.
//
// A Lock, done or pending: m is free after C, since t can follow C. Let g be the last
// Lock of m before f in E, or the last of all if f is pending. It is outside C:
// otherwise the Unlock after it would be in C too, and nothing but C would be before
// f, or f would not be pending. It is not of p, whose events before f are in C, and
// does not happen before the last of these, or the Spawn of p, for the same reason.
// So (g, f) is a race, and in E/(g, f), where the Locks of m before f are those
// before g, f has one less before it.
//
// As measures and executions are finite, this ends in a contradiction. ∎
//
// How threads end takes no part in the proof: an Assert, an Assume or a panic is no
// event, and depends only on what the thread's operations returned.
//
// # Cost
//
// For each race of each entry an execution is run from the first event of the race
// to its end and its key computed. Memory holds the keys of all entries, exactly and
// not hashed, which is about two bytes an event; the file is read twice.
package certificate

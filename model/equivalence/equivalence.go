// Package equivalence says which executions count as one. The oracle enumerates the classes of
// happens-before; the classes of every other equivalence here are unions of those, so they
// are the keys of the same executions, projected.
package equivalence

import "fmt"

// Equivalence is a way to put executions into classes.
type Equivalence uint8

// The equivalences. Mazurkiewicz is finer than all others, and Values coarser. In the sequence Observed, ReadsFrom,
// ReadsValueFrom, Values, each is coarser than the one before: executions equivalent by one of them are equivalent by
// those after it. Lazy is not comparable with the first three of these.
const (
	// Mazurkiewicz keeps the order of every two dependent events (Mazurkiewicz, Trace Theory, 1986).
	Mazurkiewicz Equivalence = iota
	// Observed keeps the order of writes only as reads see it: which writes come before each read, and
	// which of them it reads from. It is meant for optimal DPOR with observers (Aronis, Jonsson, Lång,
	// Sagonas, TACAS 2018).
	Observed
	// ReadsFrom keeps which write each read reads from (Chalupa, Chatterjee, Pavlogiannis, Sinha,
	// Vaidya, POPL 2018; Abdulla, Atig, Jonsson, Lång, Ngo, Sagonas, OOPSLA 2019).
	ReadsFrom
	// ReadsValueFrom keeps which value each read reads, and which decisions of threads (reads, updates, locks and choices)
	// come before it by program order and reads-from (Agarwal, Chatterjee, Pathak, Pavlogiannis, Toman, CAV 2021).
	ReadsValueFrom
	// Lazy keeps the order of every two dependent accesses of variables, but orders critical sections only as far as
	// that does (Thomson, Donaldson, The Lazy Happens-Before Relation, PPoPP 2015; Kokologiannakis, Raad, Vafeiadis,
	// Effective Lock Handling in Stateless Model Checking, OOPSLA 2019).
	Lazy
	// Values keeps the events of each thread and the values that it reads.
	Values
)

var names = [...]string{Mazurkiewicz: "mazurkiewicz", Observed: "observed", ReadsFrom: "reads-from", ReadsValueFrom: "reads-value-from", Lazy: "lazy", Values: "values"}

func (q Equivalence) String() string {
	if int(q) >= len(names) {
		return fmt.Sprintf("Equivalence(%d)", uint8(q))
	}
	return names[q]
}

// All lists the equivalences: none before one that is finer.
func All() []Equivalence {
	return []Equivalence{Mazurkiewicz, Observed, ReadsFrom, ReadsValueFrom, Lazy, Values}
}

// Coarser returns the finest equivalence here that is at least as coarse as both.
func Coarser(q, r Equivalence) Equivalence {
	fine, coarse := min(q, r), max(q, r)
	if coarse == Lazy && fine != Mazurkiewicz && fine != Lazy {
		return Values
	}
	return coarse
}

// KeepsOrder reports whether executions of one class agree on the order of all dependent events. If
// not, one execution does not represent its class in the final values of variables, the order of
// writes, data races or store buffers. They always agree on the events of the threads, the values they
// read, whether they fail, and where they wait for mutexes.
func (q Equivalence) KeepsOrder() bool { return q == Mazurkiewicz }

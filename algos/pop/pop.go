// Package pop is Parsimonious-OPtimal DPOR: exactly one execution of each class,
// nothing redundant, polynomial memory.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024, with the sleep sets of docs/pop-proof.md, the proof.
//
//	parsimonious race reversal (4.1)     package parsimonious
//	eager race reversal (4.2)            parsimonious.Eagerly, Algorithm 1
//	which schedules come first (4.3)     SleepSet, lines 8 to 23 of the proof's algorithm
//
// Read-schedules in place of one event are ordered by ∝, and one must not be completed after
// another that it comes before. The paper characterises such schedules by sleep set expressions, which are
// updated with each event (Algorithm 2; package algorithm2, where the corrections that it needs are
// switches). Here ∝ is decided when the question arises, by its definition: a walk along the tail
// that the reversed race left behind, which is kept anyway. The proof shows that the two agree, and
// package algorithm2 tests it.
//
//	E, τ, σ            SleepSet, schedule, parsimonious.Schedule
//	Asleep             SleepSet.Asleep                         lines 9 to 12
//	Comes(τ, S)        SleepSet.comes                          lines 13 to 23
//	rem, f = hd(τ)     schedule.rem, schedule.head
//	τ^S                SleepSet.after
//	lines 10, 11, 20   SleepSet.completes, SleepSet.anyComes
//	lines 16 to 18     SleepSet.executes
//
// What "depends" means where Stores are buffered or updates commute, and what becomes of a CompareAndSwap
// or an await right after e, is in dependent.go, with what choices add. Package algos/mutations undoes each of these, and each line.
package pop

import (
	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
)

// New returns a POP explorer.
func New(o algos.Options) algos.Explorer { return algos.NewSplittable(o, start) }

func start(x *algos.Exploration) (explore func() error) {
	e := parsimonious.NewMarkedSequence(x)
	return parsimonious.Eagerly(e, NewSleepSet(e), nil)
}

// Package pop is Parsimonious-OPtimal DPOR: exactly one execution of each class,
// nothing redundant, polynomial memory.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024. It combines the paper's three ideas:
//
//	parsimonious race reversal (4.1)     package parsimonious
//	eager race reversal (4.2)            parsimonious.Eagerly, Algorithm 1
//	characterized sleep sets (4.3)       package characterization, Algorithm 2
//
// To learn the algorithm with the paper at hand, begin with package algorithm2 below
// this one: Algorithms 1 and 2 as printed, line by line, with the corrections they
// need as switches. The packages above map the paper's symbols to names, and have its
// line numbers too. algos/mutations/points_test.go shows why each correction is needed, and
// reference/errata/errata.md explains it. Mutexes, threads that start others and
// CompareAndSwap, which the paper leaves out, are in packages sequence and
// characterization.
//
// Where Stores are buffered, happens-before and races are as rules 1 to 5 of package sequence have them, and the
// characterization follows rules 12 to 20: a Load of a store of its own thread is in conflict only with writes
// that come after that store in memory. Await and When are refused there.
package pop

import (
	"dporbench/algos"
	"dporbench/algos/internal/characterization"
	"dporbench/algos/internal/parsimonious"
)

// New returns a POP explorer.
func New(o algos.Options) algos.Explorer { return algos.NewSplittable(o, start) }

func start(x *algos.Exploration) (explore func() error) {
	e := parsimonious.NewMarkedSequence(x)
	return parsimonious.Eagerly(e, characterization.New(e))
}

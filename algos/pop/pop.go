// Package pop is Parsimonious-OPtimal DPOR: exactly one execution of each
// class, nothing redundant, polynomial memory.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024. It is the sum of the paper's three ideas:
//
//	parsimonious race reversal (4.1)     package parsimonious
//	eager race reversal (4.2)            parsimonious.ExploreEagerly, Algorithm 1
//	characterised sleep sets (4.3)       package characterization, Algorithm 2
//
// Those packages map the paper's symbols to names and tell where the published
// algorithm had to be corrected; points_test.go shows the need of each
// correction. Mutexes, threads and CompareAndSwap, which the paper leaves out,
// are in packages sequence and characterization.
package pop

import (
	"dporbench/algos"
	"dporbench/algos/internal/characterization"
	"dporbench/algos/internal/parsimonious"
)

// New returns a POP explorer.
func New(o algos.Options) algos.Explorer { return algos.NewExplorer(o, explore) }

func explore(x *algos.Exploration) error {
	e := parsimonious.NewMarkedSequence(x)
	return parsimonious.ExploreEagerly(e, characterization.New(e))
}

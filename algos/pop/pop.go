// Package pop is Parsimonious-OPtimal DPOR: exactly one execution of each
// class, nothing redundant, polynomial memory.
//
// Source: Abdulla, Atig, Das, Jonsson, Sagonas, Parsimonious Optimal Dynamic
// Partial Order Reduction, CAV 2024. It is the sum of the paper's three ideas:
//
//	parsimonious race reversal (4.1)     package parsimonious
//	eager race reversal (4.2)            parsimonious.ExploreEagerly, Algorithm 1
//	characterised sleep sets (4.3)       package sleepchar, Algorithm 2
//
// Those packages map the paper's symbols to names and tell where the published
// algorithm had to be corrected; points_test.go shows the need of each
// correction. Mutexes, threads and CompareAndSwap, which the paper leaves out,
// are in packages sequence and sleepchar.
package pop

import (
	"context"

	"dporbench/algos"
	"dporbench/algos/parsimonious"
	"dporbench/algos/sleepchar"
	"dporbench/model"
)

type explorer struct{ options algos.Options }

// New returns a POP explorer.
func New(o algos.Options) algos.Explorer { return &explorer{o} }

func (x *explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	begun, err := algos.Begin(ctx, p, x.options, visit)
	if err != nil {
		return algos.Stats{}, err
	}
	trail := parsimonious.NewTrail(begun, p)
	return begun.End(parsimonious.ExploreEagerly(trail, sleepchar.New(trail)))
}

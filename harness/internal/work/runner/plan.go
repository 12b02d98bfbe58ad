package runner

import (
	"iter"
	"math/rand/v2"

	"dporbench/harness/internal/ground/registry"
	"dporbench/results"
)

// Plan yields all runs of every algorithm on every case, in the order in which
// they are to be measured. The repetitions of a case are interleaved over the
// algorithms, so that a disturbance of the machine does not fall on one of
// them alone, and in each round the algorithms take turns in an order drawn
// from the seed, so that none of them always comes first. What else there is to
// a run it takes from common; equal arguments make equal plans.
func Plan(cases []registry.Case, algorithms []string, rounds int, common results.Run) iter.Seq[results.Run] {
	return func(yield func(results.Run) bool) {
		random := rand.New(rand.NewPCG(common.Seed, 1))
		for _, c := range cases {
			for n := 1; n <= rounds; n++ {
				for _, i := range random.Perm(len(algorithms)) {
					run := common
					run.Benchmark, run.Params, run.Algorithm, run.Repetition = c.Benchmark, c.Params, algorithms[i], n
					if !yield(run) {
						return
					}
				}
			}
		}
	}
}

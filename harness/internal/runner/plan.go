package runner

import (
	"math/rand/v2"

	"dporbench/results"
)

// Case is a program to measure.
type Case struct {
	Benchmark string
	Params    []int
}

// Plan is all runs of every algorithm on every case, in the order in which
// they are to be measured. The repetitions of a case are interleaved over the
// algorithms, so that a disturbance of the machine does not fall on one of
// them alone, and in each round the algorithms take turns in an order drawn
// from the seed, so that none of them always comes first. What else there is to
// a run it takes from common; equal arguments make equal plans.
func Plan(cases []Case, algorithms []string, rounds int, common results.Run) []results.Run {
	random := rand.New(rand.NewPCG(common.Seed, 1))
	var plan []results.Run
	for _, c := range cases {
		for n := 1; n <= rounds; n++ {
			for _, i := range random.Perm(len(algorithms)) {
				run := common
				run.Benchmark, run.Params, run.Algorithm, run.Repetition = c.Benchmark, c.Params, algorithms[i], n
				plan = append(plan, run)
			}
		}
	}
	return plan
}

// String is the case as the command line takes it: "length-param 2 1024".
func (c Case) String() string { return results.Run{Benchmark: c.Benchmark, Params: c.Params}.Name() }

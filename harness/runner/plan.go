package runner

import "dporbench/results"

// Case is a program to measure.
type Case struct {
	Benchmark string
	Params    []int
}

// Plan is all runs of every algorithm on every case, in the order in which
// they are to be measured. The repetitions of a case are interleaved over the
// algorithms, so that a disturbance of the machine does not fall on one of
// them alone. What else there is to a run it takes from common.
func Plan(cases []Case, algorithms []string, repetitions int, common results.Run) []results.Run {
	var plan []results.Run
	for _, c := range cases {
		for n := 1; n <= repetitions; n++ {
			for _, a := range algorithms {
				run := common
				run.Benchmark, run.Params, run.Algorithm, run.Repetition = c.Benchmark, c.Params, a, n
				plan = append(plan, run)
			}
		}
	}
	return plan
}

// String is the case as the command line takes it: "length-param 2 1024".
func (c Case) String() string { return results.Run{Benchmark: c.Benchmark, Params: c.Params}.Name() }

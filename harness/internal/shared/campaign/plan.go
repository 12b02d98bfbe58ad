package campaign

import (
	"iter"
	"math/rand/v2"
	"time"

	"dporbench/harness/internal/shared/program"
	"dporbench/results"
)

// Plan yields all runs of every algorithm on every case, in the order in which they are
// to be measured. The repetitions of a case are interleaved over the algorithms, so
// that a disturbance of the machine does not fall on one of them alone, and in each
// round the algorithms take turns in an order drawn from the seed, so that none of them
// always comes first. Everything else in a run comes from common; equal arguments yield
// equal plans.
func Plan(programs []program.Spec, algorithms []string, rounds int, common results.Run) iter.Seq[results.Run] {
	return func(yield func(results.Run) bool) {
		random := rand.New(rand.NewPCG(common.Seed, 1))
		for _, c := range programs {
			for n := 1; n <= rounds; n++ {
				for _, i := range random.Perm(len(algorithms)) {
					run := common
					run.Benchmark, run.Params = c.Recorded()
					run.Algorithm, run.Repetition = algorithms[i], n
					if !yield(run) {
						return
					}
				}
			}
		}
	}
}

// Bounds on the repetitions of a run that is repeated as time allows. Five samples are
// the fewest whose median and spread mean anything; short runs are noisy and cheap, and
// get more.
const (
	FewSamples = 5
	MaxSamples = 11
	Short      = 100 * time.Millisecond // of the whole process; also the longest warm-up
)

// Repeat says how many of the planned repetitions of a run are measured: all of the
// rounds or, with a budget, as many as it has time for. The number depends only on how
// long the first repetition took, so that measuring cannot continue until the figures
// please, and a resumed run ends up with the same number.
type Repeat struct {
	Rounds int           // at most
	Budget time.Duration // for all repetitions of a run; 0 for no bound
}

// Auto repeats a run as often as the budget allows: at least once, at most FewSamples
// times, or MaxSamples times if it is short.
func Auto(budget time.Duration) Repeat { return Repeat{Rounds: MaxSamples, Budget: budget} }

// Wanted is the number of repetitions of a run whose first one took that long.
func (r Repeat) Wanted(first time.Duration) int {
	if r.Budget == 0 {
		return r.Rounds
	}
	most := FewSamples
	if first < Short {
		most = MaxSamples
	}
	return min(max(1, int(r.Budget/max(first, 1))), most, r.Rounds)
}

// WarmUpBelow is the time below which the first repetition of a run is discarded and
// done again: it has brought the executable into memory and the processor up to speed.
// It is 0 for a run that is not repeated, which is not meant to be that exact.
func (r Repeat) WarmUpBelow() time.Duration {
	if r.Rounds <= 1 {
		return 0
	}
	return Short
}

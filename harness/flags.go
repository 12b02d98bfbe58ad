package harness

import (
	"time"

	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/harness/internal/runner"
	"dporbench/results"
)

// exploring are the flags of every command that explores.
type exploring struct {
	algorithms []string
	timeout    time.Duration
	memLimit   int64
	order      algos.Order
	seed       uint64
}

func (e *exploring) register(flags *pflag.FlagSet) {
	flags.Var(algorithmsValue(&e.algorithms), "algo", "algorithms, separated by commas, or all")
	flags.Var(durationValue(&e.timeout), "timeout", "wall-clock limit of each run")
	flags.Var(sizeValue(&e.memLimit), "mem-limit", "limit of the resident memory of each run")
	flags.Var(orderValue(&e.order), "order", "scheduling order: first, last or random")
	flags.Var(seedValue(&e.seed), "seed", "seed of the random scheduling order and of the order of the runs")
}

// measuring are the flags of every command that measures.
type measuring struct {
	exploring
	repeat int           // 0 is as often as the budget has time for
	budget time.Duration // for the repetitions of a run together, if repeat is 0
	gogc   int
	out    string
	resume bool
}

func (m *measuring) register(flags *pflag.FlagSet) {
	m.exploring.register(flags)
	flags.Var(repeatValue(&m.repeat), "repeat",
		"repetitions of each run, or auto: as many as --budget has time for, at most 5, or 11 if\n"+
			"it is shorter than 100ms; the one with the median time is shown")
	flags.Var(durationValue(&m.budget), "budget", "time for all repetitions of a run with --repeat auto; there is at least one")
	flags.Var(positiveValue(&m.gogc), "gogc", "target percentage of the garbage collector in each run")
	flags.StringVar(&m.out, "out", m.out, "results `FILE` (CSV) to write; one that exists is moved aside")
	flags.BoolVar(&m.resume, "resume", false, "go on with the results file: keep its rows and skip the runs it has")
}

// common is what all runs have in common.
func (m *measuring) common() results.Run {
	return results.Run{
		Order:    m.order.String(),
		Seed:     m.seed,
		Timeout:  m.timeout,
		MemLimit: m.memLimit,
		GOGC:     m.gogc,
	}
}

// repetitions says how often runs are repeated.
func (m *measuring) repetitions() runner.Repeat {
	if m.repeat == 0 {
		return runner.Auto(m.budget)
	}
	return runner.Repeat{Rounds: m.repeat}
}

// plan is what is to be measured, in that order.
func (m *measuring) plan(cases []runner.Case) []results.Run {
	return runner.Plan(cases, m.algorithms, m.repetitions().Rounds, m.common())
}

// defaultExploring and defaultMeasuring are the defaults of the flags, unless
// a command says otherwise.
func defaultExploring() exploring {
	return exploring{algorithms: []string{"pop"}, timeout: time.Minute, memLimit: 4 << 30, seed: 1}
}

func defaultMeasuring() measuring {
	return measuring{exploring: defaultExploring(), repeat: 1, budget: 15 * time.Second, gogc: 100}
}

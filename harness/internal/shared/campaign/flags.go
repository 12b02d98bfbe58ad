package campaign

import (
	"context"
	"io"
	"time"

	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/tool"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

// Flags are the flags of every command that measures.
type Flags struct {
	flags.Explore
	Repeat int           // 0 means as often as Budget allows
	Budget time.Duration // for all repetitions of a run, if Repeat is 0
	GOGC   int
	Out    string
	Resume bool
	Tools  []string // by name

	Registry *program.Registry // set by Register
}

func (m *Flags) RegisterTools(set *pflag.FlagSet) {
	command.Group(set, command.Measuring, func(set *pflag.FlagSet) {
		set.Var(value.SomeOf(&m.Tools, "NAMES", "all", tool.Names()), "tool",
			"other installed tools to measure as well, on the program as a C file: "+
				"nidhugg (--sc --optimal), nidhugg-source, -pop, -lpop, -epop and -rf (likewise), genmc (-sc -disable-sr), separated by commas")
	})
}

// NewFlags returns the defaults of the flags.
func NewFlags(r *program.Registry) Flags {
	return Flags{Explore: flags.NewExplore(r), Repeat: 1, Budget: 15 * time.Second, GOGC: 100}
}

func (m *Flags) Register(r *program.Registry, set *pflag.FlagSet) {
	m.Registry = r
	m.Explore.Register(r, set)
	command.Group(set, command.Measuring, func(set *pflag.FlagSet) {
		set.Var(value.Repeat(&m.Repeat), "repeat",
			"repetitions of each run, or auto: as many as --budget has time for, at most 5, or 11 if "+
				"the run is shorter than 100ms; the one with the median time is shown")
		set.Var(value.Duration(&m.Budget), "budget", "time for all repetitions of a run with --repeat auto; at least one is done")
		set.Var(value.Positive(&m.GOGC), "gogc", "target percentage of the garbage collector in each run")
	})
	command.Group(set, command.Output, func(set *pflag.FlagSet) {
		set.StringVar(&m.Out, "out", m.Out, "results `FILE` (CSV) to write; an existing one is moved aside")
		set.BoolVar(&m.Resume, "resume", false, "continue the results file: keep its rows and skip the runs it has")
	})
}

// Campaign returns a campaign for the programs, as set by the flags.
func (m *Flags) Campaign(programs []program.Spec, stderr io.Writer) Campaign {
	repeat := Repeat{Rounds: m.Repeat}
	if m.Repeat == 0 {
		repeat = Auto(m.Budget)
	}
	return Campaign{
		Registry:   m.Registry,
		Programs:   programs,
		Algorithms: program.Names(m.Algorithms),
		Settings:   m.Settings,
		GOGC:       m.GOGC,
		Repeat:     repeat,
		Out:        m.Out,
		Resume:     m.Resume,
		Stderr:     stderr,
		Estimate: func(ctx context.Context, run results.Run, limit time.Duration) (sampling.Estimate, error) {
			return m.estimate(ctx, program.Find(programs, run.Benchmark, run.Params), run, limit)
		},
	}
}

// estimate estimates how many executions the program of a run has.
func (m *Flags) estimate(ctx context.Context, s program.Spec, run results.Run, limit time.Duration) (sampling.Estimate, error) {
	if a, _ := m.Registry.Algorithm(run.Algorithm); !flags.Estimable(a) {
		return sampling.Estimate{}, nil
	}
	p, err := m.Registry.Load(s)
	if err != nil {
		return sampling.Estimate{}, err
	}
	return sampling.Executions(ctx, algos.Options{MaxSteps: m.MaxSteps, Memory: m.Memory}, p.Program, sampling.Effort{Time: limit})
}

package sample

import (
	"cmp"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

type auditCommand struct {
	settings
	registry       *program.Registry
	programs       *arguments.Programs
	explorer       catalog.Algorithm
	configurations int
	trials         int
}

// Audit returns the command audit.
func Audit(r *program.Registry) *cobra.Command {
	a := auditCommand{settings: newSettings(100_000), registry: r, explorer: flags.NewOne(r).Algorithm, configurations: 300_000, trials: 20}
	c := &cobra.Command{
		Use:     "audit BENCH [PARAM...]",
		Short:   "Compare random schedulers with full exploration",
		Example: `dporbench audit lastzero 4 --runs 500`,
		Long: `Compare random schedulers with full exploration. The program is explored to find its
classes of executions. For each sampler, the probability that a run is of each class is
calculated if there are at most --configurations configurations; otherwise, and for RFF,
which learns from its runs, --runs runs are made. The table has

  distribution  how it is known: exact, or measured with how many runs
  reached       how many classes have a probability, or have been seen
  rarest        the smallest of their probabilities
  50 %, ...     how many runs it takes on average to see that part of all classes; if measured, how many it took once
  failed        the probability that a run fails, deadlocks, leaks, has a data race or is not linearizable; if measured, an interval that holds in 95 of 100 cases
  first         how many runs it takes on average until the first that does; for RFF, the mean of --trials sequences of runs, each from scratch

The first line, even, is a draw in which all classes have the same probability. It sees
more of them than any other sampler whose runs are independent.

A parameter may be a range, as in audit lastzero 3-6. docs/samplers.md explains the
figures.`,
		RunE: func(c *cobra.Command, args []string) error {
			specs, err := a.programs.ParseAll(args, a.Memory)
			if err != nil {
				return err
			}
			return a.run(c, specs)
		},
	}
	a.programs = arguments.Of(c, r)
	a.register(c.Flags(), "runs of a sampler whose distribution is measured, and of the curves of --out")
	c.Flags().Var(value.Positive(&a.configurations), "configurations", "maximum configurations for an exact distribution")
	c.Flags().Var(value.Positive(&a.trials), "trials", "sequences of runs of RFF until the first failure")
	return c
}

func (a *auditCommand) run(c *cobra.Command, specs []program.Spec) error {
	ctx, stop := a.Within(c.Context())
	defer stop()
	var all []audited
	var curves []results.Coverage
	var failed error
	for _, spec := range specs {
		p, err := a.registry.Load(spec)
		if err != nil {
			return err
		}
		var some []audited
		err = p.Explore(arguments.Notes(c), func(p program.Program) (err error) {
			some, err = a.audit(ctx, p)
			return err
		})
		all = append(all, some...)
		for _, one := range some {
			curves = append(curves, one.curve(a.runs)...)
		}
		if err != nil {
			failed = err
			break
		}
	}
	return cmp.Or(writeAudit(c.OutOrStdout(), all, a.asJSON), writeCurves(a.out, curves), failed)
}

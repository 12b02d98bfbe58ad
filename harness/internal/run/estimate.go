package run

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/model"
)

// Estimate returns the command estimate.
func Estimate(r *program.Registry) *cobra.Command {
	var programs *program.Arguments
	e, effort := flags.NewOne(r), sampling.Effort{Passes: 30, Time: 10 * time.Second}
	c := &cobra.Command{
		Use:   "estimate BENCH [PARAM...]",
		Short: "Estimate how many executions an algorithm explores",
		Long: `Estimate how many executions an algorithm explores that visits each class of
executions once, and how long that takes. First it explores for a second. If that is
not enough, it counts classes by the states that they share, level by level. Where
there are too many states it keeps a sample of them: each pass is then right on
average, provided that the threads have shown all they do. The result is the mean of
the passes, and from eight passes on an interval with 95 % confidence.`,
		RunE: func(c *cobra.Command, args []string) error {
			p, err := programs.Parse(args, e.Memory)
			if err != nil {
				return err
			}
			if !flags.Estimable(e.Algorithm) {
				return cli.Usagef("--algo: %s cannot be estimated: must be one of %s", e.Algorithm.Name, strings.Join(flags.EstimableNames(r), ", "))
			}
			effort.Seed = e.Seed
			return estimate(c.Context(), c.OutOrStdout(), p, e, effort)
		},
	}
	programs = r.TakenBy(c)
	e.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&effort.Passes), "passes", "passes at most")
	c.Flags().Var(value.Duration(&effort.Time), "budget", "time after which no new pass starts")
	c.Flags().Var(value.Optional(&effort.Executions), "executions", "event budget, in average executions")
	return c
}

func estimate(ctx context.Context, w io.Writer, p program.Program, e flags.One, effort sampling.Effort) error {
	ctx, stop := e.Within(ctx)
	defer stop()
	options := algos.Options{Order: e.Order, Seed: e.Seed, MaxSteps: e.MaxSteps, Memory: e.Memory}
	explored, all, each, err := exploreSome(ctx, p, e.Algorithm, options)
	if err != nil {
		return err
	}
	found := sampling.Estimate{Executions: float64(explored)}
	if !all {
		if found, err = sampling.Executions(ctx, options, p.Program, effort); err != nil {
			return err
		}
	}
	return writeEstimate(w, p.String(), e.Algorithm.Name, found, all, each)
}

// exploreSome explores for a second at most, and says how many executions that were, whether they are all, and how
// long each took.
func exploreSome(ctx context.Context, p program.Program, a catalog.Algorithm, o algos.Options) (n int64, all bool, each time.Duration, err error) {
	start := time.Now()
	all = true
	stats, err := a.New(o).Explore(ctx, p.Program, func(*model.Execution) error {
		if time.Since(start) > time.Second {
			all = false
			return algos.ErrStop
		}
		return nil
	})
	return stats.Executions, all, time.Since(start) / time.Duration(max(stats.Executions, 1)), err
}

package measure

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/sampling"
	"dporbench/harness/internal/command/flags"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/show/tables"
)

// Estimate returns the command estimate.
func Estimate(r *registry.Registry) *cobra.Command {
	var cal calibration
	e, effort := flags.NewOne(r), sampling.Effort{Passes: 20, Time: 10 * time.Second}
	c := &cobra.Command{
		Use:   "estimate BENCH [PARAM...]",
		Short: "Estimate how many executions an algorithm explores",
		Long: `Estimate how many executions an algorithm explores, and how long that takes, from a
small part of them. Each pass explores some of the executions that are alike, which
stand for the others; its result is right on average. What is shown is the mean of
the passes, and from ten passes on an interval that should hold the number in 95 of
100 cases. It does not where a few executions hide most of the others and no pass
has met one of them.`,
		RunE: func(c *cobra.Command, args []string) error {
			if cal.asked() {
				return cal.run(c, args, e.Algorithm, effort.Time)
			}
			p, err := r.Parse(args)
			if err != nil {
				return err
			}
			if !flags.Estimable(e.Algorithm) {
				return exit.Usagef("--algo: %s cannot be estimated: must be %s", e.Algorithm.Name, strings.Join(flags.EstimableNames(r), " or "))
			}
			effort.Seed = e.Seed
			return estimate(c.Context(), c.OutOrStdout(), p, e, effort)
		},
	}
	e.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&effort.Passes), "passes", "passes at most")
	c.Flags().Var(value.Duration(&effort.Time), "budget", "time after which no pass begins")
	c.Flags().Var(value.Optional(&effort.Visited), "executions", "executions explored after which no pass begins")
	cal.register(c.Flags())
	return c
}

func estimate(ctx context.Context, w io.Writer, p registry.Program, e flags.One, effort sampling.Effort) error {
	ctx, stop := e.Within(ctx)
	defer stop()
	options := algos.Options{Order: e.Order, Seed: e.Seed, MaxSteps: e.MaxSteps, Memory: e.Model}
	start := time.Now()
	found, err := sampling.Executions(ctx, e.Algorithm.New, options, p.Program, effort)
	if err != nil {
		return err
	}
	each := time.Since(start) / time.Duration(max(found.Visited, 1))
	return tables.Estimate(w, p.String(), e.Algorithm.Name, found, each)
}

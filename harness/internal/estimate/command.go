// Package estimate implements the command estimate: how many executions a program has, from a sample of them.
package estimate

import (
	"context"
	"io"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

func Command(r *program.Registry) *cobra.Command {
	var programs *arguments.Programs
	e, effort := flags.NewOne(r), sampling.Effort{Passes: 30, Time: 10 * time.Second}
	c := &cobra.Command{
		Use:   "estimate BENCH [PARAM...]",
		Short: "Estimate how many executions an algorithm explores",
		Example: `dporbench estimate lastzero 20
dporbench estimate fib-bench 6 --timeout 5s`,
		Long: `Estimate how many executions are explored by an algorithm that visits each class of
executions once, and how long that takes. It first explores for a second. If that is
not enough, it counts classes by the states that they share, level by level. If there
are too many states, it keeps a sample of them: each pass is then right on average,
provided that the threads have shown everything they do. The result is the mean of the
passes, with an interval that contains the number in 95 of 100 cases. If passes may
have missed most of the executions, only a lower bound is given, and the reason.

The executions of a Go function are first counted by its states, as decide does, for
half of the time: if that ends, the number is exact.`,
		RunE: func(c *cobra.Command, args []string) error {
			if !flags.Estimable(e.Algorithm) {
				return cli.Usagef("--algo: %s cannot be estimated: must be one of %s", e.Algorithm.Name, strings.Join(r.NamesOf(flags.Estimable), ", "))
			}
			effort.Seed = e.Seed
			return programs.Explore(c, args, e.Memory, func(p program.Program) error {
				return estimate(c.Context(), c.OutOrStdout(), p, e, effort)
			})
		},
	}
	programs = arguments.Of(c, r)
	e.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&effort.Passes), "passes", "maximum number of passes")
	c.Flags().Var(value.Duration(&effort.Time), "budget", "total time")
	c.Flags().Var(value.Optional(&effort.Executions), "executions", "event budget, in average executions")
	return c
}

func estimate(ctx context.Context, w io.Writer, p program.Program, e flags.One, effort sampling.Effort) error {
	ctx, stop := e.Within(ctx)
	defer stop()
	options := algos.Options{Order: e.Order, Seed: e.Seed, MaxSteps: e.MaxSteps, Memory: e.Memory}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(heap))
	begin := time.Now()
	explored, all, each, err := exploreSome(ctx, min(time.Second, effort.Time/5), p, e.Algorithm, options)
	if err != nil {
		return err
	}
	found := sampling.Estimate{Executions: float64(explored)}
	if !all {
		counted, err := exactly(ctx, effort.Time/2, p, e.Settings)
		if counted != nil || err != nil {
			if err == nil {
				err = writeExactly(w, p.String(), e.Algorithm.Name, counted, each)
			}
			return err
		}
		effort.Time -= time.Since(begin)
		if found, err = sampling.Executions(ctx, options, p.Program, effort); err != nil {
			return err
		}
	}
	return writeEstimate(w, p.String(), e.Algorithm.Name, found, all, each)
}

// heap is the soft limit on the memory of an estimate, in bytes.
const heap = 160 << 20

// exploreSome explores for at most limit, and returns the number of executions, whether they are all, and the time
// per execution.
func exploreSome(ctx context.Context, limit time.Duration, p program.Program, a catalog.Algorithm, o algos.Options) (n int64, all bool, each time.Duration, err error) {
	start := time.Now()
	within, stop := context.WithTimeout(ctx, limit)
	defer stop()
	stats, err := a.New(o).Explore(within, p.Program, nil)
	all = err == nil
	if within.Err() != nil && ctx.Err() == nil {
		err = nil
	}
	return stats.Executions, all, time.Since(start) / time.Duration(max(stats.Executions, 1)), err
}

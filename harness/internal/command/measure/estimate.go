package measure

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/sampling"
	"dporbench/harness/internal/command/flags"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/program"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/show/tables"
	"dporbench/harness/internal/work/calibrate"
	"dporbench/model"
	"dporbench/plots"
)

// Estimate returns the command estimate.
func Estimate(r *program.Registry) *cobra.Command {
	var cal calibration
	var programs *program.Arguments
	e, effort := flags.NewOne(r), sampling.Effort{Passes: 30, Time: 10 * time.Second}
	c := &cobra.Command{
		Use:   "estimate BENCH [PARAM...]",
		Short: "Estimate how many executions an algorithm explores",
		Long: `Estimate how many executions an algorithm explores that visits each class of
executions once, and how long that takes. First some are explored, for a second: if
these are not all, classes are counted by the states that they have in common, level
by level. Where there are too many states only some of them are kept, which stand for
others: each pass is then right on average if threads do what they have been seen to
do. What is shown is the mean of the passes, and from eight passes on an interval that
should hold the number in 95 of 100 cases.`,
		RunE: func(c *cobra.Command, args []string) error {
			if cal.asked() {
				return cal.run(c, args, e.Algorithm)
			}
			p, err := programs.Parse(args, e.Memory)
			if err != nil {
				return err
			}
			if !flags.Estimable(e.Algorithm) {
				return exit.Usagef("--algo: %s cannot be estimated: must be one of %s", e.Algorithm.Name, strings.Join(flags.EstimableNames(r), ", "))
			}
			effort.Seed = e.Seed
			return estimate(c.Context(), c.OutOrStdout(), p, e, effort)
		},
	}
	programs = r.Taken(c)
	e.Register(r, c.Flags())
	c.Flags().Var(value.Positive(&effort.Passes), "passes", "passes at most")
	c.Flags().Var(value.Duration(&effort.Time), "budget", "time after which no pass begins")
	c.Flags().Var(value.Optional(&effort.Executions), "executions", "as many events as so many executions have, after which no pass begins")
	cal.register(c.Flags())
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
	return tables.Estimate(w, p.String(), e.Algorithm.Name, found, all, each)
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

// calibration is what estimate does instead with --calibrate or --from.
type calibration struct {
	estimates int64
	out, from string
	figures   string
}

func (k *calibration) register(f *pflag.FlagSet) {
	f.Int64Var(&k.estimates, "calibrate", 0, "compare with Table 1: `N` estimates of each row from 2 % of its executions, into --out")
	f.StringVar(&k.out, "out", "out/estimates.csv", "`FILE` (CSV) that --calibrate writes")
	f.StringVar(&k.from, "from", "", "estimate nothing: print the table of a `FILE` that --calibrate has written")
	f.StringVar(&k.figures, "figure", "", "with --from, draw estimates.png into this `FOLDER` instead")
}

func (k *calibration) asked() bool { return k.estimates > 0 || k.from != "" }

func (k *calibration) run(c *cobra.Command, args []string, a catalog.Algorithm) error {
	if len(args) > 0 {
		return exit.Usagef("--calibrate and --from take no program, got %q", args[0])
	}
	if k.from == "" {
		return k.measure(c, a)
	}
	trials, err := calibrate.Read(k.from)
	if err != nil {
		return err
	}
	rows := calibrate.Summarise(trials)
	if k.figures == "" {
		return tables.Calibration(c.OutOrStdout(), rows)
	}
	var all []plots.Calibration
	for _, s := range rows {
		all = append(all, plots.Calibration{Benchmark: s.Row.Benchmark, Executions: float64(s.Row.Executions), Error: s.Error, Explored: s.Visited, Time: s.Time})
	}
	_, err = plots.DrawCalibration(k.figures, all, []plots.Format{"png"})
	return err
}

func (k *calibration) measure(c *cobra.Command, a catalog.Algorithm) error {
	file, err := os.Create(k.out)
	if err != nil {
		return err
	}
	w := calibrate.NewWriter(file)
	if err := calibrate.Measure(c.Context(), a, int(k.estimates), w.Add); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

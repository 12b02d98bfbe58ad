package measure

import (
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/show/tables"
	"dporbench/harness/internal/work/calibrate"
	"dporbench/plots"
)

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

func (k *calibration) run(c *cobra.Command, args []string, a catalog.Algorithm, limit time.Duration) error {
	if len(args) > 0 {
		return exit.Usagef("--calibrate and --from take no program, got %q", args[0])
	}
	if k.from == "" {
		return k.measure(c, a, limit)
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
		long := s.Long
		if s.LongVisited == 0 {
			long = -1
		}
		all = append(all, plots.Calibration{Benchmark: s.Row.Benchmark, Executions: float64(s.Row.Executions), Error: s.Error, Explored: s.Visited, Long: long})
	}
	_, err = plots.DrawCalibration(k.figures, all, []plots.Format{"png"})
	return err
}

func (k *calibration) measure(c *cobra.Command, a catalog.Algorithm, limit time.Duration) error {
	file, err := os.Create(k.out)
	if err != nil {
		return err
	}
	w := calibrate.NewWriter(file)
	if err := calibrate.Measure(c.Context(), a, int(k.estimates), limit, w.Add); err != nil {
		file.Close()
		return err
	}
	return file.Close()
}

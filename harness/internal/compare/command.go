// Package compare implements the command compare, which compares two results files and measures nothing.
package compare

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/value"
	"dporbench/results"
)

func Command() *cobra.Command {
	format, least, metrics := "table", 1.0, results.Figures()
	c := &cobra.Command{
		Use:     "compare OLD.csv NEW.csv",
		Short:   "Compare two results files",
		Example: `dporbench compare old.csv new.csv --metric wall_s`,
		Long: `Compare two results files, program by program and algorithm by algorithm.

Counts of executions and of stored objects do not depend on the machine: any change is
shown, and the exit status is 1. It is also 1 if a run that used to finish no longer
does. Times and memory are shown as the medians of the finished runs, with the
difference if the Mann-Whitney U test finds it significant (p < 0.05), which takes at
least 4 repetitions in each file, or else with ~. The p values are corrected for the
number of lines (Benjamini-Hochberg); --metric reduces that number. The last line of a
metric has the mean factor.

With --format bench the runs of one file, or of several with the names of the files,
are written in the format of Go's benchmarks instead:

  dporbench compare --format bench old.csv new.csv | benchstat -col results -`,
		RunE: func(c *cobra.Command, args []string) error {
			if format == "bench" {
				return writeBench(c.OutOrStdout(), args)
			}
			return compareFiles(c, args, least/100, metrics)
		},
	}
	c.Flags().Var(value.OneOf(&format, "FORMAT", []string{"table", "bench"}), "format", "table or bench")
	c.Flags().Var(value.SomeOf(&metrics, "METRICS", "all", results.Figures()), "metric", "wall_s, cpu_s, peak_rss_bytes or live_heap_bytes, or several separated by commas, or all")
	c.Flags().Float64Var(&least, "least", least, "show only differences of at least `PERCENT`")
	return c
}

func compareFiles(c *cobra.Command, args []string, least float64, metrics []results.Figure) error {
	if len(args) != 2 {
		return cli.Usagef("compare takes 2 results files (OLD.csv NEW.csv), got %d", len(args))
	}
	old, err := results.Read(args[0])
	if err != nil {
		return err
	}
	new, err := results.Read(args[1])
	if err != nil {
		return err
	}
	comparison := results.Compare(old.Rows, new.Rows, least, metrics...)
	if err := draw(c.OutOrStdout(), comparison, args[0], args[1]); err != nil {
		return err
	}
	return report(c.ErrOrStderr(), comparison)
}

// report fails if a count changed.
func report(stderr io.Writer, c results.Comparison) error {
	few, failed := 0, 0
	for _, d := range c.Deltas {
		if d.TooFew {
			few++
		}
	}
	if few > 0 {
		fmt.Fprintf(stderr, "dporbench: %d of %d figures rest on too few runs for a significant difference: 4 in each file are enough\n",
			few, len(c.Deltas))
	}
	for _, change := range c.Changes {
		if change.Fails() {
			failed++
		}
	}
	switch {
	case c.Cells == 0:
		return errors.New("the files have no run in common")
	case failed > 0:
		return fmt.Errorf("%d figures changed that must not", failed)
	}
	return nil
}

// writeBench labels each file with its name if there are several.
func writeBench(w io.Writer, paths []string) error {
	if len(paths) == 0 {
		return cli.Usagef("compare --format bench takes at least 1 results file, got none")
	}
	files := make([]results.Contents, len(paths))
	for i, path := range paths {
		var err error
		if files[i], err = results.Read(path); err != nil {
			return err // and nothing has been written
		}
	}
	for i, contents := range files {
		label := ""
		if len(paths) > 1 {
			label = paths[i]
		}
		if err := results.WriteBench(w, label, contents.Rows); err != nil {
			return err
		}
	}
	return nil
}

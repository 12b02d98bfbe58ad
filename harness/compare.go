package harness

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/tables"
	"dporbench/results"
)

// comparedFormats are what compare can write.
var comparedFormats = []string{"table", "bench"}

func newCompare() *cobra.Command {
	format := "table"
	c := &cobra.Command{
		Use:   "compare OLD.csv NEW.csv",
		Short: "Compare two results files",
		Long: `Compare two results files, program by program and algorithm by algorithm.

Counts of executions and of what was stored do not depend on the machine: one
that changed is shown, and the exit status is 1. So it is if a run that had
finished does not any more. Times and memory are shown as the medians of the runs
that finished, with the difference where the Mann-Whitney U test finds it
significant (p < 0.05), and ~ where not; that takes 4 repetitions in each file.

With --format bench the runs are written in the format of Go's benchmarks
instead, those of one file, or of several with the names of the files:

  dporbench compare --format bench old.csv new.csv | benchstat -col results -`,
	}
	c.Flags().Var(value[string]{&format, "FORMAT", parseComparedFormat, func(s string) string { return s }}, "format", "table or bench")
	c.RunE = func(c *cobra.Command, args []string) error {
		if format == "bench" {
			return writeBench(c.OutOrStdout(), args)
		}
		return compareFiles(c, args)
	}
	return c
}

func parseComparedFormat(text string) (string, error) {
	if !slices.Contains(comparedFormats, text) {
		return "", fmt.Errorf("must be one of %s", strings.Join(comparedFormats, ", "))
	}
	return text, nil
}

func compareFiles(c *cobra.Command, args []string) error {
	if len(args) != 2 {
		return badUsage("compare takes 2 results files (OLD.csv NEW.csv), got %d", len(args))
	}
	old, err := rowsIn(args[0])
	if err != nil {
		return err
	}
	new, err := rowsIn(args[1])
	if err != nil {
		return err
	}
	comparison := results.Compare(old, new)
	if err := tables.Comparison(c.OutOrStdout(), comparison, args[0], args[1]); err != nil {
		return err
	}
	return judgeComparison(c.ErrOrStderr(), comparison)
}

// judgeComparison says what keeps the comparison from meaning much, and fails if
// a count changed.
func judgeComparison(stderr io.Writer, c results.Comparison) error {
	if few := tooFew(c.Deltas); few > 0 {
		fmt.Fprintf(stderr, "dporbench: %d of %d figures rest on too few runs to show a significant difference: 4 in each file are enough\n",
			few, len(c.Deltas))
	}
	failed := 0
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

func tooFew(deltas []results.Delta) int {
	n := 0
	for _, d := range deltas {
		if d.TooFew {
			n++
		}
	}
	return n
}

// writeBench writes the runs of the files, each labelled with its name if there
// are several.
func writeBench(w io.Writer, paths []string) error {
	if len(paths) == 0 {
		return badUsage("compare --format bench takes at least 1 results file, got none")
	}
	files := make([][]results.Row, len(paths))
	for i, path := range paths {
		rows, err := rowsIn(path)
		if err != nil {
			return err
		}
		files[i] = rows
	}
	for i, rows := range files {
		label := ""
		if len(files) > 1 {
			label = paths[i]
		}
		if err := results.WriteBench(w, label, rows); err != nil {
			return err
		}
	}
	return nil
}

func rowsIn(path string) ([]results.Row, error) {
	contents, err := results.Read(path)
	return contents.Rows, err
}

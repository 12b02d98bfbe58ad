package compare

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

// draw draws the differences between two results files of the given names:
// counts, which must not change, times and memory with the significance of their
// differences, and the runs that only one of the files has.
func draw(w io.Writer, c results.Comparison, oldName, newName string) error {
	return cmp.Or(changes(w, c, oldName, newName), deltas(w, c.Deltas), only(w, oldName, c.OnlyOld), only(w, newName, c.OnlyNew))
}

func changes(w io.Writer, c results.Comparison, oldName, newName string) error {
	if len(c.Changes) == 0 {
		_, err := fmt.Fprintf(w, "%d runs in both files: no count changed\n", c.Cells)
		return err
	}
	var g table.Grid
	g.Left("changed", "program", "algorithm")
	g.Right(oldName, newName)
	for _, change := range c.Changes {
		g.Row(change.Figure, change.Run.Name(), change.Run.Algorithm, change.Old, change.New)
	}
	return g.Write(w)
}

func deltas(w io.Writer, deltas []results.Delta) error {
	if len(deltas) == 0 {
		return nil
	}
	var g table.Grid
	g.Left("measured", "program", "algorithm")
	g.Right("old median", "new median", "delta", "p", "n")
	for i, d := range deltas {
		g.Row(measured(d), d.Run.Name(), d.Run.Algorithm, amount(d, d.Old), amount(d, d.New),
			d.Change, fmt.Sprintf("%.3f", d.P), runs(d))
		if last := i == len(deltas)-1 || deltas[i+1].Figure != d.Figure; last {
			of := slices.DeleteFunc(slices.Clone(deltas), func(other results.Delta) bool { return other.Figure != d.Figure })
			g.Row(measured(d), "geometric mean", "", "", "", fmt.Sprintf("%+.2f%%", 100*(results.GeometricMean(of)-1)), "", "")
		}
	}
	fmt.Fprintln(w)
	return g.Write(w)
}

func measured(d results.Delta) string {
	if name, ok := strings.CutSuffix(d.Figure.String(), "_bytes"); ok {
		return name + " [MB]"
	}
	return strings.TrimSuffix(d.Figure.String(), "_s") + " [s]"
}

func amount(d results.Delta, value float64) string {
	if !d.Figure.IsTime() {
		return table.Megabytes(int64(value))
	}
	if s := value / 1e9; s < 1 {
		return fmt.Sprintf("%.3g", s)
	}
	return table.Seconds(time.Duration(value))
}

func runs(d results.Delta) string {
	if d.OldRuns == d.NewRuns {
		return fmt.Sprint(d.OldRuns)
	}
	return fmt.Sprintf("%d+%d", d.OldRuns, d.NewRuns)
}

func only(w io.Writer, name string, runs []results.Run) error {
	if len(runs) == 0 {
		return nil
	}
	var g table.Grid
	g.Left("only in "+name, "algorithm", "order")
	g.Right("gogc")
	for _, r := range runs {
		g.Row(r.Name(), r.Algorithm, r.Order, fmt.Sprint(r.GOGC))
	}
	fmt.Fprintln(w)
	return g.Write(w)
}

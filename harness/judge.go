package main

import (
	"fmt"

	"dporbench/benchmarks"
	"dporbench/results"
)

// published is the number of executions of a run according to the paper or to
// independent tools; 0 if there is none.
func published(run results.Run) int64 {
	count, ok := benchmarks.Expected(run.Benchmark, run.Params)
	if !ok {
		return 0
	}
	return count.Executions
}

// miscounted says what is wrong with the number of executions of a cell: it is
// not the published one or, of a run that did not finish, already above that.
func miscounted(c results.Cell) string {
	row := c.Median()
	want := published(row.Run)
	switch {
	case !c.Consistent():
		return "its repetitions differ in what they count"
	case want != 0 && row.Reached > want:
		return fmt.Sprintf("%d executions or more, published are %d", row.Reached, want)
	case want != 0 && row.Status == results.OK && row.Executions != want:
		return fmt.Sprintf("%d executions, published are %d", row.Executions, want)
	}
	return ""
}

// unfinished says why a cell has no figures. It says nothing if the cell has
// some, or if the user, who knows, interrupted it.
func unfinished(c results.Cell) string {
	row := c.Median()
	if row.Status == results.OK || row.Status == results.Interrupted {
		return ""
	}
	return fmt.Sprintf("%s: %s", row.Status, row.Error)
}

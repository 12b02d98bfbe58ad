package harness

import (
	"cmp"
	"fmt"

	"dporbench/algos/catalog"
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

// expectations gives the number of executions that a run of one of the cells
// should have: the published one or, where there is none, what the first cell of
// that program to have finished has, as no algorithm visits a class twice. It is
// 0 if neither is there.
func expectations(cells []results.Cell) func(results.Run) int64 {
	first := map[string]int64{}
	for _, c := range cells {
		if row := c.Median(); row.Status == results.OK && !samples(row.Algorithm) && first[row.Name()] == 0 {
			first[row.Name()] = row.Executions
		}
	}
	return func(run results.Run) int64 { return cmp.Or(published(run), first[run.Name()]) }
}

// miscounted says what is wrong with the number of executions of a cell that
// should have as many as expected, if that is not 0: it is another or, of a run
// that did not finish, already above that.
func miscounted(c results.Cell, expected int64) string {
	row := c.Median()
	switch {
	case !c.Consistent():
		return "its repetitions differ in what they count"
	case expected == 0 || samples(row.Algorithm):
	case row.Status == results.OK && row.Executions != expected:
		return fmt.Sprintf("%d executions instead of %d", row.Executions, expected)
	case row.Status != results.OK && row.Reached > expected:
		return fmt.Sprintf("%d executions or more instead of %d", row.Reached, expected)
	}
	return ""
}

// unexpected says why a cell has no figures, unless that was to be expected: an
// algorithm may exceed a limit that does redundant work or whose memory is not
// polynomial.
func unexpected(c results.Cell) string {
	row := c.Median()
	limit := row.Status == results.Timeout || row.Status == results.OutOfMemory
	if limit && !(optimal(row.Algorithm) && polynomial(row.Algorithm)) {
		return ""
	}
	return unfinished(c)
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

func optimal(name string) bool {
	a, ok := catalog.Lookup(name)
	return ok && a.Optimal
}

func polynomial(name string) bool {
	a, ok := catalog.Lookup(name)
	return ok && a.PolynomialMemory
}

func samples(name string) bool {
	a, ok := catalog.Lookup(name)
	return ok && a.Samples
}

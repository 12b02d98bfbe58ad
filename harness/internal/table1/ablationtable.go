package table1

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"dporbench/algos/counters"
	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

// AblationTable shows the storage and the cost of algorithms on some programs.
type AblationTable struct {
	Programs   []results.Run // in the order of the table; only the benchmark and the parameters count
	Algorithms []string
	Cells      []results.Cell
	Expected   table.Expected
}

// Write draws a line for each algorithm on each program. A cell that was not
// measured is left open.
func (a AblationTable) Write(w io.Writer) error {
	shown := usedCounters(a.Cells)
	var g table.Grid
	g.Left("program", "algorithm")
	g.Right("executions")
	g.Left("")
	g.Right("µs each")
	for _, c := range shown {
		g.Right(c.Title)
	}
	g.Right("store", "MB")
	return a.write(w, &g, ablationLegend, func(c results.Cell) []string { return a.line(c, shown) })
}

// write adds a row for each algorithm on each program, and writes the table and its legend.
func (a AblationTable) write(w io.Writer, g *table.Grid, legend string, line func(results.Cell) []string) error {
	measured := table.ByRun(a.Cells)
	for _, program := range a.Programs {
		name := program.Name()
		for _, algorithm := range a.Algorithms {
			cell := measured[table.Key{Program: program.Name(), Algorithm: algorithm}]
			g.Row(append([]string{name, algorithm}, line(cell)...)...)
			name = "" // shown once
		}
	}
	if err := g.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, legend)
	return err
}

const ablationLegend = `
✓ the published number of executions or, if there is none, the number on which all agree  ✗ another
≠ the algorithms do not agree, and no number is published
≥ n stopped at a limit after n executions  – not known
µs each: wall-clock time divided by the executions  MB: peak resident memory
Peaks of what is stored; columns that are 0 everywhere are left out:
  schedules    collected and not yet explored (pop-lazy), or explored and kept in sleep sets (pop-naive)
  sleep sets   their threads, schedules (pop-naive) or expressions (pop-expressions)
  frames       explorations begun and not ended
  events       of the current execution and of everything kept to be explored, wakeup nodes included
  store        the largest of these and the other counters here`

func (a AblationTable) line(c results.Cell, shown []counters.Counter[results.Stored]) []string {
	if len(c.Rows) == 0 {
		return append([]string{table.None, "", table.None}, slices.Repeat([]string{table.None}, len(shown)+2)...)
	}
	r := c.Median()
	line := []string{table.Reached(r), table.MarkExpected(r, a.Expected), table.PerExecution(r)}
	for _, c := range shown {
		line = append(line, table.Figure(r, c.In(r.Stored)))
	}
	return append(line, table.Figure(r, r.Stored.Largest()), table.Megabytes(r.PeakRSS))
}

// usedCounters returns the counters that are not 0 in all of the cells.
func usedCounters(cells []results.Cell) []counters.Counter[results.Stored] {
	used := slices.DeleteFunc(counters.Own(), func(c counters.Counter[results.Stored]) bool {
		return !slices.ContainsFunc(cells, func(cell results.Cell) bool { return c.In(cell.Median().Stored) != 0 })
	})
	slices.SortFunc(used, func(a, b counters.Counter[results.Stored]) int { return cmp.Compare(a.Place, b.Place) })
	return used
}

// WriteGrowth draws the factors by which the number of executions and the store
// of each algorithm grow from each program to the next. All must be of one
// benchmark.
func (a AblationTable) WriteGrowth(w io.Writer) error {
	var g table.Grid
	g.Left("growth from … to …")
	for i := range len(a.Programs) - 1 {
		g.Right(params(a.Programs[i]) + " → " + params(a.Programs[i+1]))
	}
	row := func(title string, number func(results.Run) int64) {
		numbers := make([]int64, len(a.Programs))
		for i, program := range a.Programs {
			numbers[i] = number(program)
		}
		g.Row(append([]string{title}, factors(numbers)...)...)
	}
	row("executions", a.Expected.Executions)
	measured := table.ByRun(a.Cells)
	for _, algorithm := range a.Algorithms {
		row("store of "+algorithm, func(program results.Run) int64 {
			if c, ok := measured[table.Key{Program: program.Name(), Algorithm: algorithm}]; ok {
				return c.Median().Stored.Largest()
			}
			return 0 // it was not measured
		})
	}
	return g.Write(w)
}

func params(program results.Run) string {
	return strings.TrimPrefix(program.Name(), program.Benchmark+" ")
}

func factors(numbers []int64) []string {
	var quotients []string
	for i := range len(numbers) - 1 {
		quotient := table.None
		if from, to := numbers[i], numbers[i+1]; from != 0 && to != 0 {
			quotient = fmt.Sprintf("%.2f", float64(to)/float64(from))
		}
		quotients = append(quotients, quotient)
	}
	return quotients
}

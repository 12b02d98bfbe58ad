package tables

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"dporbench/counters"
	"dporbench/results"
)

// Ablation is what algorithms store, and what they take, on some programs.
type Ablation struct {
	Programs   []results.Run // in the order of the table: what counts is the benchmark and the parameters
	Algorithms []string
	Cells      []results.Cell
	Expected   Expected
}

// Write draws a line for each algorithm on each program. A cell that was not
// measured is left open.
func (a Ablation) Write(w io.Writer) error {
	measured := byRun(a.Cells)
	shown := usedCounters(a.Cells)
	var g grid
	g.left("program", "algorithm")
	g.right("executions")
	g.left("")
	g.right("µs each")
	for _, c := range shown {
		g.right(c.Title)
	}
	g.right("store", "MB")
	for _, program := range a.Programs {
		name := program.Name()
		for _, algorithm := range a.Algorithms {
			cell := measured[runKey{program.Name(), algorithm}]
			g.row(append([]string{name, algorithm}, a.line(cell, shown)...)...)
			name = "" // once is enough
		}
	}
	if err := g.write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, ablationLegend)
	return err
}

const ablationLegend = `
✓ the published number of executions or, if there is none, that on which all agree  ✗ another
≠ the algorithms do not agree, and no number is published
≥ n stopped at a limit after n executions  – not known
µs each: wall-clock time divided by the executions  MB: peak resident memory
What is stored, each as the largest number at any one time; what is 0 everywhere is left out:
  schedules    collected and not yet explored (pop-lazy), or explored and kept in sleep sets (pop-naive)
  sleep sets   their threads, schedules (pop-naive) or expressions (pop-expressions)
  frames       explorations begun and not ended
  events       of the current execution and of all that is kept to be explored, wakeup nodes included
  store        the largest of these and the other counters here`

func (a Ablation) line(c results.Cell, shown []counters.Counter[results.Stored]) []string {
	if len(c.Rows) == 0 {
		return append([]string{none, "", none}, slices.Repeat([]string{none}, len(shown)+2)...)
	}
	r := c.Median()
	line := []string{reached(r), markExpected(r, a.Expected), perExecution(r)}
	for _, c := range shown {
		line = append(line, figure(r, c.In(r.Stored)))
	}
	return append(line, figure(r, r.Stored.Largest()), megabytes(r.PeakRSS))
}

// usedCounters leaves out what is 0 in all of the cells.
func usedCounters(cells []results.Cell) []counters.Counter[results.Stored] {
	used := slices.DeleteFunc(counters.Own(), func(c counters.Counter[results.Stored]) bool {
		return !slices.ContainsFunc(cells, func(cell results.Cell) bool { return c.In(cell.Median().Stored) != 0 })
	})
	slices.SortFunc(used, func(a, b counters.Counter[results.Stored]) int { return cmp.Compare(a.Place, b.Place) })
	return used
}

// WriteGrowth draws by which factor the number of executions and the store of
// each algorithm grow from each program to the next, which are to be of one
// benchmark.
func (a Ablation) WriteGrowth(w io.Writer) error {
	var g grid
	g.left("growth from … to …")
	for i := range len(a.Programs) - 1 {
		g.right(params(a.Programs[i]) + " → " + params(a.Programs[i+1]))
	}
	row := func(title string, number func(results.Run) int64) {
		numbers := make([]int64, len(a.Programs))
		for i, program := range a.Programs {
			numbers[i] = number(program)
		}
		g.row(append([]string{title}, factors(numbers)...)...)
	}
	row("executions", a.Expected.Executions)
	measured := byRun(a.Cells)
	for _, algorithm := range a.Algorithms {
		row("store of "+algorithm, func(program results.Run) int64 {
			if c, ok := measured[runKey{program.Name(), algorithm}]; ok {
				return c.Median().Stored.Largest()
			}
			return 0 // it was not measured
		})
	}
	return g.write(w)
}

func params(program results.Run) string {
	return strings.TrimPrefix(program.Name(), program.Benchmark+" ")
}

func factors(numbers []int64) []string {
	var quotients []string
	for i := range len(numbers) - 1 {
		quotient := none
		if from, to := numbers[i], numbers[i+1]; from != 0 && to != 0 {
			quotient = fmt.Sprintf("%.2f", float64(to)/float64(from))
		}
		quotients = append(quotients, quotient)
	}
	return quotients
}

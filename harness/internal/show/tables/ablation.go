package tables

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"dporbench/internal/counters"
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
  sleep sets   their threads, schedules (pop-naive) or expressions (pop, pop-lazy)
  frames       explorations begun and not ended
  events       of the current execution and of all that is kept to be gone on with, wakeup nodes included
  store        the largest of these and the other counters here`

func (a Ablation) line(c results.Cell, shown []counters.Counter[results.Stored]) []string {
	if len(c.Rows) == 0 {
		line := []string{none, "", none}
		for range len(shown) + 2 {
			line = append(line, none)
		}
		return line
	}
	r := c.Median()
	line := []string{reached(r), markExpected(r, a.Expected), perExecution(r)}
	for _, c := range shown {
		line = append(line, figure(r, c.In(r.Stored)))
	}
	return append(line, figure(r, r.Stored.Largest()), megabytes(r.PeakRSS))
}

// usedCounters are the counters of what an algorithm stores that are not 0 in all
// of the cells, in the order in which they have columns.
func usedCounters(cells []results.Cell) []counters.Counter[results.Stored] {
	used := slices.DeleteFunc(counters.Own(), func(c counters.Counter[results.Stored]) bool {
		return !slices.ContainsFunc(cells, func(cell results.Cell) bool { return c.In(cell.Median().Stored) != 0 })
	})
	slices.SortFunc(used, func(a, b counters.Counter[results.Stored]) int { return cmp.Compare(a.Place, b.Place) })
	return used
}

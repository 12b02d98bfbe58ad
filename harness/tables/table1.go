package tables

import (
	"fmt"
	"io"

	"dporbench/benchmarks"
	"dporbench/results"
)

// Table1 draws the rows of the paper's Table 1 with the cells of our
// algorithms. A cell that was not measured is left open. With the paper's
// figures for its algorithms the table becomes wide; without them it is kept
// narrow, and leaves out a number of executions that is the paper's.
func Table1(w io.Writer, rows []benchmarks.PaperRow, algorithms []string, cells []results.Cell, paper bool) error {
	measured := byRun(cells)
	var g grid
	g.left("program")
	g.right("executions\npaper")
	for _, a := range algorithms {
		if paper {
			g.wideHeader(a)
		} else {
			g.narrowHeader(a)
		}
	}
	for _, row := range rows {
		program := results.Run{Benchmark: row.Benchmark, Params: row.Params}.Name()
		line := []string{program, count(row.Executions)}
		for _, a := range algorithms {
			c := measured[runKey{program, a}]
			if paper {
				line = append(line, wideCells(row, a, c)...)
			} else {
				line = append(line, narrowCells(row, c)...)
			}
		}
		g.row(line...)
	}
	if err := g.write(w); err != nil {
		return err
	}
	return writeLegend(w, paper)
}

const table1Legend = `
✓ the paper's number of executions  ✗ another  ≥ n stopped at a limit after n  – not measured
time in seconds and peak resident memory in MB`

func writeLegend(w io.Writer, paper bool) error {
	legend := table1Legend
	if paper {
		legend += "; beside ours, where the paper has the algorithm, the paper's"
	}
	_, err := fmt.Fprintln(w, legend)
	return err
}

func (g *grid) wideHeader(algorithm string) {
	g.right(algorithm + "\nexecutions")
	g.left("")
	g.right("time/s")
	_, published := paperFigures(benchmarks.PaperRow{}, algorithm)
	if published {
		g.right("paper")
	}
	g.right("memory/MB")
	if published {
		g.right("paper")
	}
}

func wideCells(row benchmarks.PaperRow, algorithm string, c results.Cell) []string {
	executions, agreement, time, memory := none, "", none, none
	if len(c.Rows) > 0 {
		r := c.Median()
		executions, agreement, time, memory = reached(r), mark(r, row.Executions), wall(r), megabytes(r.PeakRSS)
	}
	paper, published := paperFigures(row, algorithm)
	if !published {
		return []string{executions, agreement, time, memory}
	}
	return []string{executions, agreement, time, fmt.Sprintf("%.2f", paper.Seconds), memory, fmt.Sprintf("%.0f", paper.MB)}
}

func (g *grid) narrowHeader(algorithm string) { g.right("", algorithm+"\ntime/s", "\nMB") }

func narrowCells(row benchmarks.PaperRow, c results.Cell) []string {
	if len(c.Rows) == 0 {
		return []string{"", none, none}
	}
	r := c.Median()
	return []string{tally(r, row.Executions), wall(r), megabytes(r.PeakRSS)}
}

// tally is the number of executions, or only a mark if it is the published one.
func tally(r results.Row, published int64) string {
	switch m := mark(r, published); m {
	case agrees:
		return agrees
	case disagrees:
		return disagrees + " " + reached(r)
	}
	return reached(r)
}

// paperFigures is what the paper measured, for the algorithms it measured.
func paperFigures(row benchmarks.PaperRow, algorithm string) (figures benchmarks.PaperFigures, published bool) {
	switch algorithm {
	case "trust":
		return row.TruSt, true
	case "optimal":
		return row.Optimal, true
	case "pop":
		return row.POP, true
	}
	return benchmarks.PaperFigures{}, false
}

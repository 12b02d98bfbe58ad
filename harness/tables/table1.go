package tables

import (
	"fmt"
	"io"

	"dporbench/benchmarks"
	"dporbench/results"
)

// Table1 draws the rows of the paper's Table 1 with the cells of our
// algorithms beside the paper's figures. A cell that was not measured is left
// open.
func Table1(w io.Writer, rows []benchmarks.PaperRow, algorithms []string, cells []results.Cell) error {
	byRun := map[string]results.Cell{}
	for _, c := range cells {
		r := c.Rows[0]
		byRun[r.Name()+" "+r.Algorithm] = c
	}
	var g grid
	g.left("program")
	g.right("executions\npaper")
	for _, a := range algorithms {
		g.table1Header(a)
	}
	for _, row := range rows {
		name := results.Run{Benchmark: row.Benchmark, Params: row.Params}.Name()
		line := []string{name, count(row.Executions)}
		for _, a := range algorithms {
			line = append(line, table1Cells(row, a, byRun[name+" "+a])...)
		}
		g.row(line...)
	}
	if err := g.write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, legend)
	return err
}

const legend = `
✓ the paper's number of executions  ✗ another  ≥ n stopped at a limit after n  – not measured
time in seconds and peak resident memory in MB; beside ours, where the paper has the algorithm, the paper's`

func (g *grid) table1Header(algorithm string) {
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

func table1Cells(row benchmarks.PaperRow, algorithm string, c results.Cell) []string {
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

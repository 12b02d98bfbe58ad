package claims

import (
	"fmt"
	"slices"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

type measuredTable struct {
	cells map[table.Key]results.Cell
	floor int64 // see Floor
}

func newTable(cells []results.Cell) measuredTable {
	return measuredTable{table.ByRun(cells), table.Floor(cells)}
}

// cell is empty if it was not measured.
func (t measuredTable) cell(row benchmarks.PaperRow, algorithm string) results.Cell {
	return t.cells[table.Key{Program: table.PaperName(row), Algorithm: algorithm}]
}

// aboveFloor is in bytes.
func (t measuredTable) aboveFloor(row results.Row) int64 { return row.PeakRSS - t.floor }

func rows(benchmark string) []benchmarks.PaperRow {
	return slices.DeleteFunc(benchmarks.PaperTable(), func(row benchmarks.PaperRow) bool { return row.Benchmark != benchmark })
}

func sameCounts(t measuredTable) (Outcome, []string) {
	right, unfinished := 0, 0
	var wrong []string
	for _, row := range benchmarks.PaperTable() {
		for _, name := range []string{trust, optimal, pop} {
			c := t.cell(row, name)
			switch {
			case len(c.Rows) == 0:
			case !table.Finished(c):
				unfinished++
			case c.Median().Executions != row.Executions:
				wrong = append(wrong, fmt.Sprintf("%s, %s: %d executions instead of %d", table.PaperName(row), name, c.Median().Executions, row.Executions))
			case c.Median().Redundant != 0:
				wrong = append(wrong, fmt.Sprintf("%s, %s: %d redundant explorations", table.PaperName(row), name, c.Median().Redundant))
			default:
				right++
			}
		}
	}
	figures := append([]string{fmt.Sprintf("right in %d cells, wrong in %d; %d were stopped or failed", right, len(wrong), unfinished)}, wrong...)
	switch {
	case len(wrong) > 0:
		return NotConfirmed, figures
	case right == 0:
		return NotMeasured, nil
	}
	return Confirmed, figures
}

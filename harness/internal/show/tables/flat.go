package tables

import (
	"strconv"

	"dporbench/benchmarks"
	"dporbench/results"
)

// flat is for programs to read: numbers without units and separators, nothing where there is none.
func (t Table1) flat() *grid {
	measured := byRun(t.Cells)
	g := &grid{}
	g.left("program", "algorithm", "status", "executions", "paper_executions", "agrees", "samples",
		"wall_s", "wall_s_low", "wall_s_high", "peak_rss_bytes", "paper_wall_s", "paper_mb")
	for _, row := range t.Rows {
		for _, a := range t.Algorithms {
			if c := measured[runKey{programOf(row), a}]; len(c.Rows) > 0 {
				g.row(flatCell(row, a, c)...)
			}
		}
	}
	return g
}

func flatCell(row benchmarks.PaperRow, algorithm string, c results.Cell) []string {
	r := c.Median()
	executions, agreement, time, low, high := "", "", "", "", ""
	if r.Status == results.OK {
		from, to := c.MiddleHalf()
		executions = strconv.FormatInt(r.Executions, 10)
		agreement = choose(r.Executions == row.Executions, "yes", "no")
		time, low, high = plain(r.Wall.Seconds()), plain(from.Seconds()), plain(to.Seconds())
	}
	paperTime, paperMB := "", ""
	if paper, published := paperFigures(row, algorithm); published {
		paperTime, paperMB = plain(paper.Seconds), plain(paper.MB)
	}
	return []string{
		programOf(row), algorithm, string(r.Status), executions, strconv.FormatInt(row.Executions, 10), agreement,
		strconv.Itoa(c.Samples()), time, low, high, strconv.FormatInt(r.PeakRSS, 10), paperTime, paperMB,
	}
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

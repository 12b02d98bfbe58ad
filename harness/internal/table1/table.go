package table1

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
	"dporbench/model/memory"
	"dporbench/results"
)

// Table is the rows of the paper's Table 1 with the cells of our algorithms. A
// cell that was not measured is left open.
type Table struct {
	Rows       []benchmarks.PaperRow
	Algorithms []string
	Cells      []results.Cell
	// Paper shows the paper's figures next to ours, for its algorithms, which makes
	// the table wide. The narrow table without them leaves out numbers of executions
	// that are the paper's.
	Paper bool
	// NoSpread leaves out the spread of the samples.
	NoSpread bool
	// Memory is the memory model of the cells. The paper has figures for sc alone.
	Memory memory.Model
	// Promise says what an algorithm promises about its number of executions; if nil, all promise each class exactly once.
	Promise func(algorithm string) table.Promise
}

// Write draws the table. As CSV it has a line for each cell, with plain numbers.
func (t Table) Write(w io.Writer, f table.Format) error {
	if f == table.CSV {
		return t.flat().WriteAs(w, f)
	}
	if err := t.grid().WriteAs(w, f); err != nil {
		return err
	}
	return table.Note(w, f, t.legend())
}

func (t Table) grid() *table.Grid {
	measured, repeated := table.ByRun(t.Cells), t.spreads()
	g := &table.Grid{}
	g.Left("program")
	if t.isPapers() {
		g.Right("executions\npaper")
	}
	for _, a := range t.Algorithms {
		if t.Paper || !t.isPapers() {
			wideHeader(g, a, repeated, t.publishes(a))
		} else {
			narrowHeader(g, a, repeated)
		}
	}
	for _, row := range t.Rows {
		line := []string{table.PaperName(row)}
		if t.isPapers() {
			line = append(line, table.Count(row.Executions))
		}
		for _, a := range t.Algorithms {
			line = append(line, t.cells(row, a, measured[t.key(row, a)], repeated)...)
		}
		g.Row(line...)
	}
	return g
}

func (t Table) key(row benchmarks.PaperRow, algorithm string) table.Key {
	return keyUnder(row, algorithm, t.Memory)
}

func keyUnder(row benchmarks.PaperRow, algorithm string, memory memory.Model) table.Key {
	return table.Key{Program: results.Run{Benchmark: row.Benchmark, Params: row.Params, Memory: memory.String()}.Name(), Algorithm: algorithm}
}

// isPapers reports whether the paper has the numbers of executions.
func (t Table) isPapers() bool { return t.Memory == memory.SC }

// publishes reports whether the paper has figures for an algorithm under the memory model.
func (t Table) publishes(algorithm string) bool {
	_, published := paperFigures(benchmarks.PaperRow{}, algorithm)
	return published && t.isPapers()
}

func (t Table) spreads() bool {
	return !t.NoSpread && slices.ContainsFunc(t.Cells, func(c results.Cell) bool { return len(c.Rows) > 1 })
}

const (
	table1Legend = `
✓ the paper's number of executions  ✗ another  ≥ n stopped at a limit after n  – not measured
time in seconds and peak resident memory in MB`
	unpublishedLegend = `
memory model %v  ≥ n stopped at a limit after n  – not measured
time in seconds and peak resident memory in MB`
)

func (t Table) legend() string {
	legend := table1Legend
	if !t.isPapers() {
		legend = fmt.Sprintf(unpublishedLegend, t.Memory)
	} else if t.Paper {
		legend += "; next to ours, where the paper has the algorithm, the paper's"
	}
	if t.spreads() {
		legend += "\n±p/n: the time is the median of n samples, the middle half of them (all if n < 5) within p % of it"
	}
	return legend
}

func wideHeader(g *table.Grid, algorithm string, repeated, published bool) {
	g.Right(algorithm + "\nexecutions")
	g.Left("")
	g.Right("time/s")
	if repeated {
		g.Right("±%/n")
	}
	if published {
		g.Right("paper")
	}
	g.Right("memory/MB")
	if published {
		g.Right("paper")
	}
}

func narrowHeader(g *table.Grid, algorithm string, repeated bool) {
	g.Right("", algorithm+"\ntime/s")
	if repeated {
		g.Right("\n±%/n")
	}
	g.Right("\nMB")
}

func (t Table) cells(row benchmarks.PaperRow, algorithm string, c results.Cell, repeated bool) []string {
	executions, time, memory := []string{""}, table.None, table.None
	wide := t.Paper || !t.isPapers()
	if wide {
		executions = []string{table.None, ""}
	}
	if !t.isPapers() {
		row.Executions = 0
	}
	if len(c.Rows) > 0 {
		r := c.Median()
		executions, time, memory = []string{t.tally(r, row.Executions)}, table.Wall(r), table.Megabytes(r.PeakRSS)
		if wide {
			executions = []string{table.Reached(r), t.mark(r, row.Executions)}
		}
	}
	line := append(executions, time)
	if repeated {
		line = append(line, spreadOf(c))
	}
	if !t.Paper || !t.publishes(algorithm) {
		return append(line, memory)
	}
	paper, _ := paperFigures(row, algorithm)
	return append(line, fmt.Sprintf("%.2f", paper.Seconds), memory, fmt.Sprintf("%.0f", paper.MB))
}

// spreadOf is "3/5": five samples, the middle half of them within 3 % of the
// median.
func spreadOf(c results.Cell) string {
	n := c.Samples()
	if n == 0 {
		return table.None
	}
	if n == 1 {
		return table.None + "/1"
	}
	low, high := c.MiddleHalf()
	median := c.Median().Wall
	off := float64(max(median-low, high-median)) / float64(max(median, 1))
	return fmt.Sprintf("%.0f/%d", math.Ceil(100*off), n)
}

func (t Table) mark(r results.Row, published int64) string {
	return table.Mark(r, t.promise(r.Algorithm), published)
}

func (t Table) promise(algorithm string) table.Promise {
	if t.Promise == nil {
		return table.Promise{EveryClass: true, Once: true}
	}
	return t.Promise(algorithm)
}

func (t Table) tally(r results.Row, published int64) string {
	switch m := t.mark(r, published); {
	case m == table.Agrees:
		return table.Agrees
	case m == table.Disagrees:
		return table.Disagrees + " " + table.Reached(r)
	case t.promise(r.Algorithm).Coarser:
		return m
	}
	return table.Reached(r)
}

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

// flat is the table for programs to read: numbers without units and separators, and empty cells where there is none.
func (t Table) flat() *table.Grid {
	measured := table.ByRun(t.Cells)
	g := &table.Grid{}
	g.Left("program", "algorithm", "status", "executions", "paper_executions", "agrees", "samples",
		"wall_s", "wall_s_low", "wall_s_high", "peak_rss_bytes", "paper_wall_s", "paper_mb")
	for _, row := range t.Rows {
		for _, a := range t.Algorithms {
			if c := measured[t.key(row, a)]; len(c.Rows) > 0 {
				g.Row(t.flatCell(row, a, c)...)
			}
		}
	}
	return g
}

func (t Table) flatCell(row benchmarks.PaperRow, algorithm string, c results.Cell) []string {
	r := c.Median()
	executions, agreement, time, low, high := "", "", "", "", ""
	published := ""
	if t.isPapers() {
		published = strconv.FormatInt(row.Executions, 10)
	}
	if r.Status == results.OK {
		from, to := c.MiddleHalf()
		executions = strconv.FormatInt(r.Executions, 10)
		if t.isPapers() && !t.promise(r.Algorithm).Coarser {
			agreement = table.Choose(r.Executions == row.Executions, "yes", "no")
		}
		time, low, high = plain(r.Wall.Seconds()), plain(from.Seconds()), plain(to.Seconds())
	}
	paperTime, paperMB := "", ""
	if t.publishes(algorithm) {
		paper, _ := paperFigures(row, algorithm)
		paperTime, paperMB = plain(paper.Seconds), plain(paper.MB)
	}
	return []string{
		table.PaperName(row), algorithm, string(r.Status), executions, published, agreement,
		strconv.Itoa(c.Samples()), time, low, high, strconv.FormatInt(r.PeakRSS, 10), paperTime, paperMB,
	}
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

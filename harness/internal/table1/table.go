package table1

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/campaign"
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
	// Promise returns the guarantee of an algorithm about its number of executions; if nil, all guarantee each class exactly once.
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
	p := &table.Plan[benchmarks.PaperRow]{}
	p.Left("program", table.PaperName)
	if t.isPapers() {
		p.Right("executions\npaper", func(row benchmarks.PaperRow) string { return table.Count(row.Executions) })
	}
	measured := table.ByRun(t.Cells)
	for _, a := range t.Algorithms {
		c := columns{t, a, p, measured}
		if t.Paper || !t.isPapers() {
			c.wide()
		} else {
			c.narrow()
		}
	}
	return p.Of(t.Rows)
}

// columns are the columns of an algorithm.
type columns struct {
	Table
	algorithm string
	plan      *table.Plan[benchmarks.PaperRow]
	measured  map[table.Key]results.Cell
}

func (c columns) wide() {
	c.figure(c.algorithm+"\nexecutions", table.None, table.Reached)
	c.plan.Left("", func(row benchmarks.PaperRow) string {
		return table.OfMedian("", func(r results.Row) string { return c.mark(r, c.published(row)) })(c.cell(row))
	})
	c.figure("\ntime/s", table.None, table.Wall)
	c.spread("\n±%/n")
	c.paper(func(f benchmarks.PaperFigures) string { return fmt.Sprintf("%.2f", f.Seconds) })
	c.figure("\nmemory/MB", table.None, peak)
	c.paper(func(f benchmarks.PaperFigures) string { return fmt.Sprintf("%.0f", f.MB) })
}

func (c columns) narrow() {
	c.plan.Right("", func(row benchmarks.PaperRow) string {
		return table.OfMedian("", func(r results.Row) string { return c.tally(r, c.published(row)) })(c.cell(row))
	})
	c.figure(c.algorithm+"\ntime/s", table.None, table.Wall)
	c.spread("\n±%/n")
	c.figure("\nMB", table.None, peak)
}

func (c columns) cell(row benchmarks.PaperRow) results.Cell {
	return c.measured[c.key(row, c.algorithm)]
}

// figure adds a column of figures of the runs with the median times.
func (c columns) figure(title, missing string, text func(results.Row) string) {
	ofCell := table.OfMedian(missing, text)
	c.plan.Right(title, func(row benchmarks.PaperRow) string { return ofCell(c.cell(row)) })
}

func (c columns) spread(title string) {
	if c.spreads() {
		c.plan.Right(title, func(row benchmarks.PaperRow) string { return spreadOf(c.cell(row)) })
	}
}

// paper adds a column of the paper's figures, if it has any of the algorithm.
func (c columns) paper(text func(benchmarks.PaperFigures) string) {
	if c.publishes(c.algorithm) {
		c.plan.Right("\npaper", func(row benchmarks.PaperRow) string { return text(paperFigures(row, c.algorithm)) })
	}
}

func peak(r results.Row) string { return table.Megabytes(r.PeakRSS) }

// published is the paper's number of executions, or 0 if it has none under the memory model.
func (t Table) published(row benchmarks.PaperRow) int64 {
	if !t.isPapers() {
		return 0
	}
	return row.Executions
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
	return t.isPapers() && slices.Contains(campaign.PaperAlgorithms(), algorithm)
}

func (t Table) spreads() bool { return !t.NoSpread && table.Repeated(t.Cells) }

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

// paperFigures are the paper's figures of one of its algorithms.
func paperFigures(row benchmarks.PaperRow, algorithm string) benchmarks.PaperFigures {
	return map[string]benchmarks.PaperFigures{"trust": row.TruSt, "optimal": row.Optimal, "pop": row.POP}[algorithm]
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
		paper := paperFigures(row, algorithm)
		paperTime, paperMB = plain(paper.Seconds), plain(paper.MB)
	}
	return []string{
		table.PaperName(row), algorithm, string(r.Status), executions, published, agreement,
		strconv.Itoa(c.Samples()), time, low, high, strconv.FormatInt(r.PeakRSS, 10), paperTime, paperMB,
	}
}

func plain(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }

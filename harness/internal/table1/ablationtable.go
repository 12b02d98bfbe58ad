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
	p := a.plan()
	p.Right("µs each", ofCell(table.PerExecution))
	for _, c := range usedCounters(a.Cells) {
		p.Right(c.Title, ofCell(func(r results.Row) string { return table.Figure(r, c.In(r.Stored)) }))
	}
	p.Right("store", ofCell(func(r results.Row) string { return table.Figure(r, r.Stored.Largest()) }))
	p.Right("MB", ofCell(peak))
	return write(w, p.Of(a.lines()), ablationLegend)
}

// ablationLine is an algorithm on a program.
type ablationLine struct {
	program, algorithm string
	cell               results.Cell
}

// plan has the columns of all the tables.
func (a AblationTable) plan() *table.Plan[ablationLine] {
	p := &table.Plan[ablationLine]{}
	p.Left("program", func(l ablationLine) string { return l.program })
	p.Left("algorithm", func(l ablationLine) string { return l.algorithm })
	p.Right("executions", ofCell(table.Reached))
	mark := table.OfMedian("", func(r results.Row) string { return table.MarkExpected(r, a.Expected) })
	p.Left("", func(l ablationLine) string { return mark(l.cell) })
	return p
}

// ofCell is the text of the run with the median time.
func ofCell(text func(results.Row) string) func(ablationLine) string {
	of := table.OfMedian(table.None, text)
	return func(l ablationLine) string { return of(l.cell) }
}

// lines has a line for each algorithm on each program, which is named once.
func (a AblationTable) lines() (lines []ablationLine) {
	measured := table.ByRun(a.Cells)
	for _, program := range a.Programs {
		name := program.Name()
		for _, algorithm := range a.Algorithms {
			lines = append(lines, ablationLine{name, algorithm, measured[table.Key{Program: program.Name(), Algorithm: algorithm}]})
			name = ""
		}
	}
	return lines
}

func write(w io.Writer, g *table.Grid, legend string) error {
	if err := g.Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, table.Fold(w, legend))
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

func usedCounters(cells []results.Cell) []counters.Counter[results.Stored] {
	return used(counters.Own(), cells, func(r results.Row) results.Stored { return r.Stored })
}

// used returns the counters that are not 0 in all of the cells, in the order of their places.
func used[T any](all []counters.Counter[T], cells []results.Cell, of func(results.Row) T) []counters.Counter[T] {
	all = slices.DeleteFunc(all, func(c counters.Counter[T]) bool {
		return !slices.ContainsFunc(cells, func(cell results.Cell) bool { return c.In(of(cell.Median())) != 0 })
	})
	slices.SortStableFunc(all, func(a, b counters.Counter[T]) int { return cmp.Compare(a.Place, b.Place) })
	return all
}

// WriteGrowth draws the factors by which the number of executions and the store
// of each algorithm grow from each program to the next. All must be of one
// benchmark.
func (a AblationTable) WriteGrowth(w io.Writer) error {
	type line struct {
		title  string
		number func(results.Run) int64
	}
	lines := []line{{"executions", a.Expected.Executions}}
	measured := table.ByRun(a.Cells)
	for _, algorithm := range a.Algorithms {
		lines = append(lines, line{"store of " + algorithm, func(program results.Run) int64 {
			if c, ok := measured[table.Key{Program: program.Name(), Algorithm: algorithm}]; ok {
				return c.Median().Stored.Largest()
			}
			return 0 // it was not measured
		}})
	}
	p := &table.Plan[line]{}
	p.Left("growth from … to …", func(l line) string { return l.title })
	for i := range len(a.Programs) - 1 {
		from, to := a.Programs[i], a.Programs[i+1]
		p.Right(params(from)+" → "+params(to), func(l line) string { return factor(l.number(from), l.number(to)) })
	}
	return p.Of(lines).Write(w)
}

func params(program results.Run) string {
	return strings.TrimPrefix(program.Name(), program.Benchmark+" ")
}

func factor(from, to int64) string {
	if from == 0 || to == 0 {
		return table.None
	}
	return fmt.Sprintf("%.2f", float64(to)/float64(from))
}

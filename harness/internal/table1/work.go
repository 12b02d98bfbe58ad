package table1

import (
	"fmt"
	"io"
	"slices"

	"dporbench/algos/counters"
	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

// WriteWork draws the work of the algorithms for each execution instead, in counted steps, which are the
// same on every machine. A cell that was not measured, or by a version that did not count, is left open.
func (a AblationTable) WriteWork(w io.Writer) error {
	shown := slices.DeleteFunc(counters.OfWork(), func(c counters.Counter[results.Work]) bool {
		return !slices.ContainsFunc(a.Cells, func(cell results.Cell) bool { return c.In(cell.Median().Work) != 0 })
	})
	var g table.Grid
	g.Left("program", "algorithm")
	g.Right("executions")
	g.Left("")
	g.Right("events")
	for _, c := range shown {
		g.Right(c.Title)
	}
	g.Right("steps", "CPU/µs", "ns/step")
	return a.write(w, &g, workLegend, func(c results.Cell) []string { return a.workLine(c, shown) })
}

const workLegend = `
All but executions is for each execution, and what is 0 everywhere is left out:
  events           executed
  clocks merged    one into another
  events restored  put back as they were, without executing them
  races            looked at; of trust, pairs of a read and a write
  comparisons      events looked at to find out which may come first in a sequence
  wakeup nodes     compared with a sequence that is inserted
  sleep sets       their entries, looked at
  expressions      of sleep sets, updated with an event
  graph events     added to execution graphs; comparisons of two of them
  steps            all of these
  CPU/µs           user and system time of all threads
  ns/step          the same for each step: what an implementation makes of the algorithm's work`

func (a AblationTable) workLine(c results.Cell, shown []counters.Counter[results.Work]) []string {
	if len(c.Rows) == 0 || c.Median().Work == (results.Work{}) {
		return append([]string{table.None, ""}, slices.Repeat([]string{table.None}, len(shown)+4)...)
	}
	r := c.Median()
	steps := table.Steps(r)
	line := []string{table.Reached(r), table.MarkExpected(r, a.Expected), table.Each(r, r.Events)}
	for _, c := range shown {
		line = append(line, table.Each(r, c.In(r.Work)))
	}
	µs, ns := r.CPU.Seconds()*1e6/float64(max(r.Executions, 1)), float64(r.CPU)/float64(max(steps, 1))
	return append(line, table.Each(r, steps), fmt.Sprintf("%.2f", µs), fmt.Sprintf("%.1f", ns))
}

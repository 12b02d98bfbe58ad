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
	a.Cells = slices.DeleteFunc(slices.Clone(a.Cells), func(c results.Cell) bool { return c.Median().Work == (results.Work{}) })
	p := a.plan()
	each := func(title string, n func(results.Row) int64) {
		p.Right(title, ofCell(func(r results.Row) string { return table.Each(r, n(r)) }))
	}
	each("events", func(r results.Row) int64 { return r.Events })
	for _, c := range used(counters.OfWork(), a.Cells, func(r results.Row) results.Work { return r.Work }) {
		each(c.Title, func(r results.Row) int64 { return c.In(r.Work) })
	}
	each("steps", table.Steps)
	p.Right("CPU/µs", ofCell(func(r results.Row) string {
		return fmt.Sprintf("%.2f", r.CPU.Seconds()*1e6/float64(max(r.Executions, 1)))
	}))
	p.Right("ns/step", ofCell(func(r results.Row) string { return fmt.Sprintf("%.1f", float64(r.CPU)/float64(max(table.Steps(r), 1))) }))
	return write(w, p.Of(a.lines()), workLegend)
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

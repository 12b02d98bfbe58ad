package table

import (
	"fmt"
	"io"
	"slices"

	"dporbench/results"
)

// DrawRuns draws one line per cell, with a mark next to a number of executions that has
// a published one, or on which the algorithms do not agree. It counts complete and
// blocked executions separately, and omits outcomes that no execution has. Steps are everything that an algorithm has counted, per execution.
// Times are compared with the first algorithm's.
func DrawRuns(w io.Writer, cells []results.Cell, expected Expected) error {
	p := &Plan[results.Cell]{}
	text := func(of func(results.Row) string) func(results.Cell) string {
		return func(c results.Cell) string { return of(c.Median()) }
	}
	p.Left("program", text(func(r results.Row) string { return r.Name() }))
	p.Left("algorithm", text(func(r results.Row) string { return r.Algorithm }))
	p.Left("status", text(func(r results.Row) string { return string(r.Status) }))
	p.Right("executions", text(Reached))
	p.Left("", text(func(r results.Row) string { return agreement(r, expected) }))
	p.Right("redundant", text(func(r results.Row) string { return Figure(r, r.Redundant) }))
	for _, o := range outcomesIn(cells) {
		p.Right(o.name, text(func(r results.Row) string { return Figure(r, o.of(r)) }))
	}
	p.Right("events", text(unlessTool(func(r results.Row) string { return Figure(r, r.Events) })))
	p.Right("steps each", text(unlessTool(func(r results.Row) string { return Each(r, Steps(r)) })))
	p.Right("time/s", text(func(r results.Row) string { return Duration(r, r.Wall) }))
	p.Right("CPU/s", text(func(r results.Row) string { return Duration(r, r.CPU) }))
	p.Right("memory/MB", text(func(r results.Row) string { return Megabytes(r.PeakRSS) }))
	if Repeated(cells) {
		p.Left("repetitions", spread)
	}
	if slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Rows[0].Algorithm != cells[0].Rows[0].Algorithm }) {
		measured, first := ByRun(cells), cells[0].Rows[0].Algorithm
		p.Right("ratio", func(c results.Cell) string {
			r := c.Median()
			return Choose(r.Algorithm == first, "", TimeRatio(c, measured[Key{Program: r.Name(), Algorithm: first}]).String())
		})
	}
	return p.Of(cells).Write(w)
}

// agreement marks a number of executions.
func agreement(r results.Row, expected Expected) string {
	switch {
	case expected.Disagree(r.Run) && expected.Promise(r.Algorithm).EveryClass:
		return Differ
	case IsTool(r):
		return markTool(r, expected.Complete(r.Run))
	}
	return Mark(r, expected.Promise(r.Algorithm), expected.Published(r.Run))
}

// unlessTool is the text of a figure that other tools do not have.
func unlessTool(text func(results.Row) string) func(results.Row) string {
	return func(r results.Row) string {
		if IsTool(r) {
			return None
		}
		return text(r)
	}
}

// outcome is a column of numbers of executions, or of the units that other tools count instead.
type outcome struct {
	name  string
	of    func(results.Row) int64
	where func(results.Row) int64 // the column is shown if this is positive for some cell; nil means of
}

// outcomesIn are the outcomes that some cell has.
func outcomesIn(cells []results.Cell) []outcome {
	return slices.DeleteFunc([]outcome{
		{"complete", results.Row.Complete, results.Row.Blocked},
		{"deadlocked", func(r results.Row) int64 { return r.Deadlocked }, nil},
		{"starved", func(r results.Row) int64 { return r.Starved }, nil},
		{"livelocked", func(r results.Row) int64 { return r.Livelocked }, nil},
		{"assume-blocked", func(r results.Row) int64 { return r.AssumeBlocked }, nil},
		{"failed", func(r results.Row) int64 { return r.Failed }, nil},
		{"leaked", func(r results.Row) int64 { return r.Leaked }, nil},
		{"raced", func(r results.Row) int64 { return r.Raced }, nil},
		{"nonlinearizable", func(r results.Row) int64 { return r.NonLinearizable }, nil},
		{"blocked", func(r results.Row) int64 { return r.ToolBlocked }, nil},
		{"reads-from", func(r results.Row) int64 { return r.ToolReadsFrom }, nil},
	}, func(o outcome) bool { return !o.occursIn(cells) })
}

func (o outcome) occursIn(cells []results.Cell) bool {
	where := o.of
	if o.where != nil {
		where = o.where
	}
	return slices.ContainsFunc(cells, func(c results.Cell) bool { return where(c.Median()) > 0 })
}

// markTool compares the number of complete executions that another tool found.
func markTool(r results.Row, complete int64) string {
	switch {
	case complete == 0 || r.Status != results.OK || r.ToolReadsFrom > 0:
		return ""
	case r.Complete() == complete:
		return Agrees
	}
	return Disagrees
}

func spread(c results.Cell) string {
	shortest, longest := c.Spread()
	if longest == 0 {
		return fmt.Sprint(len(c.Rows))
	}
	return fmt.Sprintf("%d: %s to %s s", len(c.Rows), Seconds(shortest), Seconds(longest))
}

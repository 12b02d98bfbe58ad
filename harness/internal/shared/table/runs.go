package table

import (
	"fmt"
	"io"
	"slices"

	"dporbench/results"
)

// DrawRuns draws one line per cell, with a mark next to a number of executions that has
// a published one, or on which the algorithms do not agree. It counts complete and
// blocked executions separately, and omits outcomes that no execution has and columns
// that do not fit. Steps are everything that an algorithm has counted, per execution.
// Times are compared with those of the first algorithm.
func DrawRuns(w io.Writer, cells []results.Cell, expected Expected) error {
	outcomes := slices.DeleteFunc([]outcome{
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
	var g Grid
	g.Left("program", "algorithm", "status")
	g.Right("executions")
	g.Left("")
	g.Right("redundant")
	for _, o := range outcomes {
		g.Right(o.name)
	}
	g.Right("events", "steps each", "time/s", "CPU/s", "memory/MB")
	repeated := slices.ContainsFunc(cells, func(c results.Cell) bool { return len(c.Rows) > 1 })
	if repeated {
		g.Left("repetitions")
	}
	measured, first := ByRun(cells), ""
	if len(cells) > 0 && slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Rows[0].Algorithm != cells[0].Rows[0].Algorithm }) {
		first = cells[0].Rows[0].Algorithm
		g.Right("ratio")
	}
	for _, c := range cells {
		r := c.Median()
		agreement := Mark(r, expected.Promise(r.Algorithm), expected.Published(r.Run))
		if IsTool(r) {
			agreement = markTool(r, expected.Complete(r.Run))
		}
		if expected.Disagree(r.Run) && expected.Promise(r.Algorithm).EveryClass {
			agreement = Differ
		}
		line := []string{
			r.Name(), r.Algorithm, string(r.Status), Reached(r), agreement,
			Figure(r, r.Redundant),
		}
		for _, o := range outcomes {
			line = append(line, Figure(r, o.of(r)))
		}
		events, steps := Figure(r, r.Events), Each(r, Steps(r))
		if IsTool(r) {
			events, steps = None, None
		}
		line = append(line, events, steps, Duration(r, r.Wall), Duration(r, r.CPU), Megabytes(r.PeakRSS))
		if repeated {
			line = append(line, spread(c))
		}
		if first != "" {
			line = append(line, Choose(r.Algorithm == first, "", TimeRatio(c, measured[Key{Program: r.Name(), Algorithm: first}]).String()))
		}
		g.Row(line...)
	}
	g.Dispense(w, "steps each", "CPU/s", "events", "repetitions", "redundant")
	return g.Write(w)
}

// outcome is a column of numbers of executions, or of what other tools count instead.
type outcome struct {
	name  string
	of    func(results.Row) int64
	where func(results.Row) int64 // the column is shown if this is positive for some cell; nil means of
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

package tables

import (
	"fmt"
	"io"
	"slices"

	"dporbench/harness/internal/work/claims"
	"dporbench/harness/internal/work/expect"
	"dporbench/results"
)

// Runs draws one line for each cell, with a mark beside a number of executions
// for which there is a published one, or on which the algorithms do not agree. It
// counts complete executions apart from blocked ones, leaves out outcomes that no execution has, and what else there is no room for. Steps
// are all that an algorithm has counted, for each execution.
// Times are compared with those of the first algorithm.
func Runs(w io.Writer, cells []results.Cell, expected Expected) error {
	var outcomes []outcome
	for _, o := range []outcome{
		{"deadlocked", func(r results.Row) int64 { return r.Deadlocked }},
		{"assume-blocked", func(r results.Row) int64 { return r.AssumeBlocked }},
		{"failed", func(r results.Row) int64 { return r.Failed }},
	} {
		if slices.ContainsFunc(cells, func(c results.Cell) bool { return o.of(c.Median()) > 0 }) {
			outcomes = append(outcomes, o)
		}
	}
	if slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Median().Blocked() > 0 }) {
		outcomes = slices.Insert(outcomes, 0, outcome{"complete", results.Row.Complete})
	}
	outcomes = append(outcomes, toolCounts(cells)...)
	var g grid
	g.left("program", "algorithm", "status")
	g.right("executions")
	g.left("")
	g.right("redundant")
	for _, o := range outcomes {
		g.right(o.name)
	}
	g.right("events", "steps each", "time/s", "CPU/s", "memory/MB")
	repeated := slices.ContainsFunc(cells, func(c results.Cell) bool { return len(c.Rows) > 1 })
	if repeated {
		g.left("repetitions")
	}
	measured, first := byRun(cells), ""
	if len(cells) > 0 && slices.ContainsFunc(cells, func(c results.Cell) bool { return c.Rows[0].Algorithm != cells[0].Rows[0].Algorithm }) {
		first = cells[0].Rows[0].Algorithm
		g.right("ratio")
	}
	for _, c := range cells {
		r := c.Median()
		agreement := mark(r, expected.Published(r.Run))
		if expect.IsTool(r) {
			agreement = markTool(r, expected.Complete(r.Run))
		}
		if expected.Disagree(r.Run) {
			agreement = differ
		}
		line := []string{
			r.Name(), r.Algorithm, string(r.Status), reached(r), agreement,
			figure(r, r.Redundant),
		}
		for _, o := range outcomes {
			line = append(line, figure(r, o.of(r)))
		}
		events, steps := figure(r, r.Events), each(r, Steps(r))
		if expect.IsTool(r) {
			events, steps = none, none
		}
		line = append(line, events, steps, duration(r, r.Wall), duration(r, r.CPU), megabytes(r.PeakRSS))
		if repeated {
			line = append(line, spread(c))
		}
		if first != "" {
			line = append(line, choose(r.Algorithm == first, "", claims.Time(c, measured[runKey{r.Name(), first}]).String()))
		}
		g.row(line...)
	}
	g.dispense(w, "steps each", "CPU/s", "events", "repetitions", "redundant")
	return g.write(w)
}

type outcome struct {
	name string
	of   func(results.Row) int64
}

// toolCounts are the columns of what other tools count otherwise.
func toolCounts(cells []results.Cell) (all []outcome) {
	for _, o := range []outcome{
		{"blocked", func(r results.Row) int64 { return r.ToolBlocked }},
		{"reads-from", func(r results.Row) int64 { return r.ToolReadsFrom }},
	} {
		if slices.ContainsFunc(cells, func(c results.Cell) bool { return o.of(c.Median()) > 0 }) {
			all = append(all, o)
		}
	}
	return all
}

// markTool compares the complete executions that another tool has found.
func markTool(r results.Row, complete int64) string {
	switch {
	case complete == 0 || r.Status != results.OK || r.ToolReadsFrom > 0:
		return ""
	case r.Complete() == complete:
		return agrees
	}
	return disagrees
}

func spread(c results.Cell) string {
	shortest, longest := c.Spread()
	if longest == 0 {
		return fmt.Sprint(len(c.Rows))
	}
	return fmt.Sprintf("%d: %s to %s s", len(c.Rows), seconds(shortest), seconds(longest))
}

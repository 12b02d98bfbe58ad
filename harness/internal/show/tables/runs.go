package tables

import (
	"fmt"
	"io"

	"dporbench/results"
)

// Runs draws one line for each cell, with a mark beside a number of executions
// for which there is a published one, or on which the algorithms do not agree.
func Runs(w io.Writer, cells []results.Cell, expected Expected) error {
	repeated := false
	for _, c := range cells {
		repeated = repeated || len(c.Rows) > 1
	}
	var g grid
	g.left("program", "algorithm", "status")
	g.right("executions")
	g.left("")
	g.right("redundant", "deadlocked", "assume-blocked", "failed", "events", "time/s", "CPU/s", "memory/MB")
	if repeated {
		g.left("repetitions")
	}
	for _, c := range cells {
		r := c.Median()
		agreement := mark(r, expected.Published(r.Run))
		if expected.Disagree(r.Run) {
			agreement = differ
		}
		line := []string{
			r.Name(), r.Algorithm, string(r.Status), reached(r), agreement,
			figure(r, r.Redundant), figure(r, r.Deadlocked), figure(r, r.AssumeBlocked), figure(r, r.Failed),
			figure(r, r.Events), duration(r, r.Wall), duration(r, r.CPU), megabytes(r.PeakRSS),
		}
		if repeated {
			line = append(line, spread(c))
		}
		g.row(line...)
	}
	return g.write(w)
}

// spread says how many runs a cell rests on and between which times they lie.
func spread(c results.Cell) string {
	shortest, longest := c.Spread()
	if longest == 0 {
		return fmt.Sprint(len(c.Rows))
	}
	return fmt.Sprintf("%d: %s to %s s", len(c.Rows), seconds(shortest), seconds(longest))
}

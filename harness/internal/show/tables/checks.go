package tables

import (
	"io"

	"dporbench/harness/internal/work/check"
)

// Checks draws one line for each comparison.
func Checks(w io.Writer, checks []check.Check) error {
	var g grid
	g.left("program", "algorithm", "verdict")
	g.right("classes", "executions", "missing", "duplicated", "unknown", "redundant")
	for _, c := range checks {
		g.row(c.Program.String(), c.Algorithm.Name, string(c.Verdict),
			count(c.Classes), count(c.Stats.Executions),
			count(c.Missing.Count), count(c.Duplicated.Count), count(c.Unknown.Count), count(c.Stats.Redundant))
	}
	return g.write(w)
}

package tables

import (
	"io"

	"dporbench/harness/internal/check"
)

// Check is an algorithm compared with the oracle on a program.
type Check struct {
	Program   string
	Algorithm string
	Result    check.Result
}

// Checks draws one line for each comparison.
func Checks(w io.Writer, checks []Check) error {
	var g grid
	g.left("program", "algorithm", "verdict")
	g.right("classes", "executions", "missing", "duplicated", "unknown", "redundant")
	for _, c := range checks {
		r := c.Result
		g.row(c.Program, c.Algorithm, string(r.Verdict),
			count(r.Classes), count(r.Stats.Executions),
			count(r.Missing.Count), count(r.Duplicated.Count), count(r.Unknown.Count), count(r.Stats.Redundant))
	}
	return g.write(w)
}

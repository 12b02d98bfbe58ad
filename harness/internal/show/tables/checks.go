package tables

import (
	"io"

	"dporbench/harness/internal/work/check"
	"dporbench/internal/certificate"
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

// Verification draws what came of verifying a certificate.
func Verification(w io.Writer, r certificate.Result, v check.Verdict) error {
	missing := "0"
	switch v {
	case check.Wrong:
		missing = "≥ 1"
	case check.Unknown:
		missing = none
	}
	var g grid
	g.left("program", "algorithm", "verdict")
	g.right("classes", "events", "duplicated", "races reversed", "missing")
	g.row(r.Header.Name(), r.Header.Algorithm, string(v), count(r.Classes), count(r.Events), "0", count(r.Races), missing)
	return g.write(w)
}

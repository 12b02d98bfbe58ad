package check

import (
	"io"

	"dporbench/harness/internal/shared/table"
)

func draw(w io.Writer, checks []Check) error {
	var g table.Grid
	g.Left("program", "algorithm", "verdict")
	g.Right("classes", "executions", "missing", "duplicated", "unknown", "redundant")
	for _, c := range checks {
		g.Row(c.Program.String(), c.Algorithm.Name, string(c.Verdict),
			table.Count(c.Classes), table.Count(c.Stats.Executions),
			table.Count(c.Missing.Count), table.Count(c.Duplicated.Count), table.Count(c.Unknown.Count), table.Count(c.Stats.Redundant))
	}
	return g.Write(w)
}

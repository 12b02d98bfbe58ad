package claims

import (
	"io"
	"strings"

	"dporbench/harness/internal/shared/table"
)

// Draw draws the verdicts on the paper's claims.
func Draw(w io.Writer, verdicts []Verdict, f table.Format) error {
	var g table.Grid
	g.Left("verdict", "what the paper says, and our figures")
	for _, v := range verdicts {
		figures := v.Figures
		if v.Rule != "" {
			figures = append([]string{"rule: " + v.Rule}, figures...)
		}
		lines := append([]string{v.Claim}, indented(figures, f)...)
		g.Row(string(v.Outcome), strings.Join(lines, "\n"))
	}
	if f == table.Text {
		g.Fit(w)
	}
	return g.WriteAs(w, f)
}

func indented(figures []string, f table.Format) []string {
	if f != table.Text {
		return figures
	}
	lines := make([]string, len(figures))
	for i, figure := range figures {
		lines[i] = "  " + figure
	}
	return lines
}

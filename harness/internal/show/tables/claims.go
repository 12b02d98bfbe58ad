package tables

import (
	"io"
	"strings"

	"dporbench/harness/internal/work/claims"
)

// Claims draws the verdicts on what the paper says.
func Claims(w io.Writer, verdicts []claims.Verdict, f Format) error {
	var g grid
	g.left("verdict", "what the paper says, and our figures")
	for _, v := range verdicts {
		figures := v.Figures
		if v.Rule != "" {
			figures = append([]string{"rule: " + v.Rule}, figures...)
		}
		lines := append([]string{v.Claim}, indented(figures, f)...)
		g.row(string(v.Outcome), strings.Join(lines, "\n"))
	}
	return g.writeAs(w, f)
}

func indented(figures []string, f Format) []string {
	if f != Text {
		return figures
	}
	var lines []string
	for _, figure := range figures {
		for i, line := range wrapped(figure, 110) {
			lines = append(lines, choose(i == 0, "  ", "      ")+line)
		}
	}
	return lines
}

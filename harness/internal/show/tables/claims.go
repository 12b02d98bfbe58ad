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

// indented sets the figures apart from the claim where there is no other way.
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

// wrapped breaks a text into lines of at most about so many letters.
func wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len([]rune(line))+len([]rune(word)) >= width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

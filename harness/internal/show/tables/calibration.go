package tables

import (
	"fmt"
	"io"
	"strings"

	"dporbench/harness/internal/work/calibrate"
)

// Calibration says in Markdown how near estimates come to the number of executions.
func Calibration(w io.Writer, rows []calibrate.Summary) error {
	var text strings.Builder
	text.WriteString("| row | executions | error, median | worst | explored | intervals that held | spread of passes | a pass explores | needed for 5 % |\n")
	text.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	good := 0
	for _, s := range rows {
		name := s.Row.Benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Row.Params), " ", ", "), "[]") + ")"
		if s.Good() {
			good++
		}
		spread, pass, held := "", "", "none"
		if s.Spread > 0 {
			spread, pass = percent(s.Spread), percent(s.Pass)
		}
		if s.Bounded > 0 {
			held = fmt.Sprintf("%d of %d", s.Held, s.Bounded)
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, count(s.Row.Executions),
			percent(s.Error), percent(s.Worst), percent(s.Visited), held, spread, pass, percent(s.Needed))
	}
	fmt.Fprintf(&text, "\nWithin 5 %% from 2 %% of the executions: %d of %d rows.\n", good, len(rows))
	_, err := io.WriteString(w, text.String())
	return err
}

func percent(x float64) string {
	if x < 0.1 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

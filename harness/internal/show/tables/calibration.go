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
	text.WriteString("| row | executions | error, median | worst | explored | intervals that held | error, 12 passes | explored | spread of passes | a pass explores | needed for 5 % |\n")
	text.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n")
	good, bounded, held := 0, 0, 0
	for _, s := range rows {
		name := s.Row.Benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Row.Params), " ", ", "), "[]") + ")"
		if s.Good() {
			good++
		}
		if s.LongBounded {
			bounded++
			if s.LongHeld {
				held++
			}
		}
		spread, pass, small, needed, long, took := "", "", "none", "", "", ""
		if s.LongVisited > 0 {
			long, took = percent(s.Long), percent(s.LongVisited)
		}
		if s.Needed > 0 {
			needed = percent(s.Needed)
		}
		if s.Spread > 0 {
			spread, pass = percent(s.Spread), percent(s.Pass)
		}
		if s.Bounded > 0 {
			small = fmt.Sprintf("%d of %d", s.Held, s.Bounded)
		}
		fmt.Fprintf(&text, "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, count(s.Row.Executions),
			percent(s.Error), percent(s.Worst), percent(s.Visited), small, long, took, spread, pass, needed)
	}
	fmt.Fprintf(&text, "\nWithin 5 %% from 2 %% of the executions: %d of %d rows. Of the estimates of twelve passes, %d have an interval and were\nnot counted, and %d of these intervals hold the number.\n", good, len(rows), bounded, held)
	_, err := io.WriteString(w, text.String())
	return err
}

func percent(x float64) string {
	if x < 0.1 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

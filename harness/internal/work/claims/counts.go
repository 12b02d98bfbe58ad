package claims

import (
	"fmt"

	"dporbench/benchmarks"
	"dporbench/results"
)

// sameCounts judges the numbers of executions.
func sameCounts(t table) (Outcome, []string) {
	right, unfinished := 0, 0
	var wrong []string
	for _, row := range benchmarks.PaperTable() {
		for _, name := range []string{trust, optimal, pop} {
			c := t.cell(row, name)
			switch {
			case len(c.Rows) == 0:
			case !finished(c):
				unfinished++
			default:
				if problem := miscounted(c.Median(), row.Executions); problem != "" {
					wrong = append(wrong, fmt.Sprintf("%s, %s: %s", program(row), name, problem))
				} else {
					right++
				}
			}
		}
	}
	figures := append([]string{fmt.Sprintf("right in %d cells, wrong in %d; %d were stopped or failed", right, len(wrong), unfinished)}, wrong...)
	switch {
	case len(wrong) > 0:
		return NotConfirmed, figures
	case right == 0:
		return NotMeasured, nil
	}
	return Confirmed, figures
}

func miscounted(r results.Row, published int64) string {
	switch {
	case r.Executions != published:
		return fmt.Sprintf("%d executions instead of %d", r.Executions, published)
	case r.Redundant != 0:
		return fmt.Sprintf("%d redundant explorations", r.Redundant)
	}
	return ""
}

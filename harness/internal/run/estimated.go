package run

import (
	"fmt"
	"io"
	"math"
	"time"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/table"
)

// Estimate says how many executions there are, as far as that is known, and how long they take if each takes as long
// as those that were explored. explored is whether these were all.
func writeEstimate(w io.Writer, program, algorithm string, e sampling.Estimate, explored bool, each time.Duration) error {
	found := estimated(e)
	if explored {
		found = plural(int(e.Executions), "execution", "executions") + ", all of which were explored"
	}
	_, err := fmt.Fprintf(w, "%s, %s: %s\n", program, algorithm, found)
	if err != nil || explored || e.Executions == 0 {
		return err
	}
	_, err = fmt.Fprintf(w, "  %s, with as many events as %s; all of them take about %s\n",
		plural(e.Passes, "pass", "passes"), plural(int(math.Ceil(e.Visited)), "execution", "executions"), roughly(each, e.Executions))
	return err
}

func estimated(e sampling.Estimate) string {
	low, high := rounded(e.Low), rounded(e.High)
	switch {
	case e.Executions == 0:
		return "too large for an estimate: no pass has reached the end of an execution"
	case e.Exact:
		return table.Count(int64(e.Executions)) + " executions, counted without exploring them"
	case e.High == 0:
		return "about " + rounded(e.Executions) + " executions; too few passes to say how close that is"
	case e.Low == e.High:
		return "about " + table.Count(int64(math.Round(e.Executions))) + " executions, as all passes say"
	case low != high:
		return fmt.Sprintf("about %s executions, %s to %s with 95 %%", rounded(e.Executions), low, high)
	}
	whole := func(x float64) string { return table.Count(int64(math.Round(x))) }
	return fmt.Sprintf("about %s executions, %s to %s with 95 %%", whole(e.Executions), whole(e.Low), whole(e.High))
}

func rounded(x float64) string {
	if x >= 1e15 {
		return fmt.Sprintf("%.2e", x)
	}
	return table.Count(int64(sampling.Rounded(x)))
}

func roughly(each time.Duration, executions float64) string {
	seconds := each.Seconds() * executions
	switch {
	case seconds < 1:
		return "a second"
	case seconds > 3e9:
		return fmt.Sprintf("%.0f years", seconds/3600/24/365)
	case seconds > 48*3600:
		return fmt.Sprintf("%.0f days", seconds/3600/24)
	}
	return (time.Duration(seconds) * time.Second).String()
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return table.Count(int64(n)) + " " + many
}

package estimate

import (
	"fmt"
	"io"
	"math"
	"time"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/shared/table"
)

// writeEstimate writes how many executions there are, as far as known, and how long they take at the pace of those
// explored. explored says whether all were.
func writeEstimate(w io.Writer, program, algorithm string, e sampling.Estimate, explored bool, each time.Duration) error {
	found := estimated(e)
	if explored {
		found = table.Plural(int(e.Executions), "execution", "executions") + ", all of which were explored"
	}
	_, err := fmt.Fprintf(w, "%s, %s: %s\n", program, algorithm, found)
	if err != nil || explored || e.Executions == 0 {
		return err
	}
	time := "about " + roughly(each, e.Executions)
	if e.High == 0 {
		time = "about " + roughly(each, e.Low) + " or more"
	}
	_, err = fmt.Fprintf(w, "  %s, with as many events as %s; all of them take %s\n",
		table.Plural(e.Passes, "pass", "passes"), table.Plural(int(math.Ceil(e.Visited)), "execution", "executions"), time)
	return err
}

func estimated(e sampling.Estimate) string {
	low, high := rounded(e.Low), rounded(e.High)
	switch {
	case e.Executions == 0:
		return "too large for an estimate: " + e.Doubt
	case e.Exact:
		return whole(e.Executions) + " executions, counted without exploring them"
	case e.High == 0:
		return "at least " + low + " executions with 95 %; cannot tell how many more: " + e.Doubt
	case e.High-e.Low < 0.5:
		return "about " + whole(e.Executions) + " executions, on which all passes agree"
	case low == high:
		low, high = whole(e.Low), whole(e.High)
		return fmt.Sprintf("about %s executions, %s to %s with 95 %%", whole(e.Executions), low, high)
	}
	return fmt.Sprintf("about %s executions, %s to %s with 95 %%", rounded(e.Executions), low, high)
}

// whole is a number with all its digits, as far as they are meaningful.
func whole(x float64) string {
	if x >= 1e15 {
		return fmt.Sprintf("%.4g", x)
	}
	return table.Count(int64(math.Round(x)))
}

func rounded(x float64) string {
	if x >= 1e15 {
		return fmt.Sprintf("%.2e", x)
	}
	return table.Count(int64(sampling.Rounded(x)))
}

func roughly(each time.Duration, executions float64) string {
	seconds := each.Seconds() * executions
	years := seconds / 3600 / 24 / 365
	switch {
	case seconds < 1:
		return "a second"
	case years >= 1e6:
		return fmt.Sprintf("10^%.0f years", math.Floor(math.Log10(years)))
	case years >= 2:
		return table.Count(int64(sampling.Rounded(years))) + " years"
	case seconds > 48*3600:
		return fmt.Sprintf("%.0f days", seconds/3600/24)
	}
	return (time.Duration(seconds) * time.Second).String()
}

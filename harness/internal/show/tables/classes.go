package tables

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/work/calibrate"
	"dporbench/harness/internal/work/explore"
)

// Estimate says how many executions there are, as far as that is known, and how long they take if each takes as long
// as those that were explored. explored is whether these were all.
func Estimate(w io.Writer, program, algorithm string, e sampling.Estimate, explored bool, each time.Duration) error {
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
		return "too large for an estimate: no pass has come to the end of an execution"
	case e.Exact:
		return count(int64(e.Executions)) + " executions, counted without exploring them"
	case e.High == 0:
		return "about " + rounded(e.Executions) + " executions; too few passes to say how close that is"
	case e.Low == e.High:
		return "about " + count(int64(math.Round(e.Executions))) + " executions, as all passes say"
	case low != high:
		return fmt.Sprintf("about %s executions, %s to %s with 95 %%", rounded(e.Executions), low, high)
	}
	whole := func(x float64) string { return count(int64(math.Round(x))) }
	return fmt.Sprintf("about %s executions, %s to %s with 95 %%", whole(e.Executions), whole(e.Low), whole(e.High))
}

func rounded(x float64) string {
	if x >= 1e15 {
		return fmt.Sprintf("%.2e", x)
	}
	return count(int64(sampling.Rounded(x)))
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
	return count(int64(n)) + " " + many
}

// Classes draws, below another table, a line for each program: how many classes it has, how
// many if only what is read from where counts, and how many have at least so many
// preemptions.
func Classes(w io.Writer, all []explore.Classes) error {
	most, unknown := 0, false
	for _, c := range all {
		most, unknown = max(most, len(c.Preemptions)), unknown || c.Unknown > 0
	}
	var g grid
	g.left("program")
	g.right("classes", "reads-from")
	for n := range most {
		g.right(choose(n == 0, "0 pre-\nemptions", fmt.Sprintf("%d", n)))
	}
	if unknown {
		g.right("not known")
	}
	for _, c := range all {
		row := []string{c.Name, count(c.Classes), count(c.ReadsFrom)}
		for n := range most {
			row = append(row, count(at(c.Preemptions, n)))
		}
		if unknown {
			row = append(row, count(c.Unknown))
		}
		g.row(row...)
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return g.write(w)
}

func at(numbers []int64, n int) int64 {
	if n >= len(numbers) {
		return 0
	}
	return numbers[n]
}

// Calibration says in Markdown how near estimates come to the number of executions, and what they cost.
func Calibration(w io.Writer, rows []calibrate.Summary) error {
	var text strings.Builder
	text.WriteString("| row | executions | error, median | worst | explored | time | counted | intervals that held |\n")
	text.WriteString("|---|---:|---:|---:|---:|---:|---:|---:|\n")
	good, bounded, held := 0, 0, 0
	for _, s := range rows {
		name := s.Row.Benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(s.Row.Params), " ", ", "), "[]") + ")"
		mark := ""
		if s.Good() {
			good++
			mark = " ✓"
		}
		intervals := "none"
		if s.Bounded > 0 {
			intervals = fmt.Sprintf("%d of %d", s.Held, s.Bounded)
			bounded += s.Bounded
			held += s.Held
		}
		fmt.Fprintf(&text, "| %s%s | %s | %s | %s | %s | %s | %d of %d | %s |\n", name, mark, count(s.Row.Executions),
			percent(s.Error), percent(s.Worst), percent(s.Visited), percent(s.Time), s.Counted, s.Of, intervals)
	}
	fmt.Fprintf(&text, "\nWithin 5 %% from 2 %% of the executions (✓): %d of %d rows. %d estimates have an interval, and %d of these intervals, %s,\nhold the number.\n",
		good, len(rows), bounded, held, percent(float64(held)/float64(max(bounded, 1))))
	_, err := io.WriteString(w, text.String())
	return err
}

func percent(x float64) string {
	if x < 0.1 {
		return fmt.Sprintf("%.1f %%", 100*x)
	}
	return fmt.Sprintf("%.0f %%", 100*x)
}

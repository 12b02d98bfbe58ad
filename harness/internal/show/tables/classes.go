package tables

import (
	"fmt"
	"io"
	"math"
	"time"

	"dporbench/algos/sampling"
	"dporbench/harness/internal/work/explore"
)

// Estimate says how many executions there are, as far as that is known, and how long they take if
// each takes as long as one of those that were explored for it.
func Estimate(w io.Writer, program, algorithm string, e sampling.Estimate, each time.Duration) error {
	_, err := fmt.Fprintf(w, "%s, %s: %s\n", program, algorithm, estimated(e))
	if err != nil || e.Exact {
		return err
	}
	_, err = fmt.Fprintf(w, "  from %s that explored %s; all of them take about %s\n",
		plural(e.Passes, "pass", "passes"), plural(int(e.Visited), "execution", "executions"), roughly(each, e.Executions))
	return err
}

func estimated(e sampling.Estimate) string {
	switch {
	case e.Exact:
		return count(int64(e.Executions)) + " executions, all of which were explored"
	case e.High == 0:
		return "about " + rounded(e.Executions) + " executions; too few passes to say how close that is"
	}
	return fmt.Sprintf("about %s executions, %s to %s with 95 %%", rounded(e.Executions), rounded(e.Low), rounded(e.High))
}

// rounded is a number with three digits that mean something.
func rounded(x float64) string {
	if x < 1000 {
		return count(int64(math.Round(x)))
	}
	if x >= 1e15 {
		return fmt.Sprintf("%.2e", x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return count(int64(math.Round(x/unit) * unit))
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

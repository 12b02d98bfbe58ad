package suite

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"dporbench/harness/internal/shared/table"
)

// drawLeaks draws a table with a line for each test, and below it the command that shows each leak.
func drawLeaks(w io.Writer, command string, results []LeakResult) error {
	var g table.Grid
	g.Left("test")
	g.Right("expected", "found", "unexpected", "executions")
	g.Left("exploration")
	expected, found, unexpected := 0, 0, 0
	for _, r := range results {
		expected, found, unexpected = expected+len(r.Expected), found+len(r.Expected)-r.Missing(), unexpected+len(r.Unexpected)
		g.Row(r.Group+"/"+r.Name, fmt.Sprint(len(r.Expected)), fmt.Sprint(len(r.Expected)-r.Missing()), fmt.Sprint(len(r.Unexpected)),
			table.Count(int64(r.Executions)), r.how())
	}
	g.Row("all", fmt.Sprint(expected), fmt.Sprint(found), fmt.Sprint(unexpected))
	if err := g.Write(w); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, r := range results {
		for i, f := range r.Found {
			if f == nil {
				fmt.Fprintf(w, "%s/%s: not found: %s\n", r.Group, r.Name, r.Expected[i])
				continue
			}
			fmt.Fprintf(w, "%s/%s: %s\n  %s trace %s\n", r.Group, r.Name, f.Text, command, f.Replay)
		}
		for _, f := range r.Unexpected {
			fmt.Fprintf(w, "%s/%s: unexpected: %s\n  %s trace %s\n", r.Group, r.Name, f.Text, command, f.Replay)
		}
	}
	return nil
}

// how describes how, and how far, the test was explored.
func (r *LeakResult) how() string {
	var flags, words []string
	if n := r.Explored.Repetitions; n > 0 {
		flags = append(flags, fmt.Sprintf("--repetitions %d", n))
	}
	if n := r.Explored.Unroll; n > 0 {
		flags = append(flags, fmt.Sprintf("--unroll %d", n))
	}
	words = append(words, cmp.Or(strings.Join(flags, " "), "as it is"))
	if r.Raced > 0 {
		words = append(words, table.Count(int64(r.Raced))+" with a data race")
	}
	switch {
	case r.Problem != "":
		words = append(words, r.Problem)
	case !r.All:
		words = append(words, "not all")
	}
	return strings.Join(words, ", ")
}

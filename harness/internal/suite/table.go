package suite

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"dporbench/harness/internal/shared/table"
)

// drawFolders draws the outcomes of tests: the numbers for each folder, and then the tests
// that do not agree.
func drawFolders(w io.Writer, results []Result) error {
	verdicts := []Verdict{Agree, Differ, Explained, Unsupported, Unfinished}
	if slices.ContainsFunc(results, func(r Result) bool { return r.Verdict == Counted }) {
		verdicts = slices.Insert(verdicts, 1, Counted)
	}
	var folders []string
	numbers := map[string]map[Verdict]int64{"all": {}}
	for _, r := range results {
		if numbers[r.Folder] == nil {
			numbers[r.Folder] = map[Verdict]int64{}
			folders = append(folders, r.Folder)
		}
		numbers[r.Folder][r.Verdict]++
		numbers["all"][r.Verdict]++
	}
	var g table.Grid
	g.Left("folder")
	g.Right("tests")
	for _, v := range verdicts {
		g.Right(string(v))
	}
	for _, folder := range append(folders, "all") {
		row, total := []string{}, int64(0)
		for _, v := range verdicts {
			row = append(row, table.Count(numbers[folder][v]))
			total += numbers[folder][v]
		}
		g.Row(slices.Concat([]string{folder, table.Count(total)}, row)...)
	}
	if err := g.Write(w); err != nil {
		return err
	}
	return suiteDifferences(w, results)
}

func suiteDifferences(w io.Writer, results []Result) error {
	var g table.Grid
	g.Left("test", "verdict")
	g.Right("expected", "got")
	g.Left("why")
	for _, r := range results {
		switch r.Verdict {
		case Agree, Counted:
		case Differ, Explained:
			g.Row(r.Folder+"/"+r.Name, string(r.Verdict), table.Count(r.Want), table.Count(r.Got), r.Problem)
		default:
			g.Row(r.Folder+"/"+r.Name, string(r.Verdict), table.Count(r.Want), "", r.Problem)
		}
	}
	if len(g.Rows) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	return g.Write(w)
}

// drawPrograms draws a line for each program, with the figures of each algorithm. Steps
// are all steps that an algorithm counted, which are the same on every machine.
func drawPrograms(w io.Writer, results []Result) error {
	var algorithms []string
	for _, r := range results {
		if !slices.Contains(algorithms, r.Algorithm) {
			algorithms = append(algorithms, r.Algorithm)
		}
	}
	var g table.Grid
	g.Left("program")
	g.Right("complete")
	g.Left("", "published by")
	g.Right("blocked")
	for _, name := range algorithms {
		g.Right(name + "\nsteps")
	}
	for _, r := range results {
		if r.Algorithm != algorithms[0] {
			continue
		}
		row := literatureRow(r)
		for _, name := range algorithms {
			row = append(row, stepsOf(results, r, name))
		}
		g.Row(row...)
	}
	return g.Write(w)
}

func literatureRow(r Result) []string {
	sign := map[Verdict]string{Agree: table.Agrees, Differ: table.Disagrees, Explained: table.Disagrees}[r.Verdict]
	complete, blocked := table.Count(r.Got), table.Count(r.Blocked)
	if r.Verdict == Unsupported || r.Verdict == Unfinished {
		complete, blocked = table.None, table.None
	}
	by := r.By
	if r.Verdict == Explained || r.Verdict == Differ {
		by += ": " + table.Count(r.Want) + " " + r.Problem
	}
	return []string{r.Folder + "/" + r.Name, complete, sign, by, blocked}
}

// stepsOf shows the number of an algorithm's steps on the test of like.
func stepsOf(results []Result, like Result, algorithm string) string {
	for _, r := range results {
		if r.Algorithm != algorithm || r.Folder != like.Folder || r.Name != like.Name {
			continue
		}
		switch {
		case r.Verdict == Unfinished || r.Verdict == Unsupported:
			return string(r.Verdict)
		case r.Got != like.Got:
			return "other count: " + table.Count(r.Got)
		}
		return table.Count(r.Steps)
	}
	return table.None
}

// WriteCSV writes a row for each result.
func WriteCSV(w io.Writer, results []Result) error {
	out := csv.NewWriter(w)
	out.Write([]string{"folder", "test", "counts", "expected", "got", "classes", "blocked", "failed", "verdict", "problem", "algorithm", "steps", "complete_reads_from", "within_preemptions", "wall_s"})
	for _, r := range results {
		number := func(n int64) string { return strconv.FormatInt(n, 10) }
		want := ""
		if r.Want != Unpublished {
			want = number(r.Want)
		}
		out.Write([]string{
			r.Folder, r.Name, string(r.Counts), want, number(r.Got), number(r.Classes), number(r.Blocked), number(r.Failed),
			string(r.Verdict), r.Problem, r.Algorithm, number(r.Steps), number(r.ReadsFrom), strings.Trim(fmt.Sprint(r.Within), "[]"), strconv.FormatFloat(r.Took.Seconds(), 'f', 4, 64),
		})
	}
	out.Flush()
	return out.Error()
}

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

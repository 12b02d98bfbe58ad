package tables

import (
	"fmt"
	"io"
	"slices"

	"dporbench/harness/internal/work/suite"
)

// Suite draws how tests came out: the numbers for each folder, and then those that do
// not agree.
func Suite(w io.Writer, results []suite.Result) error {
	verdicts := []suite.Verdict{suite.Agree, suite.Differ, suite.Explained, suite.Unsupported, suite.Unfinished}
	if slices.ContainsFunc(results, func(r suite.Result) bool { return r.Verdict == suite.Counted }) {
		verdicts = slices.Insert(verdicts, 1, suite.Counted)
	}
	var folders []string
	numbers := map[string]map[suite.Verdict]int64{}
	add := func(folder string, v suite.Verdict) {
		if numbers[folder] == nil {
			numbers[folder] = map[suite.Verdict]int64{}
			folders = append(folders, folder)
		}
		numbers[folder][v]++
	}
	for _, r := range results {
		add(r.Folder, r.Verdict)
	}
	for _, r := range results {
		add("all", r.Verdict)
	}
	var g grid
	g.left("folder")
	g.right("tests")
	for _, v := range verdicts {
		g.right(string(v))
	}
	for _, folder := range folders {
		row, total := []string{}, int64(0)
		for _, v := range verdicts {
			row = append(row, count(numbers[folder][v]))
			total += numbers[folder][v]
		}
		g.row(slices.Concat([]string{folder, count(total)}, row)...)
	}
	if err := g.write(w); err != nil {
		return err
	}
	return suiteDifferences(w, results)
}

func suiteDifferences(w io.Writer, results []suite.Result) error {
	var g grid
	g.left("test", "verdict")
	g.right("expected", "got")
	g.left("why")
	for _, r := range results {
		switch r.Verdict {
		case suite.Agree, suite.Counted:
		case suite.Differ, suite.Explained:
			g.row(r.Folder+"/"+r.Name, string(r.Verdict), count(r.Want), count(r.Got), r.Problem)
		default:
			g.row(r.Folder+"/"+r.Name, string(r.Verdict), count(r.Want), "", r.Problem)
		}
	}
	if len(g.rows) == 0 {
		return nil
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return g.write(w)
}

// Literature draws a line for each program, with what each algorithm has come to. Steps
// are all that an algorithm has counted, the same on every machine.
func Literature(w io.Writer, results []suite.Result) error {
	var algorithms []string
	for _, r := range results {
		if !slices.Contains(algorithms, r.Algorithm) {
			algorithms = append(algorithms, r.Algorithm)
		}
	}
	var g grid
	g.left("program")
	g.right("complete")
	g.left("", "published by")
	g.right("blocked")
	for _, name := range algorithms {
		g.right(name + "\nsteps")
	}
	for k := range results {
		if results[k].Algorithm != algorithms[0] {
			continue
		}
		row := literatureRow(results[k])
		for _, name := range algorithms {
			row = append(row, stepsOf(results, results[k], name))
		}
		g.row(row...)
	}
	return g.write(w)
}

func literatureRow(r suite.Result) []string {
	sign := map[suite.Verdict]string{suite.Agree: agrees, suite.Differ: disagrees, suite.Explained: disagrees}[r.Verdict]
	complete, blocked := count(r.Got), count(r.Blocked)
	if r.Verdict == suite.Unsupported || r.Verdict == suite.Unfinished {
		complete, blocked = none, none
	}
	by := r.By
	if r.Verdict == suite.Explained || r.Verdict == suite.Differ {
		by += ": " + count(r.Want) + " " + r.Problem
	}
	return []string{r.Folder + "/" + r.Name, complete, sign, by, blocked}
}

// stepsOf is what an algorithm has done on the test of like.
func stepsOf(results []suite.Result, like suite.Result, algorithm string) string {
	for _, r := range results {
		if r.Algorithm != algorithm || r.Folder != like.Folder || r.Name != like.Name {
			continue
		}
		switch {
		case r.Verdict == suite.Unfinished || r.Verdict == suite.Unsupported:
			return string(r.Verdict)
		case r.Got != like.Got:
			return "other count: " + count(r.Got)
		}
		return count(r.Steps)
	}
	return none
}

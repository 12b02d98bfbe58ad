package tables

import (
	"io"
	"slices"

	"dporbench/harness/internal/work/suite"
)

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

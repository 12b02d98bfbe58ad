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

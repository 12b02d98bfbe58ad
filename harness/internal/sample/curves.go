package sample

import (
	"bytes"
	"iter"
	"math"
	"os"
	"slices"

	"dporbench/harness/internal/shared/cli"
	"dporbench/results"
)

// curvesOf returns the curves of drawings whose programs have an unknown number of classes.
func curvesOf(all []*drawing) (rows []results.Coverage) {
	for _, d := range all {
		rows = append(rows, d.curve(0)...)
	}
	return rows
}

// curve is the number of classes seen against the number of runs. classes is the total, or 0 if unknown.
func (d *drawing) curve(classes int) (rows []results.Coverage) {
	for n := range places(d.counts.Executions) {
		seen, _ := slices.BinarySearch(d.found, n+1)
		rows = append(rows, results.Coverage{Program: d.program.String(), Classes: int64(classes), Sampler: d.method.Name, Samples: float64(n), Seen: float64(seen)})
	}
	return rows
}

// places are the numbers of runs up to last at which curves have points: some in each decade.
func places(last int64) iter.Seq[int64] {
	const perDecade = 12
	return func(yield func(int64) bool) {
		before := int64(0)
		for i := 0; before < last; i++ {
			n := min(int64(math.Round(math.Pow(10, float64(i)/perDecade))), last)
			if n > before && !yield(n) {
				return
			}
			before = n
		}
	}
}

// writeCurves adds curves to a file, if path is not empty. A curve replaces the file's curve of the same
// program and sampler.
func writeCurves(path string, rows []results.Coverage) error {
	if path == "" {
		return nil
	}
	same := func(a, b results.Coverage) bool { return a.Program == b.Program && a.Sampler == b.Sampler }
	if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
		before, err := results.ReadCoverage(path)
		if err != nil {
			return err
		}
		before = slices.DeleteFunc(before, func(old results.Coverage) bool {
			return slices.ContainsFunc(rows, func(row results.Coverage) bool { return same(old, row) })
		})
		rows = append(before, rows...)
	}
	var b bytes.Buffer
	if err := results.WriteCoverage(&b, rows); err != nil {
		return err
	}
	return cli.WriteFile(path, b.Bytes())
}

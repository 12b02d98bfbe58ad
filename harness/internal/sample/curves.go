package sample

import (
	"bytes"

	"dporbench/harness/internal/shared/cli"
	"dporbench/results"
)

// curvesOf are the rows of a file of coverage.
func curvesOf(all []*drawing) (rows []results.Coverage) {
	for _, d := range all {
		rows = append(rows, d.rows(0)...)
	}
	return rows
}

// rows are those of one sampler, for a program that has so many classes, or 0 if that is not known.
func (d *drawing) rows(classes int64) (rows []results.Coverage) {
	for _, p := range d.curve {
		rows = append(rows, results.Coverage{Program: d.program.String(), Classes: classes, Sampler: d.method.Name, Samples: float64(p.runs), Seen: float64(p.classes)})
	}
	return rows
}

// writeCurves writes a file, if one is wanted.
func writeCurves(path string, rows []results.Coverage) error {
	if path == "" {
		return nil
	}
	var b bytes.Buffer
	if err := results.WriteCoverage(&b, rows); err != nil {
		return err
	}
	return cli.WriteFile(path, b.Bytes())
}

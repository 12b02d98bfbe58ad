package runner

import (
	"dporbench/algos"
	"dporbench/harness/internal/measure"
	"dporbench/results"
)

// fill completes a row with what became of its run. The figures of a run that
// did not finish stay zero.
func fill(row *results.Row, r measure.Result) {
	row.Status, row.Error = r.Status, r.Error
	row.Reached, row.Elapsed = r.Reached, r.Elapsed
	row.PeakRSS, row.RSSSource = r.PeakRSS, r.RSSSource
	if r.Status != results.OK {
		return
	}
	row.Wall, row.CPU, row.LiveHeap = r.Report.Wall, r.Report.CPU, r.Report.LiveHeap
	fillStats(row, r.Report.Stats)
}

func fillStats(row *results.Row, s algos.Stats) {
	row.Counts, row.Stored = s.Counts, s.Peak
}

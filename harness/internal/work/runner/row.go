package runner

import (
	"context"
	"runtime"
	"time"

	"dporbench/algos"
	"dporbench/harness/internal/ground/process"
	"dporbench/harness/internal/work/measure"
	"dporbench/results"
)

// Build says which executable measured a row.
type Build struct {
	Hash      string // the beginning of the executable's SHA-256, in hexadecimal
	Commit    string // revision of the source; empty if unknown
	GoVersion string
}

// ThisBuild describes the running executable.
func ThisBuild(commit string) (Build, error) {
	hash, err := process.Hash()
	return Build{hash, commit, runtime.Version()}, err
}

func (m *measurement) measure(ctx context.Context, run results.Run) (results.Row, []results.Sample) {
	row := results.Row{
		Run:       run,
		GoVersion: m.Build.GoVersion,
		Commit:    m.Build.Commit,
		Build:     m.Build.Hash,
		Start:     time.Now(),
	}
	limits := measure.Limits{Wall: run.Timeout, Memory: run.MemLimit}
	result := measure.Run(ctx, m.Command(run), limits, m.Watch.Progress)
	fill(&row, result)
	return row, result.Samples
}

// The figures of a run that did not finish stay zero.
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

func fillStats(row *results.Row, s algos.Stats) { row.Counts, row.Stored = s.Counts, s.Peak }

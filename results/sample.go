package results

import (
	"slices"
	"time"
)

// Curve is how one run went: the samples that were taken of it, in the order of
// time. Of a run that was killed it has those that were known by then.
type Curve struct {
	Run     Run // the key alone: neither limits nor the collector's target
	Build   string
	Samples []Sample
}

// Sample is the state of a run at one moment. The counters are peaks, as in a
// [Row], up to the last execution that had been visited.
type Sample struct {
	Elapsed    time.Duration // since the exploration began
	Executions int64
	LiveHeap   int64 // bytes that were in use at the last garbage collection
	RSS        int64 // bytes resident now
	Stored     Stored
}

var sampleColumns = slices.Concat(
	columns.only("benchmark", "params", "algorithm", "order", "seed", "repetition", "build"),
	table{
		{"elapsed_s", "wall-clock time since the exploration began, in seconds", false, func(r *Row) any { return &r.Elapsed }},
		{"executions", "maximal executions visited so far", false, func(r *Row) any { return &r.Executions }},
		{"live_heap_bytes", "heap that was in use at the last garbage collection", false, func(r *Row) any { return &r.LiveHeap }},
		{"rss_bytes", "memory resident now", false, func(r *Row) any { return &r.PeakRSS }},
	},
	storedColumns(false),
)

func (t table) only(names ...string) (its table) {
	for _, name := range names {
		its = append(its, t[slices.IndexFunc(t, func(c column) bool { return c.name == name })])
	}
	return its
}

// SampleColumns yields the name and the meaning of every column of a file of
// samples, in the order of the file.
func SampleColumns(yield func(name, doc string) bool) { sampleColumns.docs(yield) }

func (c Curve) row(s Sample) Row {
	return Row{
		Run: c.Run, Build: c.Build, Elapsed: s.Elapsed, Counts: Counts{Executions: s.Executions},
		LiveHeap: s.LiveHeap, PeakRSS: s.RSS, Stored: s.Stored,
	}
}

func (r Row) sample() Sample { return Sample{r.Elapsed, r.Executions, r.LiveHeap, r.PeakRSS, r.Stored} }

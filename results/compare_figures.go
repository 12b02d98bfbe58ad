package results

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/combin"
)

// Figure is a figure of a run that depends on the machine.
type Figure int

// The figures, in the order of a comparison.
const (
	WallTime Figure = iota
	CPUTime
	PeakMemory
	HeapMemory
)

var figures = [...]struct {
	name string
	unit string // as in Go's benchmarks
	of   func(Row) float64
}{
	WallTime:   {"wall_s", "ns/op", func(r Row) float64 { return float64(r.Wall) }},
	CPUTime:    {"cpu_s", "cpu-ns/op", func(r Row) float64 { return float64(r.CPU) }},
	PeakMemory: {"peak_rss_bytes", "peak-rss-bytes", func(r Row) float64 { return float64(r.PeakRSS) }},
	HeapMemory: {"live_heap_bytes", "live-heap-bytes", func(r Row) float64 { return float64(r.LiveHeap) }},
}

// Figures lists all figures.
func Figures() []Figure { return []Figure{WallTime, CPUTime, PeakMemory, HeapMemory} }

// String is the name of the figure's column in a results file.
func (f Figure) String() string { return figures[f].name }

// IsTime reports whether the figure is a time, in nanoseconds; others are in bytes.
func (f Figure) IsTime() bool { return f <= CPUTime }

// Delta is the difference of a figure between two cells.
type Delta struct {
	Run      Run
	Figure   Figure
	Old, New float64 // the medians, in nanoseconds or bytes
	Change   string  // in per cent, or "~" if it is not significant
	P        float64 // p value of the Mann-Whitney U test, corrected for the number of tests
	OldRuns  int     // number of runs that finished
	NewRuns  int
	TooFew   bool // too few runs for any difference to be significant

	test benchmath.Comparison
}

// Significant reports whether a figure differs between the finished runs of two
// cells, by the Mann-Whitney U test with p < 0.05, and whether there are too few
// runs to decide: four in each are enough.
func Significant(f Figure, a, b Cell) (differs, tooFew bool) {
	test := benchmath.AssumeNothing.Compare(sample(f, a), sample(f, b))
	return test.P < test.Alpha, leastP(test.N1, test.N2) >= test.Alpha
}

// newDelta compares two cells, each of which has at least one finished run.
func newDelta(run Run, f Figure, old, new Cell) Delta {
	a, b := sample(f, old), sample(f, new)
	test := benchmath.AssumeNothing.Compare(a, b)
	d := Delta{Run: run, Figure: f, Old: median(a), New: median(b), OldRuns: test.N1, NewRuns: test.N2, test: test}
	d.TooFew = leastP(d.OldRuns, d.NewRuns) >= test.Alpha
	return d
}

// judge decides for each delta whether it is significant. Among many tests, some
// find a difference where there is none: p is corrected so that one in twenty of
// the differences found is not real (Benjamini and Hochberg 1995).
func judge(deltas []Delta, least float64) {
	byP := make([]*Delta, len(deltas))
	for i := range deltas {
		byP[i] = &deltas[i]
	}
	slices.SortFunc(byP, func(a, b *Delta) int { return cmp.Compare(a.test.P, b.test.P) })
	p := 1.0
	for i, d := range slices.Backward(byP) {
		p = min(p, d.test.P*float64(len(byP))/float64(i+1))
		d.P, d.test.P = p, p
		d.Change = d.test.FormatDelta(d.Old, d.New)
		if math.Abs(d.New-d.Old) < least*d.Old {
			d.Change = "~"
		}
	}
}

// GeometricMean is the mean factor by which a figure changed in these deltas.
func GeometricMean(deltas []Delta) float64 {
	var factors []float64
	for _, d := range deltas {
		if d.Old > 0 && d.New > 0 {
			factors = append(factors, d.New/d.Old)
		}
	}
	return stat.GeometricMean(factors, nil)
}

// leastP is the smallest p of the test for samples of these sizes: if one is entirely
// below the other, as in 2 of all the ways to mix them.
func leastP(n, m int) float64 { return 2 / combin.GeneralizedBinomial(float64(n+m), float64(n)) }

func sample(f Figure, c Cell) *benchmath.Sample {
	var values []float64
	for _, row := range c.finished() {
		values = append(values, figures[f].of(row))
	}
	return benchmath.NewSample(values, &benchmath.DefaultThresholds)
}

func median(s *benchmath.Sample) float64 {
	return benchmath.AssumeNothing.Summary(s, 0.95).Center
}

package plots

import (
	"cmp"
	"math"
	"slices"

	"dporbench/results"
)

// memoryWithinRuns plots memory against the executions visited so far, with a panel
// for each program. Of several runs of an algorithm on a program the first is drawn.
// Programs whose runs all ended before there was anything to see, or in which nothing grows, are left out.
func memoryWithinRuns(name, label string, runs []results.Curve, memory func(results.Sample) int64) figure {
	f := figure{name: name, sharedY: true}
	for _, its := range divide(runs, comparePrograms) {
		curves := growing(its, memory)
		if slices.ContainsFunc(curves, curve.extends) && slices.ContainsFunc(curves, curve.grows) {
			f.panels = append(f.panels, panel{
				title:  its[0].Run.Name(),
				x:      axis{label: "executions so far", log: true},
				y:      axis{label: label, log: true},
				curves: curves,
			})
		}
	}
	f.legend = legendOf(f.panels, nil)
	return f
}

func liveHeap(s results.Sample) int64 { return s.LiveHeap }
func resident(s results.Sample) int64 { return s.RSS }

func comparePrograms(a, b results.Curve) int {
	return cmp.Or(cmp.Compare(a.Run.Benchmark, b.Run.Benchmark), slices.Compare(a.Run.Params, b.Run.Params))
}

// growing returns a curve for each algorithm, from its first run with a sample after an execution.
func growing(runs []results.Curve, memory func(results.Sample) int64) []curve {
	points := map[string][]point{}
	for _, run := range runs {
		name := run.Run.Algorithm
		if its := memoryOf(run, memory); points[name] == nil && its != nil {
			points[name] = its
		}
	}
	curves := curvesOf(points)
	for i := range curves {
		curves[i].sparse = true
	}
	return curves
}

// extends reports whether the curve is clearly longer than a point.
func (c curve) extends() bool {
	return len(c.points) > 0 && c.points[len(c.points)-1].x >= 2*c.points[0].x
}

// grows reports whether the largest value of the curve is clearly above its smallest one.
func (c curve) grows() bool {
	least, most := math.Inf(1), 0.0
	for _, p := range c.points {
		least, most = min(least, p.y), max(most, p.y)
	}
	return most >= 1.5*least
}

// sinceCollection are the samples since the first garbage collection of a run: the live heap is known from then on, and all samples
// before it have the same value.
func sinceCollection(run results.Curve) results.Curve {
	i := slices.IndexFunc(run.Samples, func(s results.Sample) bool { return s.LiveHeap != run.Samples[0].LiveHeap })
	if i >= 0 {
		run.Samples = run.Samples[i:]
	}
	return run
}

func sinceCollections(runs []results.Curve) (all []results.Curve) {
	for _, run := range runs {
		all = append(all, sinceCollection(run))
	}
	return all
}

func memoryOf(run results.Curve, memory func(results.Sample) int64) []point {
	var points []point
	for _, s := range run.Samples {
		if s.Executions > 0 && memory(s) > 0 {
			points = append(points, point{x: float64(s.Executions), y: megabytes(memory(s))})
		}
	}
	return points
}

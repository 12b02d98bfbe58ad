package plots

import (
	"fmt"
	"slices"

	"dporbench/results"
)

// fewest is how many programs a quantile plot needs.
const fewest = 10

// quantiles plots the times of each algorithm in increasing order, as BenchExec does: the curve of an algorithm has reached n at time t
// if it finishes n of the programs within t each. A curve that ends further to the right finishes more programs, and a lower one
// takes less time for as many.
func quantiles(cells []results.Cell) figure {
	times, programs := map[string][]float64{}, map[string]bool{}
	for _, c := range cells {
		row := c.Median()
		programs[row.Name()] = true
		if row.Status == results.OK && row.Wall > 0 {
			times[row.Algorithm] = append(times[row.Algorithm], row.Wall.Seconds())
		}
	}
	f := figure{name: "quantiles"}
	if len(programs) < fewest {
		return f
	}
	points := map[string][]point{}
	for algorithm, its := range times {
		slices.Sort(its)
		for i, t := range its {
			points[algorithm] = append(points[algorithm], point{x: float64(i + 1), y: t})
		}
	}
	curves := curvesOf(points)
	for i := range curves {
		curves[i].sparse = true
	}
	f.panels = []panel{{
		title:  fmt.Sprintf("%d programs", len(programs)),
		x:      axis{label: "programs finished, from the fastest"},
		y:      axis{label: "time for each of them [s]", log: true},
		curves: curves,
		wide:   true,
	}}
	f.legend = legendOf(f.panels, nil)
	return f
}

package plots

import "dporbench/results"

// timePerExecution is the time an execution takes against the number of
// executions, a panel for each benchmark. Executions are of very different
// lengths, so that every panel has scales of its own.
func timePerExecution(cells []results.Cell) figure {
	f := figure{name: "time-per-execution"}
	for _, its := range byBenchmark(cells) {
		curves := curvesOf(its, executionTime)
		if len(curves) > 0 {
			f.panels = append(f.panels, panel{
				title:  its[0].Rows[0].Benchmark,
				x:      axis{label: "executions", log: true},
				y:      axis{label: "time per execution [µs]", log: true},
				curves: curves,
			})
		}
	}
	f.legend = legendOf(f.panels, nil)
	return f
}

// executionTime is the time per execution of a cell that finished.
func executionTime(c results.Cell) (point, bool) {
	row := c.Median()
	if row.Status != results.OK || row.Executions == 0 {
		return point{}, false
	}
	each := func(r results.Row) float64 { return r.Wall.Seconds() * 1e6 / float64(max(r.Executions, 1)) }
	p := point{x: float64(row.Executions), y: each(row)}
	p.lo, p.hi, p.ranges = spread(c, each)
	return p, p.y > 0
}

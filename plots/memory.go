package plots

import "dporbench/results"

// memoryByParameter is peak memory against the parameter, a panel for each
// benchmark. A run that ended at its memory limit stands at that limit, one that
// ended at its time limit at the most memory it was seen to have.
func memoryByParameter(cells []results.Cell) figure {
	f := figure{name: "memory", sharedY: true}
	for _, s := range sweeps(cells) {
		curves := s.curves(peakMemory)
		if len(curves) > 0 {
			f.panels = append(f.panels, panel{
				title:  s.pattern,
				x:      s.axis(),
				y:      axis{label: "peak RSS [MB]", log: true},
				curves: curves,
			})
		}
	}
	f.legend = legendOf(f.panels, map[limit]string{
		timeLimit:   "stopped at the time limit",
		memoryLimit: "stopped at the memory limit",
	})
	return f
}

// peakMemory is the memory of a cell in MB.
func peakMemory(c results.Cell) (point, bool) {
	row := c.Median()
	p := point{y: megabytes(row.PeakRSS), limit: limitOf(row)}
	switch row.Status {
	case results.OK:
		p.lo, p.hi, p.ranges = spread(c, func(r results.Row) float64 { return megabytes(r.PeakRSS) })
	case results.OutOfMemory:
		p.y = megabytes(row.MemLimit)
	}
	return p, p.y > 0 && (row.Status == results.OK || p.limit != noLimit)
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }

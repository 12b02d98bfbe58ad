package plots

import (
	"slices"

	"dporbench/results"
)

// overParameter plots a figure of every cell over its program's parameter, with a panel for each
// sweep.
//
// If no program has another parameter than the others of its benchmark, there is nothing to plot over: one panel has all programs
// side by side.
func overParameter(name, label string, cells []results.Cell, figureOf func(results.Cell) (point, bool)) figure {
	f := figure{name: name}
	all := sweeps(cells)
	if len(all) > 1 && !slices.ContainsFunc(all, sweep.varies) {
		f.panels, all = []panel{sideBySide(label, all, figureOf)}, nil
	}
	for _, s := range all {
		if curves := s.curves(figureOf); len(curves) > 0 {
			f.panels = append(f.panels, panel{title: s.pattern, x: s.axis(), y: axis{label: label, log: true}, curves: curves})
		}
	}
	f.legend = legendOf(f.panels, map[limit]string{
		timeLimit:   "stopped at the time limit",
		memoryLimit: "stopped at the memory limit",
	})
	return f
}

// sideBySide has a place on its axis for each program.
func sideBySide(label string, all []sweep, figureOf func(results.Cell) (point, bool)) panel {
	var programs []string
	points := map[string][]point{}
	for i, s := range all {
		programs = append(programs, s.cells[0].Rows[0].Name())
		for _, c := range s.cells {
			if p, ok := figureOf(c); ok {
				p.x = float64(i)
				points[c.Rows[0].Algorithm] = append(points[c.Rows[0].Algorithm], p)
			}
		}
	}
	curves := curvesOf(points)
	for i := range curves {
		curves[i].joined = false
	}
	return panel{x: axis{names: programs}, y: axis{label: label, log: true}, curves: curves}
}

// memoryByParameter plots peak memory. A run that ended at its memory limit is
// shown at that limit, one that ended at its time limit at the largest memory
// seen.
func memoryByParameter(cells []results.Cell) figure {
	f := overParameter("memory", "peak RSS [MB]", cells, peakMemory)
	f.sharedY = true
	return f
}

// timePerExecution plots the time for an execution. Executions have very
// different lengths, so every panel begins elsewhere, but a decade is as high in all of them.
func timePerExecution(cells []results.Cell) figure {
	f := overParameter("time-per-execution", "time per execution [µs]", cells, executionTime)
	f.span = true
	return f
}

// peakMemory is the memory of a cell in MB.
func peakMemory(c results.Cell) (point, bool) {
	row := c.Median()
	p := point{y: megabytes(row.PeakRSS), limit: limitOf(row)}
	switch row.Status {
	case results.OK:
		p.lo, p.hi = spread(c, func(r results.Row) float64 { return megabytes(r.PeakRSS) })
	case results.OutOfMemory:
		p.y = megabytes(row.MemLimit)
	}
	return p, p.y > 0 && (row.Status == results.OK || p.limit != noLimit)
}

func megabytes(bytes int64) float64 { return float64(bytes) / 1e6 }

// executionTime is the time per execution of a cell that finished.
func executionTime(c results.Cell) (point, bool) {
	row := c.Median()
	each := func(r results.Row) float64 { return r.Wall.Seconds() * 1e6 / float64(max(r.Executions, 1)) }
	p := point{y: each(row)}
	p.lo, p.hi = spread(c, each)
	return p, row.Status == results.OK && row.Executions > 0 && p.y > 0
}

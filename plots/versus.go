package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dporbench/results"
)

// timeAgainstTime plots the time of each algorithm against the time of pop, with a
// panel for each and a point for each program. Above the diagonal pop is faster.
func timeAgainstTime(cells []results.Cell) figure {
	const base = "pop"
	f := figure{name: "time-vs-" + base, sharedX: true, sharedY: true, equal: true}
	for _, c := range curvesOf(pairs(cells, base)) {
		c.joined = false
		f.panels = append(f.panels, panel{
			title:  c.algorithm + " against " + base,
			x:      axis{label: "time of " + base + " [s]", log: true},
			y:      axis{label: "time of " + c.algorithm + " [s]", log: true},
			curves: []curve{c},
			under:  []plot.Plotter{guides{}},
		})
	}
	f.legend = legendOf(f.panels, map[limit]string{
		memoryLimit: "stopped at a limit",
		otherTime:   base + " stopped at a limit",
	})
	return f
}

// pairs returns each algorithm's times against the times of base, on the programs on
// which both were run.
func pairs(cells []results.Cell, base string) map[string][]point {
	byName := map[string]results.Row{}
	for _, c := range cells {
		if row := c.Median(); row.Algorithm == base {
			byName[row.Name()] = row
		}
	}
	points := map[string][]point{}
	for _, c := range cells {
		y := c.Median()
		x, ok := byName[y.Name()]
		if !ok || y.Algorithm == base {
			continue
		}
		if p, ok := pair(x, y); ok {
			points[y.Algorithm] = append(points[y.Algorithm], p)
		}
	}
	return points
}

// pair is the time of run y against the time of run x. A run that ended at a limit takes
// at least the time until then; if both did, nothing is known.
func pair(x, y results.Row) (point, bool) {
	switch {
	case x.Status == results.OK && y.Status == results.OK:
		return point{x: x.Wall.Seconds(), y: y.Wall.Seconds()}, true
	case x.Status == results.OK && limitOf(y) != noLimit:
		return point{x: x.Wall.Seconds(), y: y.Elapsed.Seconds(), limit: memoryLimit}, true
	case limitOf(x) != noLimit && y.Status == results.OK:
		return point{x: x.Elapsed.Seconds(), y: y.Wall.Seconds(), limit: otherTime}, true
	}
	return point{}, false
}

// guides are the diagonal, and lines where one time is 2 and 10 times the other.
type guides struct{}

func (guides) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	for _, guide := range []struct {
		factor float64
		label  string
		dashes []vg.Length
	}{{1, "", nil}, {2, "2×", []vg.Length{2, 1.5}}, {10, "10×", []vg.Length{0.7, 1.5}}} {
		style := draw.LineStyle{Color: color.Gray{140}, Width: vg.Points(0.5), Dashes: guide.dashes}
		for _, factor := range []float64{guide.factor, 1 / guide.factor} {
			c.StrokeLines(style, c.ClipLinesXY([]vg.Point{
				{X: tx(p.X.Min), Y: ty(p.X.Min + math.Log10(factor))},
				{X: tx(p.X.Max), Y: ty(p.X.Max + math.Log10(factor))},
			})...)
		}
		label(c, p, guide.factor, guide.label)
	}
}

// label writes text above the line where it enters the panel from the left.
func label(c draw.Canvas, p *plot.Plot, factor float64, name string) {
	_, ty := p.Transforms(&c)
	style := letters(5)
	style.Color = color.Gray{90}
	at := vg.Point{X: c.Min.X + 1.5, Y: ty(p.X.Min+math.Log10(factor)) + 7}
	if at.Y+style.Height(name) < c.Max.Y {
		c.FillText(style, at, name)
	}
}

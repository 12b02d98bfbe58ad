package plots

import (
	"cmp"
	"image/color"
	"math"
	"slices"

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
		names := namesOf(cells, base, c.algorithm)
		f.panels = append(f.panels, panel{
			title:  c.algorithm + " against " + base,
			x:      axis{label: "time of " + base + " [s]", log: true},
			y:      axis{label: "time of " + c.algorithm + " [s]", log: true},
			curves: []curve{c},
			under:  []plot.Plotter{guides{}, names},
		})
	}
	f.legend = legendOf(f.panels, map[limit]string{
		memoryLimit: "stopped at a limit",
		otherTime:   base + " stopped at a limit",
	})
	if len(f.panels) > 0 {
		f.legend.entries = append(f.legend.entries, lettered(cells)...)
	}
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

// mostLetters is the number of benchmarks that have letters.
const mostLetters = 26

// letterOf is the letter of the i-th benchmark.
func letterOf(i int) string { return string(rune('a' + i)) }

// named are the benchmarks of the points of an algorithm.
type named struct {
	letter string
	points []point // of the benchmark, from the shortest time of the base on
}

// namesOf gives each benchmark a letter, the same in all panels; nil if they are too many.
func namesOf(cells []results.Cell, base, algorithm string) (all benchmarkNames) {
	groups := divide(cells, compareBenchmarks)
	if len(groups) > mostLetters {
		return nil
	}
	for i, group := range groups {
		if its := pairs(group, base)[algorithm]; len(its) > 0 {
			slices.SortFunc(its, func(a, b point) int { return cmp.Compare(a.x, b.x) })
			all = append(all, named{letterOf(i), its})
		}
	}
	return all
}

type benchmarkNames []named

// Plot joins the points of each benchmark, and writes its letter next to the last one, where there is room.
func (names benchmarkNames) Plot(c draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&c)
	style := letters(nameSize)
	var taken []vg.Rectangle
	lines := make([][]vg.Point, len(names))
	for i, n := range names {
		for _, pt := range n.points {
			at := vg.Point{X: tx(math.Log10(pt.x)), Y: ty(math.Log10(pt.y))}
			lines[i] = append(lines[i], at)
			taken = append(taken, around(at, 1.5, 1.5))
		}
		c.StrokeLines(draw.LineStyle{Color: color.Gray{200}, Width: vg.Points(0.4)}, lines[i])
	}
	for i, n := range names {
		half := style.Width(n.letter)/2 + 0.3
		middle := free(lines[i][len(lines[i])-1], half, taken)
		taken = append(taken, around(middle, half, nameSize/2))
		c.FillText(style, vg.Point{X: middle.X - half + 0.3, Y: middle.Y - nameSize/3}, n.letter)
	}
}

const nameSize = vg.Length(5)

// free is a place near a point that no other letter and no marker has: in one of sixteen directions, as near as possible.
func free(at vg.Point, half vg.Length, taken []vg.Rectangle) vg.Point {
	for distance := vg.Length(4.2); distance < 16; distance += 1.5 {
		for i := range 16 {
			place := at.Add(polar(float64(i)*math.Pi/8, float64(distance)))
			r := around(place, half, nameSize/2)
			if !slices.ContainsFunc(taken, func(other vg.Rectangle) bool { return overlap(r, other) }) {
				return place
			}
		}
	}
	return at
}

func around(middle vg.Point, x, y vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: middle.Sub(vg.Point{X: x, Y: y}), Max: middle.Add(vg.Point{X: x, Y: y})}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

// lettered are the entries of a legend for the letters of benchmarks.
func lettered(cells []results.Cell) (entries []entry) {
	groups := divide(cells, compareBenchmarks)
	if len(groups) > mostLetters {
		return nil
	}
	for i, group := range groups {
		entries = append(entries, entry{texts: []string{letterOf(i) + "  " + group[0].Rows[0].Benchmark}})
	}
	return entries
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

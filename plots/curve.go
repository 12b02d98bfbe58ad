package plots

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// limit is the limit that ended a run, if any.
type limit int

const (
	noLimit limit = iota
	timeLimit
	memoryLimit
	otherTime // the limit of the other algorithm, where two are compared
)

// direction is where the arrow of a limit points, as an angle.
func (l limit) direction() float64 {
	if l == memoryLimit {
		return math.Pi / 2
	}
	return 0
}

type point struct {
	x, y   float64 // values; places once the panel is fitted
	lo, hi float64 // the range of y over the repetitions; equal if there is none
	limit  limit
}

func (p point) ranges() bool { return p.hi > p.lo }

// curve has the points of one algorithm in a panel. It is a [plot.Plotter].
type curve struct {
	algorithm string
	points    []point
	joined    bool    // by a line
	sparse    bool    // with markers on only a few of the points
	fitted    []point // a line drawn instead of the one that joins the points
}

// curvesOf makes a curve of the points of each algorithm, in the order of the legend.
func curvesOf(points map[string][]point) []curve {
	var curves []curve
	for _, name := range inOrder(slices.Collect(maps.Keys(points))) {
		curves = append(curves, curve{algorithm: name, points: points[name], joined: true})
	}
	return curves
}

func (c curve) Plot(canvas draw.Canvas, p *plot.Plot) {
	tx, ty := p.Transforms(&canvas)
	at := func(x, y float64) vg.Point { return vg.Point{X: tx(x), Y: ty(y)} }
	l := lookOf(c.algorithm)
	if line := c.line(); len(line) > 1 {
		path := make([]vg.Point, len(line))
		for i, pt := range line {
			path[i] = at(pt.x, pt.y)
		}
		canvas.StrokeLines(l.line(), canvas.ClipLinesXY(path)...)
	}
	for _, pt := range c.points {
		if pt.ranges() {
			l.whisker(canvas, at(pt.x, pt.lo), at(pt.x, pt.hi))
		}
	}
	c.markers(canvas, l, at)
}

func (c curve) line() []point {
	switch {
	case c.fitted != nil:
		return c.fitted
	case !c.joined:
		return nil
	}
	return slices.DeleteFunc(slices.Clone(c.points), func(p point) bool { return p.limit != noLimit })
}

// markers draws the markers, with limits on top.
func (c curve) markers(canvas draw.Canvas, l look, at func(x, y float64) vg.Point) {
	next := vg.Length(math.Inf(1))
	for _, pt := range slices.Backward(c.points) {
		place := at(pt.x, pt.y)
		if pt.limit == noLimit && (!c.sparse || next-place.X > canvas.Size().X/markersOfRun) {
			l.marker(canvas, place)
			next = place.X
		}
	}
	for _, pt := range c.points {
		if pt.limit != noLimit {
			l.hollow(canvas, at(pt.x, pt.y), pt.limit)
		}
	}
}

// markersOfRun is the maximum number of markers of a sparse curve, the last one
// at its end.
const markersOfRun = 6

func (l look) whisker(c draw.Canvas, low, high vg.Point) {
	const half = vg.Length(1.2)
	style := draw.LineStyle{Color: l.color, Width: vg.Points(0.5)}
	c.StrokeLine2(style, low.X, low.Y, high.X, high.Y)
	for _, end := range []vg.Point{low, high} {
		c.StrokeLine2(style, end.X-half, end.Y, end.X+half, end.Y)
	}
}

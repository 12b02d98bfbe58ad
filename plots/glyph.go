package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shape is the outline of a marker of radius 1 around the origin; a circle has no
// corners.
type shape []vg.Point

var (
	circle   = shape(nil)
	square   = regular(4, math.Pi/4, 1.1)
	diamond  = regular(4, 0, 1.2)
	triangle = regular(3, math.Pi/2, 1.2)
	nabla    = regular(3, -math.Pi/2, 1.2)
	pentagon = regular(5, math.Pi/2, 1.1)
	plus     = bars(0)
	cross    = bars(math.Pi / 4)
	star     = spikes(5)
)

// markerRadius is the usual size of a marker.
const markerRadius = vg.Length(1.8)

// regular is a regular polygon with its first corner in the given direction.
func regular(corners int, direction, radius float64) shape {
	var s shape
	for i := range corners {
		s = append(s, polar(direction+2*math.Pi*float64(i)/float64(corners), radius))
	}
	return s
}

// bars are two crossing bars, turned.
func bars(turn float64) shape {
	const reach, half = 1.2, 0.4
	var s shape
	for quarter := range 4 {
		direction := turn + float64(quarter)*math.Pi/2
		tip, side := math.Hypot(reach, half), math.Atan2(half, reach)
		s = append(s, polar(direction-side, tip), polar(direction+side, tip), polar(direction+math.Pi/4, half*math.Sqrt2))
	}
	return s
}

func spikes(n int) shape {
	var s shape
	for i := range n {
		direction := math.Pi/2 + 2*math.Pi*float64(i)/float64(n)
		s = append(s, polar(direction, 1.3), polar(direction+math.Pi/float64(n), 0.55))
	}
	return s
}

func polar(direction, radius float64) vg.Point {
	return vg.Point{X: vg.Length(radius * math.Cos(direction)), Y: vg.Length(radius * math.Sin(direction))}
}

// path is the outline around a point of the canvas.
func (s shape) path(at vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
	if len(s) == 0 {
		p.Move(at.Add(vg.Point{X: radius}))
		p.Arc(at, radius, 0, 2*math.Pi)
		p.Close()
		return p
	}
	p.Move(at.Add(s[0].Scale(radius)))
	for _, corner := range s[1:] {
		p.Line(at.Add(corner.Scale(radius)))
	}
	p.Close()
	return p
}

// marker draws a filled marker.
func (l look) marker(c draw.Canvas, at vg.Point) {
	c.SetColor(l.color)
	c.Fill(l.shape.path(at, l.radius))
}

// hollow draws the marker of a run that ended at a limit, with an arrow the way
// its figure would have gone.
func (l look) hollow(c draw.Canvas, at vg.Point, limit limit) {
	l.arrow(c, at, limit.direction())
	outline := l.shape.path(at, l.radius)
	c.SetColor(color.White)
	c.Fill(outline)
	c.SetLineStyle(draw.LineStyle{Color: l.color, Width: vg.Points(0.7)})
	c.Stroke(outline)
}

// arrow draws an arrow that begins at a marker.
func (l look) arrow(c draw.Canvas, at vg.Point, direction float64) {
	tip := at.Add(polar(direction, 3.2).Scale(l.radius))
	c.SetLineStyle(draw.LineStyle{Color: l.color, Width: vg.Points(0.7)})
	var p vg.Path
	p.Move(at)
	p.Line(tip)
	for _, side := range []float64{-1, 1} {
		p.Move(tip)
		p.Line(tip.Add(polar(direction+side*0.85*math.Pi, 0.9).Scale(l.radius)))
	}
	c.Stroke(p)
}

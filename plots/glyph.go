package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// shape is the outline of a marker of radius 1 around the origin. gonum's glyphs
// are too few for the algorithms here, and only some of them can be hollow.
type shape []vg.Point

var (
	circle   = star(24, 0, 1, 0)
	square   = star(4, math.Pi/4, 1.1, 0)
	diamond  = star(4, 0, 1.2, 0)
	triangle = star(3, math.Pi/2, 1.2, 0)
	nabla    = star(3, -math.Pi/2, 1.2, 0)
	pentagon = star(5, math.Pi/2, 1.1, 0)
	plus     = star(4, 0, 1.5, 0.5)
	cross    = star(4, math.Pi/4, 1.5, 0.5)
	pentacle = star(5, math.Pi/2, 1.3, 0.55)
)

// markerRadius is the usual size of a marker.
const markerRadius = vg.Length(1.8)

// star has n tips, the first in the given direction, and between them notches at
// a distance from the middle; a regular polygon if that is 0.
func star(n int, direction, tip, notch float64) shape {
	var s shape
	for i := range n {
		at := direction + 2*math.Pi*float64(i)/float64(n)
		s = append(s, polar(at, tip))
		if notch > 0 {
			s = append(s, polar(at+math.Pi/float64(n), notch))
		}
	}
	return s
}

func polar(direction, radius float64) vg.Point {
	return vg.Point{X: vg.Length(radius * math.Cos(direction)), Y: vg.Length(radius * math.Sin(direction))}
}

// path is the outline around a point of the canvas.
func (s shape) path(at vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
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
	outline := l.shape.path(at, l.radius)
	tip := at.Add(polar(limit.direction(), 3.2).Scale(l.radius))
	c.SetLineStyle(draw.LineStyle{Color: l.color, Width: vg.Points(0.7)})
	var arrow vg.Path
	arrow.Move(at)
	arrow.Line(tip)
	for _, side := range []float64{-1, 1} {
		arrow.Move(tip)
		arrow.Line(tip.Add(polar(limit.direction()+side*0.85*math.Pi, 0.9).Scale(l.radius)))
	}
	c.Stroke(arrow)
	c.SetColor(color.White)
	c.Fill(outline)
	c.SetColor(l.color)
	c.Stroke(outline)
}

package plots

import (
	"image/color"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"dporbench/internal/palette"
)

type look struct {
	color  color.RGBA
	shape  shape
	dashes []vg.Length // nil is a solid line
	radius vg.Length   // of the marker
}

var black = color.RGBA{A: 255}

// lookOf is how the algorithm is drawn, from the palette that figures, the page and drawings share.
func lookOf(algorithm string) look {
	s := palette.Of(algorithm)
	l := look{color: parse(s.Light), shape: shapes()[s.Marker], radius: vg.Length(s.Size)}
	for _, d := range s.Dashes {
		l.dashes = append(l.dashes, vg.Length(d))
	}
	return l
}

// parse is a colour written as #rrggbb.
func parse(hex string) color.RGBA {
	n, err := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	if err != nil {
		panic(err) // the palette is part of the executable, and a test parses all of it
	}
	return color.RGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}
}

func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: vg.Points(0.8), Dashes: l.dashes}
}

// inOrder sorts names of algorithms in the order of a legend, without repetitions.
func inOrder(algorithms []string) []string {
	slices.Sort(algorithms)
	algorithms = slices.Compact(algorithms)
	slices.SortStableFunc(algorithms, func(a, b string) int { return palette.Rank(a) - palette.Rank(b) })
	return algorithms
}

const (
	labelSize = vg.Length(7)
	tickSize  = vg.Length(6)
)

func letters(size vg.Length) text.Style {
	return text.Style{
		Color:   color.Black,
		Font:    font.Font{Typeface: "Liberation", Variant: "Sans", Size: size},
		Handler: handler,
	}
}

var handler = text.Plain{Fonts: font.DefaultCache}

// shape is the outline of a marker of radius 1 around the origin. gonum's glyphs
// are too few for the algorithms here, and only some of them can be hollow.
type shape []vg.Point

var circle = star(24, 0, 1, 0)

func shapes() map[palette.Marker]shape {
	return map[palette.Marker]shape{
		palette.Circle:   circle,
		palette.Square:   star(4, math.Pi/4, 1.1, 0),
		palette.Diamond:  star(4, 0, 1.2, 0),
		palette.Triangle: star(3, math.Pi/2, 1.2, 0),
		palette.Nabla:    star(3, -math.Pi/2, 1.2, 0),
		palette.Pentagon: star(5, math.Pi/2, 1.1, 0),
		palette.Plus:     star(4, 0, 1.5, 0.5),
		palette.Cross:    star(4, math.Pi/4, 1.5, 0.5),
		palette.Star:     star(5, math.Pi/2, 1.3, 0.55),
	}
}

const markerRadius = vg.Length(1.8)

// star has n tips at distance tip from the middle, the first in the given
// direction, and notches between them at distance notch; if that is 0, it is a
// regular polygon.
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

func (s shape) path(at vg.Point, radius vg.Length) vg.Path {
	var p vg.Path
	p.Move(at.Add(s[0].Scale(radius)))
	for _, corner := range s[1:] {
		p.Line(at.Add(corner.Scale(radius)))
	}
	p.Close()
	return p
}

func (l look) marker(c draw.Canvas, at vg.Point) {
	c.SetColor(l.color)
	c.Fill(l.shape.path(at, l.radius))
}

// hollow draws the marker of a run that ended at a limit, with an arrow towards its unknown figure.
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

package plots

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

type look struct {
	color  color.RGBA
	shape  shape
	dashes []vg.Length // nil is a solid line
	radius vg.Length   // of the marker
}

// The palette of Okabe and Ito without its yellow, which is hard to see on white.
var (
	black     = color.RGBA{A: 255}
	orange    = color.RGBA{R: 230, G: 159, A: 255}
	skyBlue   = color.RGBA{R: 86, G: 180, B: 233, A: 255}
	green     = color.RGBA{G: 158, B: 115, A: 255}
	blue      = color.RGBA{G: 114, B: 178, A: 255}
	vermilion = color.RGBA{R: 213, G: 94, A: 255}
	purple    = color.RGBA{R: 204, G: 121, B: 167, A: 255}
	grey      = color.RGBA{R: 128, G: 128, B: 128, A: 255}
)

// fixedLook is the look of one algorithm in all figures.
type fixedLook struct {
	algorithm string
	look      look
}

// known are the algorithms with a fixed look, in the order of the legend. Later
// ones are drawn first and have larger markers, so that all of several coinciding
// curves are visible.
var known = []fixedLook{
	{"sleepset", look{grey, plus, []vg.Length{8, 1.5}, 1.6}},
	{"fgdpor", look{purple, cross, []vg.Length{5, 1, 1, 1, 1, 1}, 1.6}},
	{"source", look{purple, pentagon, []vg.Length{2, 1}, 1.6}},
	{"optimal", look{vermilion, square, []vg.Length{3.5, 1.5}, 1.6}},
	{"trust", look{blue, triangle, []vg.Length{0.9, 1.6}, 1.8}},
	{"pop-naive", look{orange, diamond, []vg.Length{6, 1.5, 1, 1.5}, 1.8}},
	{"pop-lazy", look{skyBlue, nabla, []vg.Length{3, 1, 3, 1, 1, 1}, 2}},
	{"pop", look{green, circle, nil, 2.2}},
	{"exhaustive", look{black, pentacle, []vg.Length{2.5, 1, 2.5, 3}, 2.2}},
}

// knownSamplers are the samplers with a fixed look, and the even draw with which they are compared.
var knownSamplers = []fixedLook{
	{"even", look{black, circle, nil, 1.6}},
	{"random-walk", look{grey, plus, []vg.Length{8, 1.5}, 1.6}},
	{"pct", look{vermilion, square, []vg.Length{3.5, 1.5}, 1.6}},
	{"pos", look{blue, triangle, []vg.Length{0.9, 1.6}, 1.8}},
	{"urw", look{orange, diamond, []vg.Length{6, 1.5, 1, 1.5}, 1.8}},
	{"surw", look{purple, pentagon, []vg.Length{2, 1}, 1.8}},
	{"rff", look{green, nabla, []vg.Length{3, 1, 3, 1, 1, 1}, 2}},
}

// fixed returns all algorithms and samplers with a fixed look.
func fixed() []fixedLook { return slices.Concat(known, knownSamplers) }

// rank is the algorithm's place in a legend; unknown ones come last.
func rank(algorithm string) int {
	all := fixed()
	if i := slices.IndexFunc(all, func(k fixedLook) bool { return k.algorithm == algorithm }); i >= 0 {
		return i
	}
	return len(all)
}

// lookOf is the algorithm's look. An unknown one gets a look from its name, the
// same in all figures, which may share parts with others.
func lookOf(algorithm string) look {
	if all, i := fixed(), rank(algorithm); i < len(all) {
		return all[i].look
	}
	sum := 0
	for _, letter := range algorithm {
		sum = 31*sum%9973 + int(letter)
	}
	n := len(known)
	return look{
		color:  known[sum%n].look.color,
		shape:  known[(sum/n)%n].look.shape,
		dashes: known[(sum/n/n)%n].look.dashes,
		radius: markerRadius,
	}
}

func (l look) line() draw.LineStyle {
	return draw.LineStyle{Color: l.color, Width: vg.Points(0.8), Dashes: l.dashes}
}

// inOrder sorts names of algorithms in the order of a legend, without repetitions.
func inOrder(algorithms []string) []string {
	slices.Sort(algorithms)
	algorithms = slices.Compact(algorithms)
	slices.SortStableFunc(algorithms, func(a, b string) int { return rank(a) - rank(b) })
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

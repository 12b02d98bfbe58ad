package plots

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// heat is a field of the map: a square for each program and algorithm, whose colour is a factor.
type heat struct {
	heading string
	cells   [][]tile // by program and algorithm
}

// tile is the square of one run. A factor of 0 is not known.
type tile struct {
	factor float64
	limit  bool // the run ended at a limit
}

// darkest is the factor above which, and below whose inverse, a square has the full colour.
const darkest = 1000

// The full colours of the map: vermilion and blue are told apart by all readers, and in grey by the side of the key on which they stand.
var (
	vermilion = color.RGBA{R: 213, G: 94, A: 255}
	blue      = color.RGBA{G: 114, B: 178, A: 255}
)

// colorOf is white at 1, and approaches vermilion above and blue below, by the logarithm.
func colorOf(factor float64) color.RGBA {
	full := vermilion
	depth := math.Log(factor) / math.Log(darkest)
	if depth < 0 {
		full, depth = blue, -depth
	}
	const shades = 18 // on each side, six for each power of ten
	depth = math.Round(shades*min(depth, 1)) / shades
	mix := func(to uint8) uint8 { return uint8(math.Round(255 + depth*(float64(to)-255))) }
	return color.RGBA{mix(full.R), mix(full.G), mix(full.B), 255}
}

// draw draws the square into r: crossed out without a figure, black if the run ended at a limit.
func (s tile) draw(c draw.Canvas, r vg.Rectangle) {
	switch {
	case s.limit:
		c.SetColor(black)
	case s.factor == 0:
		c.SetColor(color.Gray{235})
		c.Fill(r.Path())
		c.StrokeLine2(draw.LineStyle{Color: color.Gray{150}, Width: vg.Points(0.35)}, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
		return
	default:
		c.SetColor(colorOf(s.factor))
	}
	c.Fill(r.Path())
	c.SetLineStyle(draw.LineStyle{Color: color.Gray{200}, Width: vg.Points(0.2)})
	c.Stroke(r.Path())
}

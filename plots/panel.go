package plots

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// panel is one pair of axes and the curves drawn on them.
type panel struct {
	title  string
	x, y   axis
	curves []curve
	under  []plot.Plotter // drawn first
	wide   bool           // alone in its figure, as wide as the text
}

// fit converts the points to their places on the axes, drops points that cannot be
// shown, and extends the axes to the others.
func (p *panel) fit() {
	p.curves = slices.Clone(p.curves)
	for i := range p.curves {
		c := &p.curves[i]
		c.points, c.fitted = p.place(c.points), p.place(c.fitted)
	}
}

func (p *panel) place(points []point) []point {
	var placed []point
	for _, pt := range points {
		x, okX := p.x.place(pt.x)
		y, okY := p.y.place(pt.y)
		if !okX || !okY {
			continue
		}
		p.x.include(x)
		p.y.include(y)
		lo, okLo := p.y.place(pt.lo)
		hi, okHi := p.y.place(pt.hi)
		if !okLo || !okHi || !pt.ranges() {
			lo, hi = y, y
		}
		p.y.include(lo)
		p.y.include(hi)
		placed = append(placed, point{x, y, lo, hi, pt.limit})
	}
	return placed
}

// plot makes gonum's plot of the panel, which will have about this size.
func (p panel) plot(width, height vg.Length) *plot.Plot {
	const widthOfLabel, heightOfLabel = 8.5 * vg.Millimeter, 5 * vg.Millimeter
	g := plot.New()
	g.BackgroundColor = color.White
	g.TextHandler = handler
	for _, a := range []*plot.Axis{&g.X, &g.Y} {
		restyle(&a.Label.TextStyle, labelSize)
		restyle(&a.Tick.Label, tickSize)
		a.Label.Padding = 1.5
	}
	p.x.apply(&g.X, int(width/widthOfLabel))
	p.y.apply(&g.Y, int(height/heightOfLabel))
	g.Add(heading{p.title, 0.95 * width}, gridLines{})
	g.Add(p.under...)
	for _, c := range slices.Backward(p.curves) {
		g.Add(c) // the first of the legend on top: its markers are the smallest
	}
	g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = p.x.min, p.x.max, p.y.min, p.y.max
	return g
}

// restyle sets the font of a text, and leaves its position.
func restyle(style *text.Style, size vg.Length) {
	ours := letters(size)
	style.Color, style.Font, style.Handler = ours.Color, ours.Font, ours.Handler
}

// gridLines are faint lines at the labelled ticks. gonum's own leave out some at the axes' ends.
type gridLines struct{}

func (gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	style := draw.LineStyle{Color: color.Gray{225}, Width: vg.Points(0.3)}
	tx, ty := p.Transforms(&c)
	for _, tick := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if !tick.IsMinor() {
			c.StrokeLine2(style, tx(tick.Value), c.Min.Y, tx(tick.Value), c.Max.Y)
		}
	}
	for _, tick := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if !tick.IsMinor() {
			c.StrokeLine2(style, c.Min.X, ty(tick.Value), c.Max.X, ty(tick.Value))
		}
	}
}

// headingHeight is the room above a panel for its heading.
const headingHeight = vg.Length(11)

// heading is the title of a panel, in letters small enough for its width.
type heading struct {
	text  string
	width vg.Length
}

// Plot centres the heading over the data, or moves it left so that it does not extend beyond them.
func (h heading) Plot(c draw.Canvas, _ *plot.Plot) {
	style := fitting(h.text, labelSize, h.width)
	left := min(c.Center().X-style.Width(h.text)/2, c.Max.X-style.Width(h.text))
	c.FillText(style, vg.Point{X: left, Y: c.Max.Y + 4}, h.text)
}

// fitting returns letters of the given size, or of the smaller one in which the text fits width.
func fitting(words string, size, width vg.Length) text.Style {
	style := letters(size)
	if w := style.Width(words); w > width {
		style.Font.Size *= width / w
	}
	return style
}

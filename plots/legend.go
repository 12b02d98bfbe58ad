package plots

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend names the curves of a figure. With a header it is a table with a row for
// each entry; without one the entries are in lines.
type legend struct {
	header  []string
	entries []entry
}

// entry is a sample of a look and its explanation, in one or more columns.
type entry struct {
	sample func(draw.Canvas, vg.Rectangle)
	texts  []string
}

const (
	lineHeight  = vg.Length(10)
	sampleWidth = vg.Length(24)
	gap         = vg.Length(10)
)

func algorithmEntry(algorithm string, texts ...string) entry {
	return entry{lookOf(algorithm).sample, append([]string{algorithm}, texts...)}
}

func limitEntry(l limit, text string) entry {
	sample := func(c draw.Canvas, r vg.Rectangle) {
		at := r.Min.Add(r.Size().Scale(0.5))
		at.Y -= vg.Length(0.25) * vg.Length(l.direction()) * markerRadius
		look{color: black, shape: circle, radius: markerRadius}.hollow(c, at, l)
	}
	return entry{sample, []string{text}}
}

func (l look) sample(c draw.Canvas, r vg.Rectangle) {
	y := (r.Min.Y + r.Max.Y) / 2
	c.StrokeLine2(l.line(), r.Min.X, y, r.Max.X, y)
	l.marker(c, vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: y})
}

func rangeSample(c draw.Canvas, r vg.Rectangle) {
	l := look{color: black, shape: circle, radius: markerRadius}
	at := vg.Point{X: (r.Min.X + r.Max.X) / 2, Y: (r.Min.Y + r.Max.Y) / 2}
	l.whisker(c, vg.Point{X: at.X, Y: at.Y - 4}, vg.Point{X: at.X, Y: at.Y + 3})
	l.marker(c, at)
}

// legendOf names the algorithms of the curves, the bars, if any, and the limits at which runs ended.
func legendOf(panels []panel, limits map[limit]string) legend {
	var names []string
	ended := map[limit]bool{}
	bars := false
	for _, p := range panels {
		for _, c := range p.curves {
			names = append(names, c.algorithm)
			for _, pt := range c.points {
				ended[pt.limit] = true
				bars = bars || pt.ranges()
			}
		}
	}
	var l legend
	for _, name := range inOrder(names) {
		l.entries = append(l.entries, algorithmEntry(name))
	}
	if bars {
		l.entries = append(l.entries, entry{rangeSample, []string{"median, and the range of all repetitions"}})
	}
	for limit := timeLimit; limit <= otherTime; limit++ {
		if ended[limit] && limits[limit] != "" {
			l.entries = append(l.entries, limitEntry(limit, limits[limit]))
		}
	}
	return l
}

// widest is the width of the widest line that cannot be broken.
func (l legend) widest() (widest vg.Length) {
	if l.header != nil {
		return vg.Length(math.Inf(1)) // a table has the width of the figure
	}
	for _, e := range l.entries {
		widest = max(widest, e.width())
	}
	return widest
}

func (l legend) height(width vg.Length) vg.Length {
	lines := len(l.entries) + 1
	if l.header == nil {
		lines = len(l.flow(width))
	}
	return vg.Length(lines)*lineHeight + 4
}

func (l legend) draw(c draw.Canvas) {
	if l.header != nil {
		l.drawTable(c)
		return
	}
	y := c.Max.Y
	for _, line := range l.flow(c.Size().X) {
		x := c.Min.X + (c.Size().X-width(line))/2
		for _, e := range line {
			e.draw(c, x, y, nil)
			x += e.width() + gap
		}
		y -= lineHeight
	}
}

func (l legend) flow(most vg.Length) [][]entry {
	var lines [][]entry
	for _, e := range l.entries {
		if n := len(lines); n > 0 && width(append(lines[n-1 : n : n][0], e)) <= most-2*gap {
			lines[n-1] = append(lines[n-1], e)
			continue
		}
		lines = append(lines, []entry{e})
	}
	return lines
}

func width(line []entry) vg.Length {
	total := -gap
	for _, e := range line {
		total += e.width() + gap
	}
	return total
}

func (e entry) width() vg.Length { return e.indent() + letters(labelSize).Width(e.texts[0]) }

// indent is the width of the sample and the gap after it.
func (e entry) indent() vg.Length {
	if e.sample == nil {
		return 0
	}
	return sampleWidth + 4
}

// draw draws the entry with its top left corner at x, y, and its texts after the first at the columns.
func (e entry) draw(c draw.Canvas, x, y vg.Length, columns []vg.Length) {
	if e.sample != nil {
		e.sample(c, vg.Rectangle{
			Min: vg.Point{X: x, Y: y - lineHeight},
			Max: vg.Point{X: x + sampleWidth, Y: y},
		})
	}
	style := letters(labelSize)
	baseline := y - lineHeight/2 - 0.36*labelSize
	indent := e.indent()
	if columns != nil { // the header of a table stands above the names
		indent = sampleWidth + 4
	}
	c.FillText(style, vg.Point{X: x + indent, Y: baseline}, e.texts[0])
	for i, text := range e.texts[1:] {
		c.FillText(style, vg.Point{X: columns[i], Y: baseline}, text)
	}
}

func (l legend) drawTable(c draw.Canvas) {
	rows := append([]entry{{texts: l.header}}, l.entries...)
	widths := l.columnWidths(rows)
	total := sampleWidth + 4 - gap
	for _, w := range widths {
		total += w + gap
	}
	left := c.Min.X + (c.Size().X-total)/2
	var columns []vg.Length
	at := left + sampleWidth + 4
	for _, w := range widths[:len(widths)-1] {
		at += w + gap
		columns = append(columns, at)
	}
	for i, e := range rows {
		e.draw(c, left, c.Max.Y-vg.Length(i)*lineHeight, columns)
	}
}

func (l legend) columnWidths(rows []entry) []vg.Length {
	style := letters(labelSize)
	widths := make([]vg.Length, len(l.header))
	for _, e := range rows {
		for i, text := range e.texts {
			widths[i] = max(widths[i], style.Width(text))
		}
	}
	return widths
}

package plots

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// figure is one picture: a grid of panels over one legend.
type figure struct {
	name             string // of the files, without the extension
	panels           []panel
	legend           legend
	sharedX, sharedY bool // all panels have the same scale
	equal            bool // both axes have the same scale
	span             bool // a decade has the same height in all panels
}

// The widths that figures are made for, and the number of panels that fit on a page.
const (
	textWidth   = 122 * vg.Millimeter
	singleWidth = 84 * vg.Millimeter
	mostPanels  = 12
)

func (f figure) title() string { return f.name }

func (f figure) columns() int {
	switch n := len(f.panels); {
	case n <= 3:
		return n
	case n == 4 || n == 5: // the legend of five stands in the sixth place
		return 2
	}
	return 3
}

func (f figure) rows() int { return (len(f.panels) + f.columns() - 1) / f.columns() }

func (f figure) panelSize() (width, height vg.Length) {
	switch f.columns() {
	case 1:
		if f.panels[0].x.names != nil || f.panels[0].wide {
			return textWidth, 75 * vg.Millimeter
		}
		return singleWidth, 60 * vg.Millimeter
	case 2:
		return textWidth / 2, 48 * vg.Millimeter
	}
	return textWidth / 3, 38 * vg.Millimeter
}

// paginate splits a figure with too many panels, and drops one without any.
func (f figure) paginate() []figure {
	f.fitScales()
	var pages []figure
	for panels := range slices.Chunk(f.panels, mostPanels) {
		page := f
		page.panels = panels
		if n := len(pages); n > 0 {
			page.name = fmt.Sprintf("%s-%d", f.name, n+1)
		}
		pages = append(pages, page)
	}
	return pages
}

// fitScales fixes the scales. It is done once.
func (f *figure) fitScales() {
	f.panels = slices.Clone(f.panels)
	var x, y axis
	for i := range f.panels {
		p := &f.panels[i]
		p.fit()
		x, y = x.union(p.x), y.union(p.y)
	}
	if f.equal {
		x, y = x.union(y), y.union(x)
	}
	widest := 0.0
	for _, p := range f.panels {
		widest = max(widest, p.y.max-p.y.min)
	}
	for i := range f.panels {
		p := &f.panels[i]
		if more := (widest - (p.y.max - p.y.min)) / 2; f.span && p.y.used {
			p.y.include(p.y.min - more)
			p.y.include(p.y.min + widest)
		}
		if f.sharedX {
			p.x = p.x.union(x)
		}
		if f.sharedY {
			p.y = p.y.union(y)
		}
		p.x.widen()
		p.y.widen()
	}
}

func (f figure) size() (width, height vg.Length) {
	w, h := f.panelSize()
	width = vg.Length(f.columns()) * w
	return width, vg.Length(f.rows())*h + f.below(width)
}

// empty is the width of the slots that have no panel, at the end of the last row, and whether the legend fits there.
func (f figure) empty() (width vg.Length, fits bool) {
	w, h := f.panelSize()
	width = vg.Length(f.columns()*f.rows()-len(f.panels)) * w
	return width, width > 0 && f.legend.widest() <= width-2*legendEdge && f.legend.height(width-2*legendEdge) <= h-2*legendEdge
}

// legendEdge is the room around a legend beside panels.
const legendEdge = vg.Length(8)

// below is the height of the legend if it stands below the panels.
func (f figure) below(width vg.Length) vg.Length {
	if _, fits := f.empty(); fits {
		return 0
	}
	return f.legend.height(width)
}

func (f figure) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	below := f.below(c.Size().X)
	f.drawPanels(draw.Crop(c, 0, 0, below, 0))
	if empty, fits := f.empty(); fits {
		_, h := f.panelSize()
		room := draw.Crop(c, c.Size().X-empty+legendEdge, -legendEdge, 0, h-c.Size().Y)
		f.legend.draw(draw.Crop(room, 0, 0, 0, -(room.Size().Y-f.legend.height(room.Size().X))/2))
		return
	}
	f.legend.draw(draw.Crop(c, 0, 0, 0, below-c.Size().Y))
}

func (f figure) drawPanels(c draw.Canvas) {
	const edge = vg.Length(3)
	width, height := f.panelSize()
	grid := make([][]*plot.Plot, f.rows())
	for i := range grid {
		grid[i] = make([]*plot.Plot, f.columns())
	}
	for i, p := range f.panels {
		grid[i/f.columns()][i%f.columns()] = p.plot(width, height)
	}
	tiles := draw.Tiles{
		Rows: f.rows(), Cols: f.columns(),
		PadX: 2 * edge, PadY: 2*edge + headingHeight,
		PadLeft: edge, PadRight: edge, PadTop: edge + headingHeight, PadBottom: edge,
	}
	for i, canvases := range plot.Align(grid, tiles, c) {
		for j, canvas := range canvases {
			if grid[i][j] != nil {
				grid[i][j].Draw(canvas)
			}
		}
	}
}

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
	case n == 4:
		return 2
	}
	return 3
}

func (f figure) rows() int { return (len(f.panels) + f.columns() - 1) / f.columns() }

func (f figure) panelSize() (width, height vg.Length) {
	switch f.columns() {
	case 1:
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
	for i := range f.panels {
		p := &f.panels[i]
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
	return width, vg.Length(f.rows())*h + f.legend.height(width)
}

func (f figure) draw(c draw.Canvas) {
	c.SetColor(color.White)
	c.Fill(c.Rectangle.Path())
	below := f.legend.height(c.Size().X)
	f.drawPanels(draw.Crop(c, 0, 0, below, 0))
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

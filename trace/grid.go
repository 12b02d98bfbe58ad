package trace

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// grid is a table of text: a header, a line under it, and rows. The first lead
// columns are numbers, right-aligned.
type grid struct {
	header []string
	before string // a line before the rows, if not empty
	rows   [][]string
	lead   int
}

const gap = "   "

// widths returns the widths of the columns, in terminal cells.
func (g *grid) widths() []int {
	widths := make([]int, len(g.header))
	for _, row := range append([][]string{g.header}, g.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], displaywidth.String(cell))
		}
	}
	return widths
}

func (g *grid) width() int {
	sum := len(gap) * (len(g.header) - 1)
	for _, w := range g.widths() {
		sum += w
	}
	return sum
}

func (g *grid) String() string {
	var b strings.Builder
	widths := g.widths()
	g.line(&b, widths, g.header)
	b.WriteString(strings.Repeat("─", g.width()) + "\n")
	if g.before != "" {
		b.WriteString(g.before + "\n")
	}
	for _, row := range g.rows {
		g.line(&b, widths, row)
	}
	return b.String()
}

func (g *grid) line(b *strings.Builder, widths []int, row []string) {
	cells := make([]string, len(row))
	for i, cell := range row {
		if i < g.lead {
			cells[i] = padding(cell, widths[i]) + cell
		} else {
			cells[i] = cell + padding(cell, widths[i])
		}
	}
	b.WriteString(strings.TrimRight(strings.Join(cells, gap), " ") + "\n")
}

// padding returns the spaces that pad text to width terminal cells; none if it is longer.
func padding(text string, width int) string {
	return strings.Repeat(" ", max(0, width-displaywidth.String(text)))
}

package trace

import (
	"strings"

	"github.com/mattn/go-runewidth"
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

// cells measures text in the cells of a terminal, the same in every locale.
var cells = &runewidth.Condition{StrictEmojiNeutral: true}

func (g *grid) widths() []int {
	widths := make([]int, len(g.header))
	for _, row := range append([][]string{g.header}, g.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], cells.StringWidth(cell))
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
	padded := make([]string, len(row))
	for i, cell := range row {
		if i < g.lead {
			padded[i] = cells.FillLeft(cell, widths[i])
		} else {
			padded[i] = cells.FillRight(cell, widths[i])
		}
	}
	b.WriteString(strings.TrimRight(strings.Join(padded, gap), " ") + "\n")
}

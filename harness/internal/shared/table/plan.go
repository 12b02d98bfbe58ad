package table

import (
	"slices"

	"github.com/olekukonko/tablewriter/tw"

	"dporbench/results"
)

// Plan is the layout of a table: its columns, each with the text that it has in a line. Lines are values of any type, such
// as the programs of the table.
type Plan[L any] struct{ columns []column[L] }

type column[L any] struct {
	title string
	align tw.Align
	text  func(L) string
}

// Left adds a left-aligned column, and Right a right-aligned one.
func (p *Plan[L]) Left(title string, text func(L) string) {
	p.columns = append(p.columns, column[L]{title, tw.AlignLeft, text})
}

func (p *Plan[L]) Right(title string, text func(L) string) {
	p.columns = append(p.columns, column[L]{title, tw.AlignRight, text})
}

// Of returns the table of some lines.
func (p *Plan[L]) Of(lines []L) *Grid {
	g := &Grid{}
	for _, c := range p.columns {
		g.columns(c.align, []string{c.title})
	}
	for _, line := range lines {
		cells := make([]string, len(p.columns))
		for i, c := range p.columns {
			cells[i] = c.text(line)
		}
		g.Row(cells...)
	}
	return g
}

// OfMedian is the text of the run with the median time in a cell, or missing if the cell was not measured.
func OfMedian(missing string, text func(results.Row) string) func(results.Cell) string {
	return func(c results.Cell) string {
		if len(c.Rows) == 0 {
			return missing
		}
		return text(c.Median())
	}
}

// Repeated reports whether a cell has more than one repetition.
func Repeated(cells []results.Cell) bool {
	return slices.ContainsFunc(cells, func(c results.Cell) bool { return len(c.Rows) > 1 })
}

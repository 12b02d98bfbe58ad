// Package tables draws what was measured for the terminal.
package tables

import (
	"bytes"
	"io"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// grid is a table under construction.
type grid struct {
	header []string
	rows   [][]string
	align  []tw.Align // of the columns
}

// column adds a column; what is to its left has been added before.
func (g *grid) column(title string, align tw.Align) {
	g.header = append(g.header, title)
	g.align = append(g.align, align)
}

func (g *grid) left(titles ...string) {
	for _, t := range titles {
		g.column(t, tw.AlignLeft)
	}
}

func (g *grid) right(titles ...string) {
	for _, t := range titles {
		g.column(t, tw.AlignRight)
	}
}

func (g *grid) row(cells ...string) { g.rows = append(g.rows, cells) }

// write draws the table in one piece.
func (g *grid) write(w io.Writer) error {
	var b bytes.Buffer
	t := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Separators: tw.SeparatorsNone, Lines: tw.Lines{ShowHeaderLine: tw.On}},
			Symbols:  tw.NewSymbols(tw.StyleLight),
		})),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAlignmentConfig(tw.CellAlignment{PerColumn: g.align}),
		tablewriter.WithRowAlignmentConfig(tw.CellAlignment{PerColumn: g.align}),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
	)
	t.Header(g.header)
	if err := t.Bulk(g.rows); err != nil {
		return err
	}
	if err := t.Render(); err != nil {
		return err
	}
	_, err := w.Write(trimLines(b.Bytes()))
	return err
}

// trimLines drops the spaces at the end of each line.
func trimLines(table []byte) []byte {
	var trimmed []byte
	for line := range bytes.Lines(table) {
		trimmed = append(append(trimmed, bytes.TrimRight(line, " \n")...), '\n')
	}
	return trimmed
}

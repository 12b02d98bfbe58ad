// Package table draws measurements: the grid, the marks and ratios in it, and, by one rule
// for all tables, how many executions a run should have.
package table

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"dporbench/harness/internal/shared/terminal"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Grid is a table of columns and rows. Add the columns first.
type Grid struct {
	header []string
	Rows   [][]string
	align  []tw.Align // of the columns
}

// Left adds left-aligned columns, and Right right-aligned ones.
func (g *Grid) Left(titles ...string)  { g.columns(tw.AlignLeft, titles) }
func (g *Grid) Right(titles ...string) { g.columns(tw.AlignRight, titles) }

func (g *Grid) columns(align tw.Align, titles []string) {
	g.header = append(g.header, titles...)
	g.align = append(g.align, slices.Repeat([]tw.Align{align}, len(titles))...)
}

func (g *Grid) Row(cells ...string) { g.Rows = append(g.Rows, cells) }

// width includes the space around the column.
func (g *Grid) width(column int) int {
	widest := 0
	for _, row := range append(g.Rows, g.header) {
		for line := range strings.SplitSeq(row[column], "\n") {
			widest = max(widest, utf8.RuneCountInString(line))
		}
	}
	return widest + 2
}

// Dispense removes the named columns, one after the other, as long as the table is
// wider than w.
func (g *Grid) Dispense(w io.Writer, titles ...string) {
	for _, title := range titles {
		total := 0
		for i := range g.header {
			total += g.width(i)
		}
		i := slices.Index(g.header, title)
		if i < 0 || total <= terminal.Width(w) {
			continue
		}
		g.header, g.align = slices.Delete(g.header, i, i+1), slices.Delete(g.align, i, i+1)
		for j := range g.Rows {
			g.Rows[j] = slices.Delete(g.Rows[j], i, i+1)
		}
	}
}

// Fit breaks the lines of the last column, so that the table fits w.
func (g *Grid) Fit(w io.Writer) {
	last := len(g.header) - 1
	left := terminal.Width(w)
	for i := range last {
		left -= g.width(i)
	}
	for _, row := range g.Rows {
		var lines []string
		for line := range strings.SplitSeq(row[last], "\n") {
			lines = append(lines, Wrapped(line, max(left-2, 20))...)
		}
		row[last] = strings.Join(lines, "\n")
	}
}

// Write draws the table as text.
func (g *Grid) Write(w io.Writer) error {
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
	if err := cmp.Or(t.Bulk(g.Rows), t.Render()); err != nil {
		return err
	}
	_, err := w.Write(trimLines(b.Bytes()))
	return err
}

func trimLines(table []byte) []byte {
	var trimmed []byte
	for line := range bytes.Lines(table) {
		trimmed = append(append(trimmed, bytes.TrimRight(line, " \n")...), '\n')
	}
	return trimmed
}

// Wrapped breaks text into lines shorter than width, in characters.
func Wrapped(text string, width int) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len([]rune(line))+len([]rune(word)) >= width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return append(lines, line)
}

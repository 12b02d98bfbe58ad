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

	"dporbench/harness/internal/shared/command"
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

// Fit breaks the lines of the last column, so that the table fits w. The rest of a line is indented further than the line.
func (g *Grid) Fit(w io.Writer) {
	last := len(g.header) - 1
	left := terminal.Width(w)
	for i := range last {
		left -= g.width(i)
	}
	for _, row := range g.Rows {
		row[last] = command.Fold(row[last], max(left-2, 20))
	}
}

// Write draws the table as text. One that is wider than the terminal, or than COLUMNS, is drawn as several tables below each
// other, which begin with the same columns.
func (g *Grid) Write(w io.Writer) error {
	for i, part := range g.parts(command.Width(w, unlimited)) {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		if err := part.draw(w); err != nil {
			return err
		}
	}
	return nil
}

func (g *Grid) draw(w io.Writer) error {
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
	t.Header(standing(g.header))
	if err := cmp.Or(t.Bulk(g.Rows), t.Render()); err != nil {
		return err
	}
	_, err := w.Write(trimLines(bytes.ReplaceAll(b.Bytes(), []byte(empty), []byte(" "))))
	return err
}

// empty stands for an empty line of a title, which the library would drop.
const empty = "\u2800"

// standing are titles that stand at the bottom of their cells, directly above the figures.
func standing(titles []string) []string {
	most := 0
	for _, title := range titles {
		most = max(most, strings.Count(title, "\n"))
	}
	if most == 0 {
		return titles
	}
	all := make([]string, len(titles))
	for i, title := range titles {
		if title == "" {
			continue
		}
		lines := strings.Split(strings.Repeat("\n", most-strings.Count(title, "\n"))+title, "\n")
		for j, line := range lines {
			lines[j] = cmp.Or(line, empty)
		}
		all[i] = strings.Join(lines, "\n")
	}
	return all
}

func trimLines(table []byte) []byte {
	var trimmed []byte
	for line := range bytes.Lines(table) {
		trimmed = append(append(trimmed, bytes.TrimRight(line, " \n")...), '\n')
	}
	return trimmed
}

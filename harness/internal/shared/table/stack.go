package table

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/tw"

	"dporbench/harness/internal/shared/command"
)

// unlimited is the width of a file or a pipe: nothing is broken there.
const unlimited = 0

// parts are the tables that a grid is drawn as in a width: itself if it fits, or else tables with the first columns and, one after the
// other, the groups of the others. Texts that are too wide are broken.
func (g *Grid) parts(width int) []*Grid {
	if width == unlimited || g.total(g.all()) <= width {
		return []*Grid{g}
	}
	keys := g.keys(width)
	room := width - g.total(keys)
	var parts []*Grid
	var columns []int
	end := func() {
		if len(columns) > 0 {
			parts = append(parts, g.part(keys, columns, width))
			columns = nil
		}
	}
	for _, group := range g.groups(len(keys)) {
		if g.total(group) > room { // each of its columns is a group
			for _, column := range group {
				if g.total(append(slices.Clone(columns), column)) > room {
					end()
				}
				columns = append(columns, column)
			}
			continue
		}
		if g.total(slices.Concat(columns, group)) > room {
			end()
		}
		columns = append(columns, group...)
	}
	if end(); parts == nil {
		parts = append(parts, g.part(keys, nil, width))
	}
	return parts
}

func (g *Grid) all() (columns []int) {
	for i := range g.header {
		columns = append(columns, i)
	}
	return columns
}

func (g *Grid) total(columns []int) (total int) {
	for _, i := range columns {
		total += g.width(i)
	}
	return total
}

// keys are the columns that each part begins with: as many of the left-aligned columns at the beginning as distinguish the
// rows, but not more than two thirds of the width, unless the first one alone is wider.
func (g *Grid) keys(width int) []int {
	keys := []int{0}
	for i := 1; i < len(g.header)-1 && g.align[i] == tw.AlignLeft && g.header[i] != "" && !g.apart(keys); i++ {
		if keys = append(keys, i); g.total(keys) > width*2/3 {
			return keys[:i]
		}
	}
	return keys
}

// apart reports whether no two rows are the same in some columns.
func (g *Grid) apart(columns []int) bool {
	seen := map[string]bool{}
	for _, row := range g.Rows {
		text := ""
		for _, i := range columns {
			text += row[i] + "\x00"
		}
		if seen[text] {
			return false
		}
		seen[text] = true
	}
	return true
}

// groups are the columns from the first one on, in groups that stand together: a column whose title begins with an empty line
// belongs to the one before it, a mark on the left to the figure before it, and one on the right to the figure after it.
func (g *Grid) groups(first int) (groups [][]int) {
	for i := first; i < len(g.header); i++ {
		continues := strings.HasPrefix(g.header[i], "\n") || g.header[i] == "" && g.align[i] == tw.AlignLeft ||
			i > first && g.header[i-1] == "" && g.align[i-1] != tw.AlignLeft
		if n := len(groups); continues && n > 0 {
			groups[n-1] = append(groups[n-1], i)
		} else {
			groups = append(groups, []int{i})
		}
	}
	return groups
}

// part is the table of some columns. Where the first one continues a group, it has the title of that group, too.
func (g *Grid) part(keys, columns []int, width int) *Grid {
	all := slices.Concat(keys, columns)
	p := &Grid{}
	for _, i := range all {
		p.columns(g.align[i], []string{g.header[i]})
	}
	if len(columns) > 0 && strings.HasPrefix(g.header[columns[0]], "\n") {
		p.header[len(keys)] = g.headingOf(columns[0]) + g.header[columns[0]]
	}
	for _, row := range g.Rows {
		cells := make([]string, len(all))
		for to, i := range all {
			cells[to] = row[i]
		}
		p.Row(cells...)
	}
	p.squeeze(width)
	return p
}

// headingOf is the first line of the title of the group of a column.
func (g *Grid) headingOf(column int) string {
	for column > 0 && (g.header[column] == "" || strings.HasPrefix(g.header[column], "\n")) {
		column--
	}
	heading, _, _ := strings.Cut(g.header[column], "\n")
	return heading
}

// squeeze breaks the texts of the widest column as long as the table is too wide.
func (g *Grid) squeeze(width int) {
	for {
		over := g.total(g.all()) - width
		if over <= 0 {
			return
		}
		widest := 0
		for i := range g.header {
			if g.width(i) > g.width(widest) {
				widest = i
			}
		}
		before := g.width(widest)
		for _, row := range g.Rows {
			row[widest] = command.Fold(row[widest], max(before-2-over, least))
		}
		if g.width(widest) == before {
			return
		}
	}
}

// least is how narrow a column with text may become.
const least = 10

// Fold breaks the lines of a text that are longer than the terminal, or than COLUMNS.
func Fold(w io.Writer, text string) string {
	if width := command.Width(w, unlimited); width != unlimited {
		return command.Fold(text, width)
	}
	return text
}

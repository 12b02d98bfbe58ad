package table_test

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"dporbench/harness/internal/shared/table"
)

// FuzzCells: a text stays within its cell in every format: a table of two columns has two in each line, and no text opens a
// command of LaTeX or a cell of Markdown.
func FuzzCells(f *testing.F) {
	for _, seed := range []string{"lastzero 3", `a|b`, `\input{x}`, "50%", "a & b", "x_1^2", "~", "`code`", "<b>", "$x$", "{", "#1", `\`, "a\nb", "p: a=x | q: x=0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.ContainsAny(text, "\r\n") {
			return // names of programs are a line of text
		}
		for _, format := range table.Formats() {
			var g table.Grid
			g.Left("program")
			g.Right("count")
			g.Row(text, "1")
			var b bytes.Buffer
			if err := g.WriteAs(&b, format); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				switch format {
				case table.Markdown:
					if cells := unescaped(line, '|'); cells != 3 {
						t.Errorf("%q in Markdown: %d bars in %q", text, cells, line)
					}
				case table.LaTeX:
					if cells := unescaped(line, '&'); cells > 1 {
						t.Errorf("%q in LaTeX: %d cells in %q", text, cells+1, line)
					}
				}
			}
		}
		escaped := table.Latex(text)
		for _, special := range "%#&_^~" {
			if unescaped(escaped, special) > 0 {
				t.Errorf("%q as LaTeX: %q has %c", text, escaped, special)
			}
		}
		if unescaped(escaped, '$')%2 != 0 {
			t.Errorf("%q as LaTeX: %q has an odd number of $", text, escaped)
		}
	})
}

// unescaped counts a character that has no backslash before it.
func unescaped(line string, of rune) (n int) {
	escaped := false
	for _, r := range line {
		if r == of && !escaped {
			n++
		}
		escaped = r == '\\' && !escaped
	}
	return n
}

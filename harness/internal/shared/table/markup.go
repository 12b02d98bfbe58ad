package table

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter/tw"
)

// Format is an output format of tables.
type Format string

// The formats.
const (
	Text     Format = "text" // for the terminal
	Markdown Format = "markdown"
	LaTeX    Format = "latex" // with the packages amssymb, booktabs and longtable
	CSV      Format = "csv"
)

func Formats() []Format { return []Format{Text, Markdown, LaTeX, CSV} }

func (g *Grid) WriteAs(w io.Writer, f Format) error {
	switch f {
	case Markdown:
		return g.writeMarkdown(w)
	case LaTeX:
		return g.writeLaTeX(w)
	case CSV:
		return g.writeCSV(w)
	}
	return g.Write(w)
}

// writeMarkdown does without the library, which breaks a cell of several lines into
// several rows.
func (g *Grid) writeMarkdown(w io.Writer) error {
	var b bytes.Buffer
	line := func(cells []string) {
		for _, cell := range cells {
			b.WriteString("| " + markdown(cell) + " ")
		}
		b.WriteString("|\n")
	}
	line(g.titles())
	for _, align := range g.align {
		b.WriteString(Choose(align == tw.AlignRight, "|---:", "|:---"))
	}
	b.WriteString("|\n")
	for _, row := range g.Rows {
		line(row)
	}
	_, err := w.Write(b.Bytes())
	return err
}

func (g *Grid) titles() []string {
	titles := make([]string, len(g.header))
	for i, title := range g.header {
		titles[i] = strings.TrimSpace(strings.ReplaceAll(title, "\n", " "))
	}
	return titles
}

var markdownEscapes = strings.NewReplacer(`\`, `\\`, "|", `\|`, "\n", "<br>", "*", `\*`, "_", `\_`, "<", "&lt;", "~", `\~`)

func markdown(s string) string { return markdownEscapes.Replace(s) }

// writeLaTeX writes a table that may be longer than a page, and is small enough for the text width of an article.
func (g *Grid) writeLaTeX(w io.Writer) error {
	var b bytes.Buffer
	b.WriteString(`% needs \usepackage{amssymb,booktabs,longtable}
{\scriptsize\setlength{\tabcolsep}{1.8pt}
\begin{longtable}{@{}`)
	for i, align := range g.align {
		b.WriteString(Choose(g.isText(i), `p{0.72\linewidth}`, Choose(align == tw.AlignRight, "r", "l")))
	}
	b.WriteString("@{}}\n\\toprule\n")
	for _, line := range headerLines(g.header) {
		latexLine(&b, line)
	}
	b.WriteString("\\midrule\n\\endhead\n\\bottomrule\n\\endfoot\n")
	for _, row := range g.Rows {
		latexLine(&b, row)
	}
	b.WriteString("\\end{longtable}}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// isText reports whether a column has cells of several lines.
func (g *Grid) isText(column int) bool {
	return slices.ContainsFunc(g.Rows, func(row []string) bool { return strings.Contains(row[column], "\n") })
}

func headerLines(titles []string) [][]string {
	var lines [][]string
	for i, title := range titles {
		for j, part := range strings.Split(title, "\n") {
			if j == len(lines) {
				lines = append(lines, make([]string, len(titles)))
			}
			lines[j][i] = part
		}
	}
	return lines
}

func latexLine(b *bytes.Buffer, cells []string) {
	separator := ""
	for _, cell := range cells {
		b.WriteString(separator + Latex(cell))
		separator = " & "
	}
	b.WriteString(" \\\\\n")
}

var latexEscapes = strings.NewReplacer(
	`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`,
	"~", `$\sim$`, "^", `\textasciicircum{}`, "\n", `\newline `, "<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`,
	Differ, `$\neq$`,
	Agrees, `$\checkmark$`, Disagrees, `$\times$`, None, "--", "≥", `$\geq$`, "≤", `$\leq$`,
	"±", `$\pm$`, "×", `$\times$`, "→", `$\to$`, "µ", `$\mu$`)

func Latex(s string) string { return latexEscapes.Replace(s) }

func (g *Grid) writeCSV(w io.Writer) error {
	lines := csv.NewWriter(w)
	if err := lines.Write(g.titles()); err != nil {
		return err
	}
	return lines.WriteAll(g.Rows)
}

// Note writes a note below a table, except for machines.
func Note(w io.Writer, f Format, text string) error {
	text = strings.TrimSpace(text)
	switch f {
	case CSV:
		return nil
	case Text:
		text = Fold(w, text)
	case Markdown:
		text = markdown(text)
	case LaTeX:
		text = "\\par\\smallskip\n" + strings.ReplaceAll(Latex(text), `\newline `, "\\\\\n")
	}
	_, err := fmt.Fprintf(w, "\n%s\n", text)
	return err
}

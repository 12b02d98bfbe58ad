// Package page finds in a Markdown page what is not written by hand: the parts
// that are generated from what is in the repository, and the commands that a
// reader is told to type. So a page cannot say what is not so any more.
//
// A generated part stands between two markers, each a line of its own. The
// first says what belongs between them:
//
//	<!-- generated: dporbench table1 --from reference/table1.csv --format markdown -->
//	<!-- end -->
//
// which is what a command prints, or a file, or declarations of a Go file:
//
//	<!-- generated: cat reference/table1.md -->
//	<!-- generated as go: cat algos/explorer.go Explorer -->
//
// With "as LANGUAGE" it stands in a fenced block of that language; in one of the
// language console below the command itself, with what goes to standard error
// as well. Between that and the colon there may be, after commas, "first 12
// lines", and "exit status 1" for a command that is to fail.
//
// A figure has one marker, and the command says with -o or --out which file it
// draws. The image below is written by hand:
//
//	<!-- drawn: dporbench tree fig1 -o figures/fig1.svg -->
//
// In a fenced block, markers are text like any other.
package page

import (
	"fmt"
	"strings"
)

// Page is a Markdown page.
type Page struct {
	lines []string // each with its line break
	Parts []Part   // what is generated, in order
}

// Part is a generated part of a page, or a figure that belongs to it.
type Part struct {
	Header
	Line int    // of its first marker, counted from 1
	Body string // what stands between the markers; empty for a figure
	end  int    // the line of its end marker; that of its only one for a figure
}

// End is the second marker of a generated part.
const End = "<!-- end -->"

// Parse finds the generated parts of a page. The error names the line of a
// marker that makes no sense.
func Parse(text string) (Page, error) {
	p := Page{lines: strings.SplitAfter(text, "\n")}
	var fence fence
	for i := 0; i < len(p.lines); i++ {
		line := strings.TrimSpace(p.lines[i])
		if fence.line(line) {
			continue
		}
		if line == End {
			return Page{}, fmt.Errorf("line %d: %s ends nothing", i+1, End)
		}
		header, ok, err := parseHeader(line)
		if err != nil {
			return Page{}, fmt.Errorf("line %d: %w", i+1, err)
		}
		if !ok {
			continue
		}
		part, err := p.part(header, i+1)
		if err != nil {
			return Page{}, fmt.Errorf("line %d: %w", i+1, err)
		}
		p.Parts = append(p.Parts, part)
		i = part.end - 1
	}
	return p, nil
}

// part is the part whose first marker is on a line and says so much.
func (p *Page) part(h Header, line int) (Part, error) {
	if h.Drawn {
		return Part{Header: h, Line: line, end: line}, nil
	}
	for i, text := range p.lines[line:] {
		text = strings.TrimSpace(text)
		if text == End {
			end := line + i + 1
			return Part{Header: h, Line: line, Body: strings.Join(p.lines[line:end-1], ""), end: end}, nil
		}
		if _, begins, _ := parseHeader(text); begins {
			break
		}
	}
	return Part{}, fmt.Errorf("a generated part without its %s", End)
}

// With is the text of the page with other bodies, one for each part.
func (p Page) With(bodies []string) string {
	var b strings.Builder
	from := 0
	for i, part := range p.Parts {
		for _, line := range p.lines[from:part.Line] {
			b.WriteString(line)
		}
		b.WriteString(bodies[i])
		from = max(part.Line, part.end-1)
	}
	for _, line := range p.lines[from:] {
		b.WriteString(line)
	}
	return b.String()
}

// fence follows fenced blocks of code.
type fence struct {
	marks    string // that close the block we are in; empty if we are in none
	language string
}

// line reports whether a line is of a fenced block, its fences included.
func (f *fence) line(line string) bool {
	marks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
	switch {
	case f.marks == "" && len(marks) >= 3:
		f.marks, f.language = marks, strings.TrimSpace(line[len(marks):])
		return true
	case f.marks != "" && marks == line && len(marks) >= len(f.marks):
		f.marks, f.language = "", ""
		return true
	}
	return f.marks != ""
}

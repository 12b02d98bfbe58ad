// Package graph draws executions of memory models of graphs, as SVG: a column for each thread, with po down it, and arrows for rf, mo, fr and sw; and
// the cycle by which an axiom forbids one.
package graph

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"dporbench/internal/tree/layout"
	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/trace"
)

// Picture is an execution, or the beginning of one, with a caption.
type Picture struct {
	Caption   string
	Verdict   string // below the caption; "" for none
	Trace     trace.Trace
	Relations []axioms.Relation
	Cycle     []axioms.Edge // as in [axioms.Violation]
}

// Of is the picture of an execution of p.
func Of(p *model.Program, t trace.Trace) (Picture, error) {
	relations, err := t.References(p)
	ending, _, _ := strings.Cut(t.Ending(), "\n")
	return Picture{Caption: t.Program, Verdict: ending, Trace: t, Relations: relations}, err
}

// widest is the width that pictures beside one another fill, unless one is wider.
const widest = 1100

const (
	margin = 16
	head   = 44 // for the caption and the verdict
)

// Write draws pictures, some beside one another.
func Write(w io.Writer, pictures ...Picture) error {
	s := &sheet{Writer: bufio.NewWriter(w)}
	var x, y, below float64
	threads := 0
	for _, p := range pictures {
		d := newDrawing(p)
		threads = max(threads, len(p.Trace.Threads))
		if x > 0 && x+d.width > widest {
			x, y = 0, y+below
			below = 0
		}
		s.placed = append(s.placed, placed{d, x, y})
		x += d.width
		below = max(below, d.height)
		s.width, s.height = max(s.width, x), max(s.height, y+d.height)
	}
	s.draw(pictures, threads)
	return s.Flush()
}

type sheet struct {
	*bufio.Writer // it keeps the first error for Flush
	placed        []placed
	width, height float64
}

type placed struct {
	*drawing
	x, y float64
}

//go:embed style.css
var style string

const ofThread = ".t%[1]d rect{fill:%[3]s;stroke:%[2]s}.t%[1]d.column rect{fill:%[2]s}\n"

func (s *sheet) draw(pictures []Picture, threads int) {
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`, s.width, s.height, s.width, s.height)
	s.printf("\n<title>%s</title>\n<desc>", layout.Escape(pictures[0].Caption))
	for _, p := range pictures {
		s.printf("%s\n", layout.Escape(p.Aloud()))
	}
	s.printf("</desc>\n<style>\n%s%s</style>\n", style, layout.HueRules(ofThread, threads))
	s.printf(`<rect class="ground" width="%.0f" height="%.0f"/>`+"\n", s.width, s.height)
	for _, d := range s.placed {
		s.printf(`<g transform="translate(%.1f %.1f)">`+"\n", d.x+margin, d.y+margin)
		s.text("caption", 0, 12, d.Caption)
		s.text(d.tone(), 0, 30, d.Verdict)
		s.printf(`<g transform="translate(0 %d)">`+"\n", head)
		s.lanes(d.drawing)
		for _, a := range d.arrows {
			s.arrow(a)
		}
		for _, n := range d.nodes {
			s.node(n)
		}
		for _, a := range d.arrows {
			s.printf(`<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", a.class, a.label.x, a.label.y+4, layout.Escape(a.text()))
		}
		s.printf("</g>\n</g>\n")
	}
	s.printf("</svg>\n")
}

// tone is the class of the verdict.
func (p Picture) tone() string {
	if p.Cycle != nil {
		return "note forbidden"
	}
	return "note"
}

// Aloud is the picture in words.
func (p Picture) Aloud() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s.", p.Caption, p.Verdict)
	for _, r := range p.Relations {
		fmt.Fprintf(&b, " %s %s %s.", p.name(r.From), r.Name, p.name(r.To))
	}
	return b.String()
}

// name is an event as text names it: its thread, and its number there.
func (p Picture) name(step int) string {
	e := p.Trace.Steps[step].Event
	return fmt.Sprintf("%s.%d", p.Trace.Threads[e.Thread], e.Index)
}

func (s *sheet) printf(format string, args ...any) { fmt.Fprintf(s, format, args...) }

func (s *sheet) text(class string, x, y float64, text string) {
	s.printf(`<text class="%s" x="%.1f" y="%.1f">%s</text>`+"\n", class, x, y, layout.Escape(text))
}

// lanes draws the heads of the columns, and po.
func (s *sheet) lanes(d *drawing) {
	for _, c := range d.columns {
		s.printf(`<g class="t%d column"><rect x="%.1f" y="0" width="%.1f" height="20" rx="5"/><text x="%.1f" y="14">%s</text></g>`+"\n",
			c.thread, c.x-c.width/2, c.width, c.x, layout.Escape(c.name))
		s.printf(`<path class="po" d="M%.1f 20V%.1f"/>`+"\n", c.x, c.end)
	}
}

func (s *sheet) node(n *node) {
	s.printf(`<g class="t%d %s"><rect x="%.1f" y="%.1f" width="%.1f" height="%d" rx="5"/><text x="%.1f" y="%.1f">%s</text></g>`+"\n",
		n.thread, n.class, n.x-n.width/2, n.y-tall/2, n.width, tall, n.x, n.y+4, layout.Escape(n.text))
	if n.number > 0 {
		s.printf(`<text class="number" x="%.1f" y="%.1f">%d</text>`+"\n", n.x-n.width/2-3, n.y-tall/2+2, n.number)
	}
}

func (s *sheet) arrow(a *arrow) {
	var d strings.Builder
	fmt.Fprintf(&d, "M%.1f %.1f", a.points[0].x, a.points[0].y)
	for _, c := range a.curves() {
		fmt.Fprintf(&d, "C%.1f %.1f %.1f %.1f %.1f %.1f", c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y)
	}
	end := a.points[len(a.points)-1]
	s.printf(`<path class="%s" d="%s"/><path class="%s tip" d="M%.1f %.1fl%.1f -3.5v7z"/>`+"\n", a.class, d.String(), a.class, end.x, end.y, -7*a.into)
}

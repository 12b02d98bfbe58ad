package graph

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"dporbench/algos/states"
	"dporbench/internal/tree/layout"
	"dporbench/model"
)

// States is the graph of all states of a program as a picture: each state is below the ones that lead to it.
type States struct {
	Caption string
	Graph   *states.Graph
	// Ways are the states that executions pass, by number; nil means that no executions are shown. A state has as its number how many pass it, and is marked if some
	// of them come from different states.
	Ways [][]int
}

// MostStates is the number of states up to which a graph of them is worth drawing.
const MostStates = 300

//go:embed states.css
var stateStyle string

const ofMove = ".t%[1]d{stroke:%[2]s}.t%[1]d.tip{fill:%[2]s;stroke:none}\n"

// keys is the height of the caption and the threads' colours.
const keys = 62

// Write draws the graph as SVG. States have their number in data-state, and moves where they lead in data-from and data-to.
func (g States) Write(w io.Writer) error {
	s := &sheet{Writer: bufio.NewWriter(w)}
	d := g.place()
	width := max(d.width, 1.25*layout.BoldWidth(g.Caption, 13)+2*margin, g.keyWidth())
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`, width, d.height, width, d.height)
	s.printf("\n<title>%s</title>\n<desc>%s</desc>\n", layout.Escape(g.Caption), layout.Escape(g.Aloud()))
	s.printf("<style>\n%s%s</style>\n", stateStyle, layout.HueRules(ofMove, len(g.Graph.Threads)))
	s.printf(`<rect class="ground" width="%.0f" height="%.0f"/>`+"\n", width, d.height)
	s.text("caption", margin, margin+12, g.Caption)
	g.keys(s)
	s.printf(`<g transform="translate(%.1f %d)">`+"\n", max(0, width-d.width)/2, keys)
	for i, m := range g.Graph.Moves {
		s.printf(`<g class="move" data-from="%d" data-to="%d"><title>%s: %s</title>`, m.From, m.To, layout.Escape(g.Graph.Threads[m.Thread]), layout.Escape(m.Text))
		s.move(d, i)
		s.printf("</g>\n")
	}
	for n := range g.Graph.States {
		g.state(s, d, n)
	}
	s.printf("</g>\n</svg>\n")
	return s.Flush()
}

// keys draws the colour of each thread.
func (g States) keys(s *sheet) {
	x := float64(margin)
	for t, name := range g.Graph.Threads {
		s.printf(`<path class="t%d" d="M%.1f %d h18"/>`+"\n", t, x, margin+28)
		s.text("note", x+23, margin+32, name)
		x += 23 + layout.TextWidth(name, 12) + 16
	}
}

func (g States) keyWidth() float64 {
	width := 2.0 * margin
	for _, name := range g.Graph.Threads {
		width += 39 + layout.TextWidth(name, 12)
	}
	return width
}

// move draws a move: down to the next row it is straight, and beside another one between the same states, or past other rows, it is bent.
func (s *sheet) move(d *laidOut, i int) {
	m := d.moves[i]
	from, to := d.at[m.From], d.at[m.To]
	t := m.Thread
	if m.From == m.To {
		s.printf(`<path class="t%d" d="M%.1f %.1fc26 -22 26 22 0 8"/>`, t, from.x+radius, from.y-4)
		return
	}
	bend := 26 * float64(m.beside)
	if down := to.level - from.level; down != 1 {
		bend += 18 + 14*math.Abs(float64(down))
	}
	c := point{(from.x+to.x)/2 + bend, (from.y + to.y) / 2}
	begin, end := towards(from.point, c), towards(to.point, c)
	s.printf(`<path class="t%d" d="M%.1f %.1fQ%.1f %.1f %.1f %.1f"/>`, t, begin.x, begin.y, c.x, c.y, end.x, end.y)
	length := math.Hypot(end.x-c.x, end.y-c.y)
	dx, dy := (end.x-c.x)/length, (end.y-c.y)/length
	s.printf(`<path class="t%d tip" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fz"/>`, t, end.x, end.y, end.x-7*dx-3*dy, end.y-7*dy+3*dx, end.x-7*dx+3*dy, end.y-7*dy-3*dx)
}

// towards is the point of a state's circle in the direction of another point.
func towards(p, q point) point {
	length := max(1, math.Hypot(q.x-p.x, q.y-p.y))
	return point{p.x + radius*(q.x-p.x)/length, p.y + radius*(q.y-p.y)/length}
}

// state draws a state.
func (g States) state(s *sheet, d *laidOut, n int) {
	at, number := d.at[n], fmt.Sprint(n+1)
	class := "state"
	if g.Ways != nil {
		through := g.Through(n)
		number = fmt.Sprint(len(through))
		switch {
		case len(through) == 0:
			class, number = class+" unvisited", ""
		case g.Meets(n):
			class += " meets"
		}
	}
	state := g.Graph.States[n]
	if state.Final {
		class += " final"
	}
	ending := endingOf(state)
	if ending != "" {
		class += " wrong"
	}
	s.printf(`<g class="%s" data-state="%d"><title>%s</title><circle cx="%.1f" cy="%.1f" r="%d"/>`, class, n, layout.Escape(g.Text(n)), at.x, at.y, radius)
	if state.Final {
		s.printf(`<circle class="inner" cx="%.1f" cy="%.1f" r="%d"/>`, at.x, at.y, radius-3)
	}
	s.printf(`<text x="%.1f" y="%.1f">%s</text>`, at.x, at.y+4, number)
	if ending != "" {
		s.text("ending", at.x, at.y+radius+12, ending)
	}
	s.printf("</g>\n")
}

// endingOf names the defect of a state, or returns "".
func endingOf(s states.State) string {
	switch {
	case s.Doomed:
		return "never ends"
	case s.Final && s.Outcome != model.Complete:
		return s.Outcome.String()
	}
	return ""
}

// Through returns the executions that pass a state, numbered from 1.
func (g States) Through(n int) (all []int) {
	for i, way := range g.Ways {
		if slices.Contains(way, n) {
			all = append(all, i+1)
		}
	}
	return all
}

// Meets reports whether executions that pass a state come from different ones.
func (g States) Meets(n int) bool {
	before := -1
	for _, way := range g.Ways {
		i := slices.Index(way, n)
		if i <= 0 {
			continue
		}
		if before >= 0 && way[i-1] != before {
			return true
		}
		before = way[i-1]
	}
	return false
}

// Text describes a state in words.
func (g States) Text(n int) string {
	s := g.Graph.States[n]
	text := fmt.Sprintf("state %d: %s", n+1, s.Text)
	if ending := endingOf(s); ending != "" {
		text += "; " + ending
	}
	if s.Failure != "" {
		text += ": " + s.Failure
	}
	return text
}

// Aloud is the picture in words.
func (g States) Aloud() string {
	var b strings.Builder
	for n := range g.Graph.States {
		fmt.Fprintf(&b, "%s.", g.Text(n))
		for _, m := range g.Graph.Moves {
			if m.From == n {
				fmt.Fprintf(&b, " %s: %s leads to %d.", g.Graph.Threads[m.Thread], m.Text, m.To+1)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

package steps

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteListing writes the pseudo-code, with the numbers of its lines.
func (r *Recording) WriteListing(w io.Writer) error {
	out := bufio.NewWriter(w)
	fill(out, "", r.Algorithm+" ("+r.Source+")")
	out.WriteString("\n")
	for _, l := range r.Listing {
		number := ""
		if l.Number > 0 {
			number = fmt.Sprint(l.Number)
		}
		code := strings.TrimLeft(l.Code, " ")
		fill(out, fmt.Sprintf("%4s  %*s", number, len(l.Code)-len(code), ""), code)
	}
	return out.Flush()
}

// WriteSteps writes the steps for which wanted reports true, numbered from 1: its sentence and lines, then E, and the
// State where that has changed.
func (r *Recording) WriteSteps(w io.Writer, wanted func(n int) bool) error {
	out := bufio.NewWriter(w)
	held := ""
	for i, s := range r.Steps {
		if !wanted(i + 1) {
			continue
		}
		out.WriteString("\n")
		fill(out, fmt.Sprintf("%4d  %-7s ", i+1, s.Kind), s.Text+" (line "+joined(s.Lines)+")")
		fill(out, "      E       ", r.text(s))
		now := s.Holds.text()
		if now != held {
			out.WriteString(now)
		}
		held = now
	}
	return out.Flush()
}

// width is the number of columns of a narrow terminal.
const width = 80

// fill writes words after a title, on lines that are indented below it.
func fill(w io.Writer, title, text string) {
	indent := len([]rune(title))
	line, used := title, indent
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case used == indent:
			line, used = line+word, used+n
		case used+1+n <= width:
			line, used = line+" "+word, used+1+n
		default:
			fmt.Fprintln(w, line)
			line, used = strings.Repeat(" ", indent)+word, indent+n
		}
	}
	fmt.Fprintln(w, strings.TrimRight(line, " "))
}

func joined(lines []int) string {
	texts := make([]string, len(lines))
	for i, n := range lines {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, " ")
}

// text is E on one line, with schedules in brackets and their heads starred.
func (r *Recording) text(s Step) string {
	var events []string
	for at := s.Node; at > 0; at = r.Nodes[at].Parent {
		n := r.Nodes[at]
		events = append([]string{r.Threads[n.Thread] + ": " + n.Text}, events...)
	}
	if len(events) == 0 {
		return "empty"
	}
	for _, m := range s.Holds.Schedules {
		if m[1] < len(events) {
			events[m[0]] = "⟨" + events[m[0]]
			events[m[1]] += "*⟩"
		}
	}
	return strings.Join(events, " · ")
}

func (d State) text() string {
	var b strings.Builder
	row := func(title, text string) { fill(&b, fmt.Sprintf("      %-7s ", title), text) }
	for _, a := range d.Asleep {
		row("asleep", fmt.Sprintf("after %d: %s", a.At, strings.Join(a.Lines, ", ")))
	}
	for _, a := range d.Waiting {
		for i, line := range a.Lines {
			title, place := "", strings.Repeat(" ", len(fmt.Sprintf("after %d: ", a.At)))
			if i == 0 {
				title, place = "waiting", fmt.Sprintf("after %d: ", a.At)
			}
			fill(&b, fmt.Sprintf("      %-7s %s%*s", title, place, len(line)-len(strings.TrimLeft(line, " ")), ""), line)
		}
	}
	for _, t := range d.Tails {
		row("tail", fmt.Sprintf("after %d: %s", t.At, strings.Join(t.Events, " · ")))
	}
	for _, w := range d.Walks {
		for _, s := range w.Steps {
			row("walk", fmt.Sprintf("line %d: %s", s.Line, s.Text))
		}
	}
	for _, f := range d.Sources {
		row("reads", f)
	}
	for _, o := range d.Order {
		row("order", o)
	}
	return b.String()
}

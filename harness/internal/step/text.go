package step

import (
	"fmt"
	"io"
	"strings"

	"dporbench/harness/internal/shared/command"
	"dporbench/internal/steps"
)

// writeListing writes the pseudo-code, with the numbers of its lines.
func writeListing(w io.Writer, r *steps.Recording) {
	fill(w, "", r.Algorithm+" ("+r.Source+")")
	fmt.Fprintln(w)
	for _, l := range r.Listing {
		number := ""
		if l.Number > 0 {
			number = fmt.Sprint(l.Number)
		}
		code := strings.TrimLeft(l.Code, " ")
		fill(w, fmt.Sprintf("%4s  %*s", number, len(l.Code)-len(code), ""), code)
	}
}

// writeSteps writes the steps for which wanted reports true, numbered from 1: its sentence and lines, then E, and the
// State where that has changed.
func writeSteps(w io.Writer, r *steps.Recording, wanted func(n int) bool) {
	last := ""
	for i, s := range r.Steps {
		if !wanted(i + 1) {
			continue
		}
		fmt.Fprintln(w)
		fill(w, fmt.Sprintf("%4d  %-7s ", i+1, s.Kind), s.Text+" (line "+joined(s.Lines)+")")
		fill(w, "      E       ", textOf(r, s))
		now := held(s.Holds)
		if now != last {
			io.WriteString(w, now)
		}
		last = now
	}
}

// width is the number of columns of a narrow terminal.
const width = 80

// fill writes words after a title, on lines that are indented below it.
func fill(w io.Writer, title, text string) { fmt.Fprintln(w, command.Hang(title, text, width)) }

func joined(lines []int) string {
	texts := make([]string, len(lines))
	for i, n := range lines {
		texts[i] = fmt.Sprint(n)
	}
	return strings.Join(texts, " ")
}

// textOf is E on one line, with schedules in brackets and their heads starred.
func textOf(r *steps.Recording, s steps.Step) string {
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

// held are the lines about the State of the algorithm.
func held(d steps.State) string {
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

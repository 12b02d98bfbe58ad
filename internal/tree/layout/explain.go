package layout

import (
	"fmt"
	"strings"

	"dporbench/internal/tree"
	"dporbench/model/event"
)

// Title is the subject of the drawing.
func (d *Drawing) Title() string {
	return fmt.Sprintf("%s explored by %s", d.Tree.Program, d.Tree.Algorithm)
}

// Counts describes, in words, how much was explored, and how much of it is drawn.
func (d *Drawing) Counts() string {
	parts := []string{plural(int64(d.Drawn+d.Folded)+d.Tree.More, "execution")}
	if !d.Tree.Complete {
		parts[0] = "stopped after " + parts[0]
	}
	givenUp := int64(0)
	for _, l := range d.Tree.Leaves {
		if l.GivenUp() {
			givenUp++
		}
	}
	if givenUp > 0 {
		parts = append(parts, plural(givenUp, "exploration")+" given up")
	}
	if d.Folded > 0 {
		parts = append(parts, plural(int64(d.Folded), "execution")+" in the subtrees T")
	}
	if d.Tree.More > 0 {
		parts = append(parts, plural(d.Tree.More, "more execution")+" not drawn")
	}
	return strings.Join(parts, "; ")
}

// Visits explains the numbers of visits, if any is drawn.
func (d *Drawing) Visits() string {
	for _, c := range d.Columns {
		if !c.Subtree && c.Executed > 0 && c.Number != int64(c.Executed) {
			return "executions E are numbered as their explorations began, visits as they ended"
		}
	}
	return ""
}

func plural(n int64, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// EventNames names the events of t as [tree.StepText] does, without the values that they
// return.
func EventNames(t *tree.Tree) map[event.Event]string {
	names := map[event.Event]string{}
	for _, l := range t.Leaves {
		for _, s := range l.Steps {
			if _, ok := names[s.Event]; !ok {
				name, _, _ := strings.Cut(tree.StepText(t.Threads, s), " → ")
				names[s.Event] = name
			}
		}
	}
	return names
}

// RaceText shows the race that b reverses, such as "p: x = 1 / r: x → 1"; empty if there is none.
func (b *Branch) RaceText(threads []string) string {
	if b.Race == nil {
		return ""
	}
	return tree.StepText(threads, b.Race.Leaf.Steps[b.Race.First]) + " / " + tree.StepText(threads, b.Race.Event)
}

// Explain describes b in lines of text.
func (d *Drawing) Explain(b *Branch) string {
	var lines []string
	switch {
	case b.Subtree:
		lines = append(lines, fmt.Sprintf("%s: %s, not drawn", b.Name, d.SizeText(b)))
	case b.Executed > 0:
		lines = append(lines, fmt.Sprintf("%s: %v, visited as number %d", b.Name, b.Outcome, b.Number))
	case b.GivenUp():
		lines = append(lines, "given up: "+b.EndText())
	default:
		lines = append(lines, b.EndText())
	}
	if b.Failure != "" && !b.Subtree {
		lines = append(lines, b.Failure)
	}
	for _, stands := range b.Stands() {
		if stands.Race != nil {
			lines = append(lines, "reverses "+stands.RaceText(d.Tree.Threads))
		}
	}
	for _, s := range b.Sleeping {
		if s.At >= b.At && !b.Subtree {
			lines = append(lines, fmt.Sprintf("asleep after %d steps: %s's event %d, %s",
				s.At, d.Tree.Threads[s.Event.Thread], s.Event.Index, s.Reason))
		}
	}
	return strings.Join(lines, "\n")
}

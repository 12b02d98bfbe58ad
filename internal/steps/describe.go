package steps

import (
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/model/event"
)

// describe is a state as text, without what lies after the present E.
func (r *recorder) describe(kind Kind, s algos.State) (d State) {
	n := len(r.e)
	for _, set := range s.Asleep {
		if set.At <= n {
			d.Asleep = append(d.Asleep, After{set.At, r.all(set.Events)})
		}
	}
	for _, w := range s.Waiting {
		if w.At <= n {
			d.Waiting = append(d.Waiting, After{w.At, r.branches(nil, w.Branches, "")})
		}
	}
	for _, m := range s.Schedules {
		if m.Head < n {
			d.Schedules = append(d.Schedules, [2]int{m.At, m.Head})
		}
	}
	for _, t := range s.Tails {
		if t.At <= n {
			d.Tails = append(d.Tails, Tail{t.At, r.all(t.Events), r.plain(t.Second)})
		}
	}
	if kind == Ask {
		for _, w := range s.Walks {
			d.Walks = append(d.Walks, r.walk(w))
		}
	}
	for _, f := range s.Sources {
		from := "the initial value"
		if f.Write.Index > 0 {
			from = r.plain(f.Write)
		}
		d.Sources = append(d.Sources, r.plain(f.Read)+" ← "+from)
	}
	for _, writes := range s.Order {
		d.Order = append(d.Order, strings.Join(r.all(writes), " → "))
	}
	return d
}

func (r *recorder) all(events []event.Event) (texts []string) {
	for _, e := range events {
		texts = append(texts, r.plain(e))
	}
	return texts
}

// branches appends a line for each event of a tree.
func (r *recorder) branches(lines []string, all []algos.Branch, indent string) []string {
	for _, b := range all {
		lines = append(lines, indent+r.plain(b.Event))
		below := indent
		if len(all) > 1 || len(b.Below) > 1 {
			below += "  "
		}
		lines = r.branches(lines, b.Below, below)
	}
	return lines
}

func (r *recorder) walk(w algos.Walk) Walk {
	verdict := "does not come before"
	if w.Comes {
		verdict = "comes before"
	}
	d := Walk{Text: fmt.Sprintf("%s %s %s", r.list(w.Schedule), verdict, r.list(w.Before))}
	for _, s := range w.Steps {
		d.Steps = append(d.Steps, WalkStep{s.Line, fmt.Sprintf("%s: %s", r.plain(s.Event), walked[s.Line](r.list(s.Rest)))})
	}
	return d
}

// walked are sentences about the lines of Comes; rest is the remainder of τ.
var walked = map[int]func(rest string) string{
	16: func(string) string { return "it is not in τ, and nothing in τ depends on it" },
	17: func(rest string) string { return "it is in τ and leaves it; " + rest + " remains" },
	18: func(string) string { return "it conflicts with τ: τ comes first (B)" },
	20: func(string) string { return "it is the head of a schedule that part of τ comes before (C)" },
	21: func(string) string { return "it is the head of a schedule and not in τ: τ does not come first" },
	22: func(rest string) string { return "its schedule is in τ and leaves it; " + rest + " remains" },
}

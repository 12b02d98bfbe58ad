package tree

import (
	"dporbench/model/event"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/trace"
)

// Find returns the leaf of the execution with that number, or nil.
func (t *Tree) Find(execution int64) *Leaf {
	for _, l := range t.Leaves {
		if l.Number == execution && execution > 0 {
			return l
		}
	}
	return nil
}

// Executions is the number of executions, recorded or not.
func (t *Tree) Executions() int64 { return t.numbered() + t.More }

// Explain describes the way to l: each branch, starting from the first
// exploration, with the race that it reverses, and then l itself.
func (t *Tree) Explain(l *Leaf) string {
	p := &page{threads: t.Threads}
	chain := t.chain(l)
	p.line("%s, %s: %s", t.Program, t.Algorithm, l.title())
	p.line("")
	p.line("exploration 1%s is the first", chain[0].aside())
	for i, branch := range chain[1:] {
		p.branch(i+2, branch, slices.Index(chain, branch.Parent)+1)
	}
	p.line("")
	p.line("%s is how exploration %d ends", l.title(), len(chain))
	p.steps(l.Steps[:l.At], 0, "shared", nil)
	p.steps(l.Steps[l.At:], l.At, "its own", l)
	p.ending(l)
	return p.String()
}

// chain returns l and the leaves it descends from, starting with the first exploration.
func (t *Tree) chain(l *Leaf) []*Leaf {
	var chain []*Leaf
	for ; l != nil; l = l.Parent {
		chain = append(chain, l)
	}
	slices.Reverse(chain)
	return chain
}

func (l *Leaf) title() string {
	switch l.Ending {
	case algos.Executed:
		return fmt.Sprintf("execution %d", l.Number)
	case algos.Redundant:
		return "a redundant exploration"
	case algos.Blocked:
		return "a blocked schedule"
	case algos.Known:
		return "a configuration known before"
	}
	return "an unfinished exploration"
}

// aside is the title in brackets, to be added to a sentence; empty if the leaf is Unfinished.
func (l *Leaf) aside() string {
	if l.Ending == Unfinished {
		return ""
	}
	return " (" + l.title() + ")"
}

func (p *page) branch(n int, l *Leaf, parent int) {
	p.line("")
	p.line("exploration %d%s leaves exploration %d %s", n, l.aside(), parent, after(p.threads, l.Steps[:l.At]))
	p.race(l)
	if l.Schedule > 0 {
		p.steps(l.Steps[l.At:l.At+l.Schedule], l.At, "schedule", l)
	}
}

func after(threads []string, steps []trace.Step) string {
	if len(steps) == 0 {
		return "at the root"
	}
	return fmt.Sprintf("after event %d, %s", len(steps), StepText(threads, steps[len(steps)-1]))
}

func (p *page) race(l *Leaf) {
	r := l.Race
	if r == nil {
		return
	}
	p.step("race", r.First, r.Leaf.Steps[r.First], "")
	switch {
	case r.Second < len(r.Leaf.Steps):
		p.step("", r.Second, r.Event, "")
	case r.Leaf.Ending == Unfinished:
		p.step("", -1, r.Event, "later there")
	default:
		p.step("", -1, r.Event, "never done there")
	}
	if r.Leaf != l.Parent {
		p.line("  of %s", r.Leaf.title())
	}
}

func headOf(l *Leaf, i int) string {
	if l != nil && l.Race != nil && i == l.At+l.Schedule-1 && event.Same(l.Steps[i].Event, l.Race.Event.Event) {
		return "head"
	}
	return ""
}

func (p *page) ending(l *Leaf) {
	switch {
	case l.Ending != algos.Executed:
		p.line("  %s", l.title())
	case l.Failure != "":
		p.line("  %v: %s", l.Outcome, l.Failure)
	default:
		p.line("  %v", l.Outcome)
	}
}

type page struct {
	strings.Builder
	threads []string
}

func (p *page) line(format string, args ...any) { fmt.Fprintf(p, format+"\n", args...) }

// steps writes steps under a title, one on each line, with positions from the given one. The head
// of the schedule of l, if l is not nil, is marked.
func (p *page) steps(steps []trace.Step, position int, title string, l *Leaf) {
	for i, s := range steps {
		p.step(title, position+i, s, headOf(l, position+i))
		title = ""
	}
}

// step writes a step with its position, unless that is negative.
func (p *page) step(title string, position int, s trace.Step, mark string) {
	number := ""
	if position >= 0 {
		number = fmt.Sprint(position + 1)
	}
	if mark != "" {
		mark = "  ← " + mark
	}
	p.line("  %-8s %4s  %s%s", title, number, StepText(p.threads, s), mark)
}

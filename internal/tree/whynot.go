package tree

import (
	"fmt"
	"io"
	"slices"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/trace"
)

// Answer is what a tree tells of a schedule.
type Answer struct {
	tree     *Tree
	program  *model.Program
	schedule *Schedule
	w        []model.Event

	// Explored are the executions that the schedule is, or begins, but for the
	// order of independent events.
	Explored []*Leaf
	parting  *Leaf // a leaf that goes the way of the schedule longest,
	parts    int   // and for how many events it does
	nearest  *Leaf // the execution that has most of the schedule's first events,
	has      int   // and how many of them
	cut      *Leaf // a leaf in which an event is asleep after which the schedule continues;
	asleep   Sleeping
}

// WhyNot finds out what t, the tree of an exploration of p, has in place of s.
func (t *Tree) WhyNot(p *model.Program, s *Schedule) *Answer {
	a := &Answer{tree: t, program: p, schedule: s, w: s.Events(), has: -1, parts: -1}
	for _, l := range t.Leaves {
		a.compare(l, eventsOf(l.Steps))
	}
	return a
}

// compare takes l into account.
func (a *Answer) compare(l *Leaf, e []model.Event) {
	if n := shared(a.w, explored(l, e)); n > a.parts {
		a.parting, a.parts = l, n
	}
	for _, s := range l.Sleeping {
		begins := append(slices.Clone(e[:s.At]), s.Event)
		if (a.cut == nil || s.At > a.asleep.At) && included(begins, a.w) == len(begins) {
			a.cut, a.asleep = l, s
		}
	}
	if l.Ending != algos.Executed {
		return
	}
	n := included(a.w, e)
	if n == len(a.w) {
		a.Explored = append(a.Explored, l)
	}
	if n > a.has {
		a.nearest, a.has = l, n
	}
}

// explored is e, the events of l, as far as they were explored.
func explored(l *Leaf, e []model.Event) []model.Event {
	if l.Ending == algos.Blocked {
		return e[:len(e)-1]
	}
	return e
}

// Write writes the answer.
func (a *Answer) Write(w io.Writer) error {
	p := &page{tree: a.tree}
	a.writeExplored(p)
	if a.parts < len(a.w) && a.parting != nil {
		a.writeParting(p)
		a.writeCut(p)
	}
	if len(a.Explored) == 0 && a.nearest != nil {
		a.writeNearest(p)
	}
	return p.to(w)
}

// Write writes a schedule, and whether the program can do it.
func (s *Schedule) Write(w io.Writer) error {
	p := &page{tree: &Tree{Threads: s.Threads}}
	p.line("the schedule")
	p.steps(s.Steps, 0, "", unmarked)
	switch {
	case s.Stuck != "":
		p.line("  %s", s.Stuck)
	case s.Maximal:
		p.line("  an execution: %v", s.Outcome)
	default:
		p.line("  the beginning of an execution")
	}
	return p.to(w)
}

func (a *Answer) writeExplored(p *page) {
	p.line("")
	n := len(a.Explored)
	if n == 0 {
		p.line("%s explored no execution %s", a.tree.Algorithm, a.among())
		return
	}
	first := a.Explored[0]
	how := "is of its class"
	if !a.schedule.Maximal {
		how = "begins so, but for the order of independent events"
	}
	if a.parts == len(a.w) {
		how = "is this very one"
		if !a.schedule.Maximal {
			how = "begins so"
		}
		first = a.literal()
	}
	p.line("execution %d %s%s", first.Number, how, others(n-1))
	if a.parts < len(a.w) {
		p.steps(first.Steps, 0, "", unmarked)
	}
}

// literal is the first execution that begins with the schedule as it stands.
func (a *Answer) literal() *Leaf {
	i := slices.IndexFunc(a.Explored, func(l *Leaf) bool { return shared(a.w, eventsOf(l.Steps)) == len(a.w) })
	if i < 0 { // only what is no execution does
		return a.Explored[0]
	}
	return a.Explored[i]
}

func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", and so does 1 other"
	}
	return fmt.Sprintf(", and so do %d others", n)
}

// among says what was looked for, and where.
func (a *Answer) among() string {
	what := "of its class"
	if !a.schedule.Maximal {
		what = "that begins so, in whatever order of independent events"
	}
	if !a.tree.Complete || a.tree.More > 0 {
		return fmt.Sprintf("%s among the %d recorded", what, a.tree.numbered())
	}
	return what
}

// writeParting writes where the schedule leaves the tree, and where the tree goes
// from there.
func (a *Answer) writeParting(p *page) {
	p.line("")
	next := a.schedule.Steps[a.parts]
	where := "at the root"
	if a.parts > 0 {
		where = fmt.Sprintf("after event %d, %s", a.parts, a.text(a.schedule.Steps[a.parts-1]))
	}
	p.line("the schedule leaves the explored tree %s; it continues with", where)
	p.line("  %s", a.text(next))
	p.line("and the tree with")
	for _, c := range a.choices() {
		p.line("  %-24s %s", p.write(c.step), c)
	}
}

// text writes a step of the schedule.
func (a *Answer) text(s trace.Step) string {
	return a.schedule.Threads[s.Event.Thread] + ": " + s.Text
}

// choice is a way from a node of the tree.
type choice struct {
	step       trace.Step
	executions int
	first      int64
	asleep     bool
}

func (c choice) String() string {
	switch {
	case c.executions == 1:
		return fmt.Sprintf("execution %d", c.first)
	case c.executions > 1:
		return fmt.Sprintf("%d executions, the first of them %d", c.executions, c.first)
	case c.asleep:
		return "asleep"
	}
	return "no execution"
}

// choices lists the ways from where the schedule leaves the tree.
func (a *Answer) choices() []*choice {
	var choices []*choice
	for _, l := range a.tree.Leaves {
		e := eventsOf(l.Steps)
		if shared(a.w, explored(l, e)) != a.parts {
			continue
		}
		for _, s := range l.Sleeping {
			if s.At == a.parts {
				choose(&choices, a.asleepStep(l, s)).asleep = true
			}
		}
		if len(explored(l, e)) == a.parts {
			continue
		}
		if c := choose(&choices, l.Steps[a.parts]); l.Number > 0 {
			if c.executions++; c.first == 0 {
				c.first = l.Number
			}
		}
	}
	return choices
}

// choose is the choice of that step, a new one if there is none.
func choose(choices *[]*choice, step trace.Step) *choice {
	i := slices.IndexFunc(*choices, func(c *choice) bool { return same(c.step.Event, step.Event) })
	if i < 0 {
		i = len(*choices)
		*choices = append(*choices, &choice{step: step})
	}
	return (*choices)[i]
}

// writeCut writes which sleep set kept the exploration from the schedule.
func (a *Answer) writeCut(p *page) {
	if a.cut == nil {
		return
	}
	p.line("")
	p.line("a sleep set kept %s from what the schedule may begin with", a.tree.Algorithm)
	p.steps(a.cut.Steps[:a.asleep.At], 0, "", unmarked)
	p.step("", a.asleep.At, a.asleepStep(a.cut, a.asleep), "asleep")
	p.line("  %s", a.asleep.Reason)
}

// asleepStep is what s, which is asleep in l, would do there.
func (a *Answer) asleepStep(l *Leaf, s Sleeping) trace.Step {
	events := append(eventsOf(l.Steps[:s.At]), s.Event)
	if shown, err := trace.Of(a.program, events); err == nil {
		return shown.Steps[s.At]
	}
	return trace.Step{Event: s.Event, Text: s.Event.String()}
}

// writeNearest writes which execution comes nearest, and the race that would
// have had to be reversed there.
func (a *Answer) writeNearest(p *page) {
	p.line("")
	p.line("execution %d comes nearest: but for the order of independent events it has the first %d of the schedule", a.nearest.Number, a.has)
	p.steps(a.nearest.Steps, 0, "", unmarked)
	next := a.schedule.Steps[a.has]
	first, second, ok := a.obstacle()
	switch {
	case !ok:
		p.line("%s is not done there", a.text(next))
	case second < len(a.nearest.Steps):
		p.line("the race to be reversed there is that of")
		p.step("", first, a.nearest.Steps[first], "")
		p.step("", second, a.nearest.Steps[second], "")
	default:
		p.line("the race to be reversed there is that of")
		p.step("", first, a.nearest.Steps[first], "")
		p.step("", -1, trace.Step{Event: a.renamed().event(next.Event), Text: next.Text}, "which waits forever")
	}
}

// obstacle is the race of the nearest execution whose second event is what the
// schedule continues with and whose first one the schedule does not have before it.
func (a *Answer) obstacle() (first, second int, ok bool) {
	e := eventsOf(a.nearest.Steps)
	next := a.renamed().event(a.w[a.has])
	second = find(e, next)
	first = second - 1
	for ; first >= 0; first-- {
		if e[first].Thread != next.Thread && model.Conflicting(e[first].Kind, e[first].Object, next.Kind, next.Object) && !a.hasBefore(e[first]) {
			break
		}
	}
	return first, second, first >= 0
}

// hasBefore reports whether f, of the nearest execution, is among the events that
// the schedule shares with it.
func (a *Answer) hasBefore(f model.Event) bool {
	names := a.renamed()
	return slices.ContainsFunc(a.w[:a.has], func(e model.Event) bool { return same(names.event(e), f) })
}

// renamed is how the threads of the schedule are called in the nearest execution.
func (a *Answer) renamed() renaming {
	names := renaming{}
	e := eventsOf(a.nearest.Steps)
	for _, f := range a.w[:a.has] {
		if f.Kind == model.Spawn {
			names.learn(f, e[find(e, names.event(f))])
		}
	}
	return names
}

// event is e by the names of the other sequence.
func (r renaming) event(e model.Event) model.Event {
	e.Thread = r.of(e.Thread)
	return e
}

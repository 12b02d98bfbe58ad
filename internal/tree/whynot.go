package tree

import (
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// Answer is the result of looking for a schedule in a tree.
type Answer struct {
	tree     *Tree
	program  *model.Program
	schedule *Schedule
	w        []event.Event

	// Explored are the executions equivalent to one that begins with the schedule.
	Explored []*Leaf
	parting  *Leaf       // a leaf that follows the schedule longest
	parts    int         // the number of events for which it does
	nearest  *Leaf       // the execution that has most of the schedule's first events
	has      event.Match // those events
	cut      *Leaf       // a leaf with an event asleep that the schedule may begin with, after those before it
	asleep   Sleeping
}

// WhyNot finds what t, the tree of an exploration of p, has instead of s.
func (t *Tree) WhyNot(p *model.Program, s *Schedule) *Answer {
	a := &Answer{tree: t, program: p, schedule: s, w: s.Events()}
	for _, l := range t.Leaves {
		a.compare(l)
	}
	return a
}

func (a *Answer) compare(l *Leaf) {
	if n := event.CommonRenamed(a.w, l.explored()); a.parting == nil || n > a.parts {
		a.parting, a.parts = l, n
	}
	for _, s := range l.Sleeping {
		begins := append(slices.Clone(l.events[:s.At]), s.Event)
		if (a.cut == nil || s.At > a.asleep.At) && event.Begins(begins, a.w) {
			a.cut, a.asleep = l, s
		}
	}
	if l.Ending != algos.Executed {
		return
	}
	has := event.Included(a.w, l.events)
	if has.N == len(a.w) {
		a.Explored = append(a.Explored, l)
	}
	if a.nearest == nil || has.N > a.has.N {
		a.nearest, a.has = l, has
	}
}

func (l *Leaf) explored() []event.Event {
	if l.Ending == algos.Blocked {
		return l.events[:len(l.events)-1]
	}
	return l.events
}

func (a *Answer) String() string {
	p := &page{threads: a.tree.Threads}
	a.writeExplored(p)
	if a.parts < len(a.w) && a.parting != nil {
		a.writeParting(p)
		a.writeCut(p)
	}
	if len(a.Explored) == 0 && a.nearest != nil {
		a.writeNearest(p)
	}
	return p.String()
}

// String shows the schedule, and says whether it is possible and maximal.
func (s *Schedule) String() string {
	p := &page{threads: s.Threads}
	p.line("the schedule")
	p.steps(s.Steps, 0, "", nil)
	switch {
	case s.Stuck != "":
		p.line("  %s", s.Stuck)
	case s.Maximal:
		p.line("  an execution: %v", s.Outcome)
	default:
		p.line("  the beginning of an execution")
	}
	return p.String()
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
		how = "begins with it, up to the order of independent events"
	}
	if a.parts == len(a.w) {
		how = "is exactly this one"
		if !a.schedule.Maximal {
			how = "begins with it"
		}
		first = a.literal()
	}
	p.line("execution %d %s%s", first.Number, how, others(n-1))
	if a.parts < len(a.w) {
		p.steps(first.Steps, 0, "", nil)
	}
}

// literal is the first execution that begins with exactly the schedule, or the
// first of Explored if only explorations that ended otherwise begin with it.
func (a *Answer) literal() *Leaf {
	i := slices.IndexFunc(a.Explored, func(l *Leaf) bool { return event.CommonRenamed(a.w, l.events) == len(a.w) })
	return a.Explored[max(i, 0)]
}

func others(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return ", like 1 other"
	}
	return fmt.Sprintf(", like %d others", n)
}

// among describes the executions searched for and, if not all are recorded, how many were searched.
func (a *Answer) among() string {
	what := "of its class"
	if !a.schedule.Maximal {
		what = "that begins with it, up to the order of independent events"
	}
	if !a.tree.Complete || a.tree.More > 0 {
		return fmt.Sprintf("%s among the %d recorded", what, a.tree.numbered())
	}
	return what
}

func (a *Answer) writeParting(p *page) {
	p.line("")
	p.line("the schedule leaves the explored tree %s; it continues with", after(a.schedule.Threads, a.schedule.Steps[:a.parts]))
	p.line("  %s", StepText(a.schedule.Threads, a.schedule.Steps[a.parts]))
	choices := a.choices()
	if len(choices) == 0 {
		p.line("%s explored nothing there, and does not report which threads were asleep", a.tree.Algorithm)
		return
	}
	p.line("and the tree with")
	for _, c := range choices {
		p.line("  %-24s %s", StepText(a.tree.Threads, c.step), c)
	}
}

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

// choices lists the ways in which the tree continues where the schedule leaves it.
func (a *Answer) choices() []*choice {
	var choices []*choice
	for _, l := range a.tree.Leaves {
		if event.CommonRenamed(a.w, l.explored()) != a.parts {
			continue
		}
		for _, s := range l.Sleeping {
			if s.At == a.parts {
				choose(&choices, a.asleepStep(l, s)).asleep = true
			}
		}
		if len(l.explored()) == a.parts {
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

// choose returns the choice with that step, which it adds if there is none.
func choose(choices *[]*choice, step trace.Step) *choice {
	i := slices.IndexFunc(*choices, func(c *choice) bool { return event.Same(c.step.Event, step.Event) })
	if i < 0 {
		i = len(*choices)
		*choices = append(*choices, &choice{step: step})
	}
	return (*choices)[i]
}

func (a *Answer) writeCut(p *page) {
	if a.cut == nil {
		return
	}
	p.line("")
	p.line("a sleep set kept %s from what the schedule may begin with", a.tree.Algorithm)
	p.steps(a.cut.Steps[:a.asleep.At], 0, "", nil)
	p.step("", a.asleep.At, a.asleepStep(a.cut, a.asleep), "asleep")
	p.line("  %s", a.asleep.Reason)
}

// asleepStep is the step that the event of s, which is asleep in l, would be there.
func (a *Answer) asleepStep(l *Leaf, s Sleeping) trace.Step {
	events := append(slices.Clone(l.events[:s.At]), s.Event)
	if shown, err := trace.Of(a.program, a.tree.Memory, events); err == nil {
		return shown.Steps[s.At]
	}
	return trace.Step{Event: s.Event, Text: s.Event.String()}
}

func (a *Answer) writeNearest(p *page) {
	p.line("")
	p.line("execution %d comes nearest: up to the order of independent events it has the first %d of the schedule", a.nearest.Number, a.has.N)
	p.steps(a.nearest.Steps, 0, "", nil)
	next := a.schedule.Steps[a.has.N]
	first, second, ok := a.obstacle()
	if !ok {
		p.line("%s is not done there", StepText(a.schedule.Threads, next))
		return
	}
	p.line("the race to be reversed there is between")
	p.step("", first, a.nearest.Steps[first], "")
	if second < len(a.nearest.Steps) {
		p.step("", second, a.nearest.Steps[second], "")
	} else {
		p.step("", -1, trace.Step{Event: a.has.Names.Of(next.Event), Text: next.Text}, "which waits forever")
	}
}

// obstacle is a race of the nearest execution: its second event is the schedule's next one,
// and its first event does not come before that in the schedule.
func (a *Answer) obstacle() (first, second int, ok bool) {
	e := a.nearest.events
	next := a.has.Names.Of(a.w[a.has.N])
	for _, f := range slices.Backward(a.has.Rest[:event.Find(a.has.Rest, next)]) {
		if f.Thread != next.Thread && event.Conflicting(f.Kind, f.Object, next.Kind, next.Object) {
			return event.Find(e, f), event.Find(e, next), true
		}
	}
	return 0, 0, false
}

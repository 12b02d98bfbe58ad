package tree

import (
	"fmt"
	"regexp"
	"slices"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/stack"
	"dporbench/trace"
)

type builder struct {
	program *model.Program
	made    *Tree
}

// build makes a tree from leaves, which must include the parent of each.
func build(p *model.Program, m memory.Model, algorithm string, leaves []*Leaf) (*Tree, error) {
	t := builder{p, &Tree{Program: p.Name(), Algorithm: algorithm, Memory: m, Leaves: leaves}}
	for i, l := range leaves {
		if err := t.show(l); err != nil {
			return nil, fmt.Errorf("leaf %d: %w", i+1, err)
		}
	}
	for _, l := range leaves {
		t.link(l)
	}
	t.nameThreads()
	return t.made, nil
}

func (t *builder) show(l *Leaf) error {
	shown, err := trace.Of(t.program, t.made.Memory, l.events)
	if err != nil {
		return err
	}
	t.learn(shown.Threads)
	l.Steps = shown.Steps
	if l.Ending == algos.Executed {
		l.Key = t.program.ClassKey(l.events)
	}
	return nil
}

// link sets where l branches off, and why.
func (t *builder) link(l *Leaf) {
	if l.Parent == nil {
		return
	}
	l.At = min(l.prefix, event.CommonPrefix(l.Parent.events, l.events))
	if l.reversal != nil {
		l.Schedule = played(l.events[l.At:], l.reversal.Schedule, l.Ending)
		l.Race = t.race(l.reversal)
		l.reversal = nil // it is large
	}
}

// played is the number of events at the start of a branch that are its schedule.
func played(events, schedule []event.Event, how algos.Ending) int {
	n := event.CommonPrefix(events, schedule)
	if n < len(schedule) && how != algos.Blocked {
		return 0
	}
	return n
}

func (t *builder) race(r *reversal) *Race {
	race := &Race{Leaf: r.in, First: event.Find(r.in.events, r.First), Second: event.Find(r.in.events, r.Second)}
	if race.Second < len(r.in.Steps) && r.in.Steps[race.Second].Event == r.Second {
		race.Event = r.in.Steps[race.Second]
	} else {
		race.Event = t.pending(r)
	}
	return race
}

// pending is the second event of a race as it would be in E right after the events before it.
func (t *builder) pending(r *reversal) trace.Step {
	before := r.E[:event.Find(r.E, r.Second)]
	if r.Second.Kind == event.Choice {
		before = r.E[:event.Find(r.E, r.First)] // the two are never in one execution
	}
	if shown, err := trace.Of(t.program, t.made.Memory, append(slices.Clone(before), r.Second)); err == nil {
		return shown.Steps[len(shown.Steps)-1]
	}
	name := t.program.VarName
	switch {
	case r.Second.Kind.OnMutex():
		name = t.program.MutexName
	case !r.Second.Kind.OnVariable():
		name = func(int32) string { return "" }
	}
	return trace.Step{Event: r.Second, Text: r.Second.Kind.String() + " " + name(r.Second.Object)}
}

func (t *builder) learn(names []string) {
	for i, name := range names {
		if known := stack.At(&t.made.Threads, i); *known == "" {
			*known = name
		}
	}
}

var numbered = regexp.MustCompile(`#\d+$`)

// nameThreads gives each thread the same name in all leaves: started threads, which
// each leaf has named in the order in which it starts them, are named in the order
// of their numbers.
func (t *builder) nameThreads() {
	names := t.made.Threads
	for i := t.program.NumThreads(); i < len(names); i++ {
		plain := numbered.ReplaceAllString(names[i], "")
		names[i] = plain
		for n := 2; slices.Contains(names[:i], names[i]); n++ {
			names[i] = fmt.Sprintf("%s#%d", plain, n)
		}
	}
	for _, l := range t.made.Leaves {
		for i := range l.Steps {
			switch s := &l.Steps[i]; s.Event.Kind {
			case event.Spawn:
				s.Text = "go " + names[s.Event.Object]
			case event.Join:
				s.Text = "join " + names[s.Event.Object]
			}
		}
	}
}

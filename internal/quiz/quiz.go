// Package quiz makes questions about a program and an algorithm, with the right answers and the reasons for them. Nothing in
// them is written in advance: an exploration is recorded by package steps, and the questions are about the steps in it.
package quiz

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/internal/steps"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Kind is the kind of a [Question].
type Kind string

// The kinds of questions.
const (
	Reversed   Kind = "reversed"   // which races of an execution does the algorithm reverse?
	Equivalent Kind = "equivalent" // are two executions of one class?
	Blocked    Kind = "blocked"    // will an exploration that begins be given up?
)

// Kinds are all kinds.
func Kinds() []Kind { return []Kind{Reversed, Equivalent, Blocked} }

// Question is a question with its options. There is at least one option; if not Several, exactly one of them is right.
type Question struct {
	Kind      Kind      `json:"kind"`
	Algorithm string    `json:"algorithm"` // that it is about, or ""
	Text      string    `json:"text"`
	Facts     []string  `json:"facts,omitempty"` // needed for the answer, besides the pictures
	Pictures  []Picture `json:"pictures"`
	Several   bool      `json:"several"` // any number of options may be right, even none
	Options   []Option  `json:"options"`
	Answer    string    `json:"answer"` // why, about the question as a whole
}

// Option is a possible answer.
type Option struct {
	Text  string `json:"text"`
	Race  []int  `json:"race,omitempty"` // the positions of its two events in the first picture
	Right bool   `json:"right"`
	Why   string `json:"why,omitempty"`
}

// Picture is an execution, or the beginning of one.
type Picture struct {
	Title   string       `json:"title"`
	Threads []string     `json:"threads"`
	Events  []steps.Node `json:"events"` // the parent of each is the one before it
}

// Draw is the picture of a trace, which must be one of p.
func Draw(p *model.Program, t trace.Trace, title string) Picture {
	before, races := t.Relations(p, 0)
	d := Picture{Title: title, Threads: t.Threads, Events: []steps.Node{}}
	for i, s := range t.Steps {
		d.Events = append(d.Events, steps.Node{Parent: i - 1, Thread: int(s.Event.Thread), Text: s.Text, Before: before[i], Races: races[i]})
	}
	return d
}

// most is the number of steps recorded: a question is about the first executions of a larger program.
const most = 600

// Make makes the nth question of a kind about an exploration of p under m by a. The same numbers make the same questions. The error says in
// one line why there is no such question.
func Make(p *model.Program, m memory.Model, a catalog.Algorithm, kind Kind, n int) (*Question, error) {
	x := &maker{program: p, memory: m, n: max(n, 0)}
	switch kind {
	case Reversed:
		return x.reversed(a)
	case Equivalent:
		return x.equivalent()
	case Blocked:
		return x.blocked(a)
	}
	return nil, fmt.Errorf("kind %q: must be %s, %s or %s", kind, Reversed, Equivalent, Blocked)
}

type maker struct {
	program *model.Program
	memory  memory.Model
	n       int
	*steps.Recording
	traces map[int]trace.Trace // by node
}

// record records the exploration by a, which must be supported by package steps.
func (x *maker) record(a catalog.Algorithm) error {
	if !a.Explores(x.memory) {
		return fmt.Errorf("%s does not explore under %v", a.Name, x.memory)
	}
	r, err := steps.Record(context.Background(), x.program, a, algos.Options{Memory: x.memory}, most)
	if err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	x.Recording, x.traces = r, map[int]trace.Trace{}
	return nil
}

// recordBy records the exploration by a if it is one of the given algorithms, and otherwise by the first of these.
func (x *maker) recordBy(a catalog.Algorithm, names ...string) error {
	if !slices.Contains(names, a.Name) || !a.Explores(x.memory) {
		a, _ = catalog.Lookup(names[0])
	}
	return x.record(a)
}

// at are the nodes of E at a node, the first event first.
func (x *maker) at(node int) (nodes []int) {
	for ; node > 0; node = x.Nodes[node].Parent {
		nodes = append(nodes, node)
	}
	slices.Reverse(nodes)
	return nodes
}

// trace is E at a node.
func (x *maker) trace(node int) (trace.Trace, error) {
	if t, ok := x.traces[node]; ok {
		return t, nil
	}
	r := trace.Recording{Memory: x.memory}
	for _, at := range x.at(node) {
		n := x.Nodes[at]
		r.Events = append(r.Events, trace.Recorded{Thread: x.Threads[n.Thread], Text: n.Text})
	}
	t, _, err := r.Replay(x.program)
	if err == nil {
		x.traces[node] = t
	}
	return t, err
}

// executions are the steps at which an execution is output.
func (x *maker) executions() (all []int) {
	for i, s := range x.Steps {
		if s.Kind == steps.Output {
			all = append(all, i)
		}
	}
	return all
}

// name is an event of E, as in "p: x = 1".
func (x *maker) name(node int) string {
	n := x.Nodes[node]
	return x.Threads[n.Thread] + ": " + n.Text
}

// sentence joins parts that are sentences, or empty.
func sentence(parts ...string) string {
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	return strings.Join(parts, " ")
}

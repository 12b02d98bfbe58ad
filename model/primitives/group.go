package primitives

import (
	"strconv"
	"strings"

	"dporbench/model"
	"dporbench/model/guarded"
)

// Group is a set of channels that may occur together in a Select. All operations on
// any of them are ordered.
type Group struct {
	object // holds the number of the state of the channels
	steps  *guarded.Steps
	size   int64
}

// NewGroup declares a group without channels.
func NewGroup(p *model.Program, name string) *Group {
	return &Group{object: newObject(p, name, 0), steps: &guarded.Steps{Table: &table{states: map[int64]numbered{}}}}
}

// Chan adds an open, empty channel to g. It must be called before the program runs.
func (g *Group) Chan(name string, capacity int) Chan {
	g.size++
	return Chan{g, guarded.Case{Key: g.size, Capacity: int64(max(0, capacity))}, name}
}

// communicate performs one of the cases and returns its index, and the value received. If none is ready it
// waits, unless there is a default: then it returns -1.
func (g *Group) communicate(t *model.Thread, cases []Case, hasDefault bool) (chosen int, v int64, ok bool) {
	plain := make([]guarded.Case, len(cases))
	for i, c := range cases {
		plain[i] = c.plain
	}
	o := g.steps.Communicate(plain, hasDefault, func(s *guarded.Step) *guarded.Outcome {
		text, result := describe(cases, hasDefault), func(o *guarded.Outcome) string { return outcome(o, cases, s.Kind == guarded.Arrival) }
		switch s.Kind {
		case guarded.Completion:
			text += ", served"
		case guarded.Choice:
			text, result = cases[s.N].text(), nil
		}
		return g.execute(t, s, text, result)
	}, t.Choose)
	t.Assert(!o.Panics, "send on closed channel")
	return int(o.Chosen), o.Value, o.OK
}

// execute executes a step as an event that executions show with a text, and with the result that describes its outcome.
func (g *Group) execute(t *model.Thread, s *guarded.Step, text string, result func(*guarded.Outcome) string) *guarded.Outcome {
	var note func(number int64) string
	if result != nil {
		note = func(number int64) string { return result(s.Outcome(number)) }
	}
	t.Note(text, note)
	return s.Outcome(t.When(g.state, s.Enabled, s.Next))
}

func describe(cases []Case, hasDefault bool) string {
	if len(cases) == 1 && !hasDefault {
		return cases[0].text()
	}
	var words []string
	for _, c := range cases {
		words = append(words, c.text())
	}
	if hasDefault {
		words = append(words, "default")
	}
	return "select { " + strings.Join(words, "; ") + " }"
}

// text is "c <- 1" or "<-c".
func (c Case) text() string {
	if c.plain.Sends {
		return c.name + " <- " + strconv.FormatInt(c.plain.Value, 10)
	}
	return "<-" + c.name
}

// outcome describes the outcome of a step. If it is the first one of a select, that includes which case it chose.
func outcome(o *guarded.Outcome, cases []Case, first bool) string {
	switch {
	case o.Waits:
		return "waits"
	case len(o.Ready) > 0:
		return strconv.Itoa(len(o.Ready)) + " ready"
	case o.Chosen < 0:
		return "default"
	}
	text := "sent"
	switch c := cases[o.Chosen]; {
	case o.Panics:
		text = "panics"
	case !c.plain.Sends && !o.OK:
		text = "closed"
	case !c.plain.Sends:
		text = strconv.FormatInt(o.Value, 10)
	}
	if first && len(cases) > 1 {
		return cases[o.Chosen].text() + " " + text
	}
	return text
}

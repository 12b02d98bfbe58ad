package primitives

import (
	"strconv"
	"strings"

	"dporbench/model"
)

// Group is a set of channels that may occur together in a Select. All operations on
// any of them are ordered.
type Group struct {
	object // holds the number of the state of the channels
	states *states
}

// NewGroup declares a group without channels.
func NewGroup(p *model.Program, name string) *Group {
	return &Group{newObject(p, name, initial), newStates()}
}

// Chan adds an open, empty channel to g. It must be called before the program runs.
func (g *Group) Chan(name string, capacity int) Chan {
	return Chan{g, g.states.addChannel(max(0, capacity)), name}
}

// idle is the guard of operations that begin: no Select is choosing among its cases.
func (g *Group) idle(number int64) bool {
	s, ok := g.states.known(number)
	return ok && !s.selecting
}

// after returns the number of the state that change makes of the state with that number.
func (g *Group) after(number int64, change func(*state)) int64 {
	s := g.states.of(number).clone()
	change(s)
	return g.states.number(s)
}

// do does one of the cases and returns its index, and what it received. If none is ready it
// waits, unless there is a default: then it returns -1.
func (g *Group) do(t *model.Thread, cases []Case, hasDefault bool) (chosen int, v int64, ok bool) {
	what := describe(cases, hasDefault)
	t.Note(what, func(number int64) string { return g.states.of(number).outcome(cases, hasDefault) })
	s := g.states.of(t.When(g.state, g.idle, func(number int64) int64 {
		return g.after(number, func(s *state) { s.come(cases, hasDefault) })
	}))
	ready := s.ready(cases)
	switch {
	case len(ready) == 0 && hasDefault:
		return -1, 0, false
	case len(ready) == 0:
		return g.wait(t, what, s.freeTicket())
	case len(ready) > 1:
		chosen = ready[t.Choose(len(ready))]
		t.Note(cases[chosen].String(), nil)
		s = g.states.of(t.When(g.state, always, func(number int64) int64 {
			return g.after(number, func(s *state) {
				s.selecting = false
				s.perform(cases[chosen])
			})
		}))
	default:
		chosen = ready[0]
	}
	r := s.clone().perform(cases[chosen])
	t.Assert(!r.panics, "send on closed channel")
	return chosen, r.value, r.ok
}

func (g *Group) wait(t *model.Thread, what string, ticket int64) (chosen int, v int64, ok bool) {
	served := func(number int64) bool {
		s, ok := g.states.known(number)
		return ok && !s.selecting && s.servedAt(ticket) >= 0
	}
	t.Note(what+", served", func(number int64) string {
		s := g.states.of(number)
		return s.served[s.servedAt(ticket)].result.String()
	})
	s := g.states.of(t.When(g.state, served, func(number int64) int64 {
		return g.after(number, func(s *state) { s.leave(ticket) })
	}))
	r := s.served[s.servedAt(ticket)].result
	t.Assert(!r.panics, "send on closed channel")
	return int(r.chosen), r.value, r.ok
}

func describe(cases []Case, hasDefault bool) string {
	if len(cases) == 1 && !hasDefault {
		return cases[0].String()
	}
	var words []string
	for _, c := range cases {
		words = append(words, c.String())
	}
	if hasDefault {
		words = append(words, "default")
	}
	return "select { " + strings.Join(words, "; ") + " }"
}

// String is "c <- 1" or "<-c".
func (c Case) String() string {
	if c.sends {
		return c.c.name + " <- " + strconv.FormatInt(c.value, 10)
	}
	return "<-" + c.c.name
}

// outcome describes the effect of an operation that begins in s.
func (s *state) outcome(cases []Case, hasDefault bool) string {
	switch ready := s.ready(cases); {
	case len(ready) == 1 && len(cases) == 1:
		return s.clone().perform(cases[ready[0]]).String()
	case len(ready) == 1:
		return cases[ready[0]].String() + " " + s.clone().perform(cases[ready[0]]).String()
	case len(ready) > 1:
		return strconv.Itoa(len(ready)) + " ready"
	case hasDefault:
		return "default"
	}
	return "waits"
}

func (r result) String() string {
	switch {
	case r.panics:
		return "panics"
	case r.received && !r.ok:
		return "closed"
	case r.received:
		return strconv.FormatInt(r.value, 10)
	}
	return "sent"
}

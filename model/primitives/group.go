package primitives

import "dporbench/model"

// Group is channels that may occur together in a Select. All operations on any of them
// are ordered.
type Group struct {
	state  model.Var // the number of the state of the channels
	states *states
}

// NewGroup declares a group without channels.
func NewGroup(p *model.Program, name string) *Group {
	return &Group{p.Var(name, initial), newStates()}
}

// Chan adds an open, empty channel to g. It must be called before the program runs.
func (g *Group) Chan(capacity int) Chan { return Chan{g, g.states.addChannel(max(0, capacity))} }

// idle is the guard of operations that come: no Select is choosing among its cases.
func (g *Group) idle(number int64) bool {
	s, ok := g.states.known(number)
	return ok && !s.selecting
}

// after is the number of what change makes of the state with that number.
func (g *Group) after(number int64, change func(*state)) int64 {
	s := g.states.of(number).clone()
	change(s)
	return g.states.number(s)
}

// do does one of the cases and returns its index, and what it received. If none is ready it
// waits, unless there is a default: then it returns -1.
func (g *Group) do(t *model.Thread, cases []Case, hasDefault bool) (chosen int, v int64, ok bool) {
	s := g.states.of(t.When(g.state, g.idle, func(number int64) int64 {
		return g.after(number, func(s *state) { s.come(cases, hasDefault) })
	}))
	ready := s.ready(cases)
	switch {
	case len(ready) == 0 && hasDefault:
		return -1, 0, false
	case len(ready) == 0:
		return g.wait(t, s.freeTicket())
	case len(ready) > 1:
		chosen = ready[t.Choose(len(ready))]
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

// wait waits until the thread with that ticket has been served.
func (g *Group) wait(t *model.Thread, ticket int64) (chosen int, v int64, ok bool) {
	served := func(number int64) bool {
		s, ok := g.states.known(number)
		return ok && !s.selecting && s.servedAt(ticket) >= 0
	}
	s := g.states.of(t.When(g.state, served, func(number int64) int64 {
		return g.after(number, func(s *state) { s.leave(ticket) })
	}))
	r := s.served[s.servedAt(ticket)].result
	t.Assert(!r.panics, "send on closed channel")
	return int(r.chosen), r.value, r.ok
}

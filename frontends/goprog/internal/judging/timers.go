package judging

import (
	"strings"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	exec "dporbench/model/machine"
)

// timersLast reports whether the events can be ordered so that a timer fires only where nothing else can move. If so, one such order of their
// class lets everything else go as far as it can before each timer. Any of the timers that can fire then may be the first.
func (r *replay) timersLast(events []event.Event) (bool, error) {
	if r.last == nil {
		m, err := exec.New((*model.Program)(r.g.Model), behaviour.Limits{Places: true})
		if err != nil {
			return false, err
		}
		r.last = m
	}
	r.last.Reset()
	s := schedule{m: r.last, events: events, needs: make([][]int, len(events)), done: make([]bool, len(events)), numbers: map[event.ThreadID]*goroutine{0: {}}}
	for j, e := range events {
		for i, f := range events[:j] {
			if event.Dependent(f, e) {
				s.needs[j] = append(s.needs[j], i)
			}
		}
	}
	found := s.search()
	return found, s.err
}

// goroutine is a goroutine that has been started, and what is known of it if it is a timer.
type goroutine struct {
	number event.ThreadID // in the machine
	timer  string         // as machine.TimerName; "" if it is none
	events int
	state  int32 // the variable of its first event
}

// fires reports whether a timer fires with e, the next event of a goroutine, or finds with it that it has been stopped.
func (g *goroutine) fires(e event.Event) bool {
	switch {
	case g.timer == "":
		return false
	case g.events == 0:
		return true
	}
	return g.timer == machine.TimerName && e.Object == g.state && e.Kind != event.Write
}

// schedule is the order of an execution's events that is sought, as far as it has been found.
type schedule struct {
	m       *exec.Machine
	events  []event.Event
	needs   [][]int // the events before each one on which it depends
	done    []bool
	order   []int
	numbers map[event.ThreadID]*goroutine // by their numbers in the events
	err     error
}

// search finds the rest of the order, or takes back what it has done and reports false.
func (s *schedule) search() bool {
	begun := len(s.order)
	for s.goOn() {
	}
	if s.err != nil || len(s.order) == len(s.events) {
		return s.err == nil
	}
	if !s.busy() {
		for j := range s.events {
			if !s.ready(j) {
				continue
			}
			if s.do(j); s.search() {
				return true
			}
			s.undo(len(s.order) - 1)
		}
	}
	s.undo(begun)
	return false
}

// goOn does the events that make no timer fire; it reports whether there were any.
func (s *schedule) goOn() (did bool) {
	for j := range s.events {
		if s.err == nil && s.ready(j) && !s.fires(j) {
			s.do(j)
			did = true
		}
	}
	return did
}

func (s *schedule) ready(j int) bool {
	if s.done[j] {
		return false
	}
	for _, i := range s.needs[j] {
		if !s.done[i] {
			return false
		}
	}
	return true
}

func (s *schedule) fires(j int) bool {
	g := s.numbers[s.events[j].Thread]
	next, _ := s.m.Next(g.number)
	return g.fires(next)
}

// busy reports whether something could move without a timer.
func (s *schedule) busy() bool {
	for _, g := range s.numbers {
		if next, ok := s.m.Next(g.number); ok && s.m.Enabled(g.number) && !g.fires(next) {
			return true
		}
	}
	return false
}

func (s *schedule) do(j int) {
	e := s.events[j]
	g := s.numbers[e.Thread]
	if e.Kind == event.Choice {
		s.m.Choose(e.Value())
	}
	what := s.m.Statement(g.number)
	did, err := s.m.Step(g.number)
	if err != nil {
		s.err = err
		return
	}
	if g.events++; g.events == 1 {
		g.state = did.Object
	}
	if e.Kind == event.Spawn {
		started := &goroutine{number: event.ThreadID(did.Object)}
		for _, name := range []string{machine.TimerName, machine.AlarmName} {
			if strings.HasPrefix(what, "go "+name) {
				started.timer = name
			}
		}
		s.numbers[event.ThreadID(e.Object)] = started
	}
	s.done[j], s.order = true, append(s.order, j)
}

// undo takes back all but the first n events.
func (s *schedule) undo(n int) {
	for len(s.order) > n {
		j := s.order[len(s.order)-1]
		s.order = s.order[:len(s.order)-1]
		s.done[j] = false
		e := s.events[j]
		s.numbers[e.Thread].events--
		if e.Kind == event.Spawn {
			delete(s.numbers, event.ThreadID(e.Object))
		}
		s.m.Undo()
	}
}

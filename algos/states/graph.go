package states

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// Graph is all states of a program, and the events between them: without reduction, in the order of their distances from the initial one. It must
// be closed.
type Graph struct {
	States  []State
	Moves   []Move
	Threads []string // their names, by number

	search   *search
	replay   *machine.Replay
	accessed objects
	at       []spot // by state
	did      Move   // the last event of E
}

// spot is all that a state is described by.
type spot struct {
	values  []int64 // of variables
	threads []string
}

// State is a state of a Graph.
type State struct {
	Text    string // the values of variables, and the next statement of each thread
	Final   bool   // no thread continues
	Outcome model.Outcome
	Failure string
	Doomed  bool // no final state can be reached
}

// Move is an event between two states of a Graph, by their places.
type Move struct {
	From, To int
	Thread   event.ThreadID
	Text     string // of the event
}

// NewGraph visits all states of p. If a limit is reached first, the error says so; other errors are as from [Decide].
func NewGraph(ctx context.Context, of *model.Program, o Options) (*Graph, error) {
	o.Workers = 1
	m, err := newTeam(ctx, of, o)
	if err != nil {
		return nil, err
	}
	g := &Graph{search: m.workers[0]}
	g.search.graph, m.compared = g, true
	m.visit = func(e Ended) error {
		if last := len(g.States) - 1; e.Final {
			g.States[last].Outcome, g.States[last].Failure = e.Outcome, e.Failure
		}
		return nil
	}
	for news := int64(-1); err == nil && m.news() != news || errors.Is(err, errRefuted); {
		m.share()
		news, g.States, g.Moves, g.at = m.news(), nil, nil, nil
		err = g.search.inLayers()
	}
	if m.isInterrupted(err) {
		err = errors.New(m.result.Unknown)
	}
	if err != nil {
		m.Close()
		return nil, err
	}
	m.share()
	g.findDoomed()
	g.describe()
	g.replay = g.search.Replay()
	return g, nil
}

// Close stops the machine.
func (g *Graph) Close() { g.search.team.Close() }

// Way returns the states that an execution passes, from the initial one, as far as it can be followed: of some executions an algorithm has
// stopped loops, which continue here.
func (g *Graph) Way(events []event.Event) (way []int) {
	g.replay.Rewind(nil)
	for i := -1; ; i++ {
		_, _, place := g.search.table.find(g.search.stateKey())
		if place == 0 {
			return way
		}
		way = append(way, int(place)-1)
		if i+1 == len(events) || g.search.followEvent(g.replay, events[i+1]) != nil {
			return way
		}
	}
}

// step notes the last event of E, before its thread continues from another Position.
func (g *Graph) step(e event.Event) {
	s := g.search
	statement := s.StatementAt(s.Len() - 1)
	if e.Kind == event.Spawn {
		g.name(event.ThreadID(e.Object), strings.TrimPrefix(statement, "go "))
	}
	if e.Kind.OnVariable() {
		g.accessed.add(e.Object)
	}
	if e.IsFlush() {
		g.did = Move{Thread: e.Issuer(), Text: statement + " leaves the buffer"}
		return
	}
	if result := s.Result(); result != "" {
		statement += " → " + result
	}
	g.did = Move{Thread: e.Thread, Text: statement}
}

// name names a thread, with a number if others have that name.
func (g *Graph) name(t event.ThreadID, plain string) {
	at := stack.At(&g.Threads, int(t))
	if *at != "" {
		return
	}
	name := plain
	for n := 2; name == "" || slices.Contains(g.Threads, name); n++ {
		name = fmt.Sprintf("%s#%d", plain, n)
	}
	*at = name
}

// meet adds a state, at which the search is.
func (g *Graph) meet(final bool) {
	s := g.search
	g.States = append(g.States, State{Final: final})
	var at spot
	for x := range int32(s.program.NumVars()) {
		at.values = append(at.values, s.Value(x))
	}
	for t := range event.ThreadID(s.Threads()) {
		if int(t) < s.program.NumThreads() {
			g.name(t, s.program.ThreadName(t))
		}
		if s.Position(t) != behaviour.None && !s.IsBuffer(t) {
			at.threads = append(at.threads, g.Threads[t]+" "+s.whereabouts(t))
		}
	}
	for _, w := range s.AppendWaiting(nil) {
		store := w.Code.String()
		if w.Code == operation.Store {
			store = fmt.Sprintf("%s = %s", s.VarName(w.Object), s.program.ShowValue(w.Object, w.Value))
		}
		at.threads = append(at.threads, fmt.Sprintf("%s is in the buffer of %s", store, g.Threads[w.Issuer]))
	}
	g.at = append(g.at, at)
}

// whereabouts names the next statement of a thread, or says why there is none.
func (s *search) whereabouts(t event.ThreadID) string {
	failure, halted := s.Halted(t)
	statement := s.Statement(t)
	switch {
	case halted:
		return strings.TrimSpace("stopped " + failure)
	case statement == "":
		return "ended"
	case !s.Enabled(t):
		return "waits at " + statement
	}
	return "at " + statement
}

// move adds the last event of E.
func (g *Graph) move(from, to int32) {
	g.did.From, g.did.To = int(from), int(to)
	g.Moves = append(g.Moves, g.did)
}

// findDoomed finds the states from which no final state can be reached.
func (g *Graph) findDoomed() {
	before := make([][]int, len(g.States))
	var todo []int
	for n := range g.States {
		if g.States[n].Doomed = !g.States[n].Final; g.States[n].Final {
			todo = append(todo, n)
		}
	}
	for _, m := range g.Moves {
		before[m.To] = append(before[m.To], m.From)
	}
	for len(todo) > 0 {
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, b := range before[n] {
			if g.States[b].Doomed {
				g.States[b].Doomed = false
				todo = append(todo, b)
			}
		}
	}
}

// mostValues bounds the values that a state is described by.
const mostValues = 12

// describe makes the texts of the states: the values of all variables that are accessed, if these are few, otherwise of the ones that have
// changed.
func (g *Graph) describe() {
	p := g.search.program
	few := 0
	for x := range int32(p.NumVars()) {
		if g.accessed.has(x) {
			few++
		}
	}
	for n, at := range g.at {
		var values []string
		for x, v := range at.values {
			if x := int32(x); g.accessed.has(x) && len(values) < mostValues && (few <= mostValues || v != p.Initial(x)) {
				values = append(values, fmt.Sprintf("%s = %s", p.VarName(x), p.ShowValue(x, v)))
			}
		}
		parts := []string{strings.Join(values, ", "), strings.Join(at.threads, ", ")}
		g.States[n].Text = strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), "; ")
	}
}

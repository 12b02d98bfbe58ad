package states_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/states"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestGraph: the graph has as many states and moves as an unreduced search visits, among them the ways of all executions to their outcomes.
func TestGraph(t *testing.T) {
	random, drawn := rand.New(rand.NewPCG(1, 2)), 0
	for range 300 {
		p := smallprog.Rich(random)
		g, err := states.NewGraph(t.Context(), p.Build(), states.Options{MaxStates: 300})
		if err != nil {
			continue
		}
		if problem := strange(t, p.Build(), g); problem != "" {
			t.Errorf("%v: %s", p, problem)
		}
		g.Close()
		drawn++
	}
	if drawn < 150 {
		t.Errorf("%d graphs", drawn)
	}
}

// strange returns what differs between a graph and the ways of all executions; "" if nothing does, or there are too many.
func strange(t *testing.T, p *model.Program, g *states.Graph) (problem string) {
	t.Helper()
	passed, n := map[[2]int]bool{}, 0
	if _, err := exhaustive.New(algos.Options{}).Explore(t.Context(), p, func(e *model.Execution) error {
		if n++; n > 3000 {
			return errMany
		}
		way := g.Way(e.Events())
		last := g.States[way[len(way)-1]]
		if len(way) != len(e.Events())+1 || !last.Final || last.Outcome != e.Outcome() || last.Doomed {
			problem = fmt.Sprintf("%v ends as %v, its way %v at %+v", e.Events(), e.Outcome(), way, last)
		}
		for i, to := range way[1:] {
			passed[[2]int{way[i], to}] = true
		}
		return nil
	}); err != nil {
		return ""
	}
	full, err := states.Decide(t.Context(), p, states.Options{Full: true}, func(states.Ended) error { return nil })
	if err != nil || int(full.States) != len(g.States) || int(full.Transitions) != len(g.Moves) {
		problem = fmt.Sprintf("%d states and %d moves, where %d and %d are visited; error %v", len(g.States), len(g.Moves), full.States, full.Transitions, err)
	}
	for way := range passed {
		if !slices.ContainsFunc(g.Moves, func(m states.Move) bool { return m.From == way[0] && m.To == way[1] }) {
			problem = fmt.Sprintf("there is no move %v", way)
		}
	}
	return problem
}

var errMany = fmt.Errorf("too many executions")

// TestGraphText: states and moves in words, states from which no way leads to a final one, and a limit.
func TestGraphText(t *testing.T) {
	for text, want := range map[string][]string{
		"p: x=1; a=y | q: y=1; b=x":             {"x = 0, y = 0; p at y, q at x, x = 1 is in the buffer of p, y = 1 is in the buffer of q", "p: x = 1 leaves the buffer", "p: y → 0"},
		"p: x=1; a=y | q: y=1":                  {"x = 0, y = 0; p at x = 1, q at y = 1", "x = 1, y = 1; p ended, q ended complete", "p: y → 1", "q: y = 1"},
		"p: lock m; lock n | q: lock n; lock m": {"p waits at lock n, q waits at lock m deadlocked"},
		"p: go { x=1 }; go { x=2 }; join":       {"p: go", "x = 1"},
		"p: a=x; assert a!=0 | q: x=1":          {"p stopped", "failed"},
	} {
		p, err := smallprog.Build(text)
		if err != nil {
			t.Fatal(err)
		}
		m := memory.SC
		if strings.Contains(want[0], "buffer") {
			m = memory.TSO
		}
		g, err := states.NewGraph(t.Context(), p, states.Options{Memory: m})
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, s := range g.States {
			fmt.Fprintf(&b, "%s %v %v\n", s.Text, s.Outcome, s.Doomed)
		}
		for _, m := range g.Moves {
			fmt.Fprintf(&b, "%s: %s\n", g.Threads[m.Thread], m.Text)
		}
		g.Close()
		for _, part := range want {
			if !strings.Contains(b.String(), part) {
				t.Errorf("%s: no %q in\n%s", text, part, b.String())
			}
		}
		if _, err := states.NewGraph(t.Context(), p, states.Options{Memory: m, MaxStates: 2}); err == nil || err.Error() != "there are more than 2 states" {
			t.Errorf("%s: error %v", text, err)
		}
	}
}

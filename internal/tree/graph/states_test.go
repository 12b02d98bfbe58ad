package graph

import (
	"math"
	"math/rand/v2"
	"testing"

	"dporbench/algos/states"
	"dporbench/frontends/smallprog"
)

// TestStatesApart: in drawings of random programs, no two states cover one another, everything is inside, and states are below the ones that lead to them unless moves form a
// cycle.
func TestStatesApart(t *testing.T) {
	random, drawn := rand.New(rand.NewPCG(3, 4)), 0
	for range 200 {
		p := smallprog.Rich(random)
		g, err := states.NewGraph(t.Context(), p.Build(), states.Options{MaxStates: 300})
		if err != nil {
			continue
		}
		drawn++
		d := States{Graph: g}.place()
		for n, s := range d.at {
			if s.x-radius < 0 || s.x+radius > d.width || s.y-radius < 0 || s.y+radius+keys > d.height {
				t.Errorf("%v: state %d is outside", p, n)
			}
			for m, other := range d.at[:n] {
				if math.Hypot(s.x-other.x, s.y-other.y) < 2*radius+4 {
					t.Errorf("%v: states %d and %d cover one another", p, m, n)
				}
			}
		}
		for _, m := range d.moves {
			if d.at[m.To].y <= d.at[m.From].y {
				t.Errorf("%v: %d is not below %d", p, m.To, m.From)
			}
		}
		g.Close()
	}
	if drawn < 100 {
		t.Errorf("%d graphs", drawn)
	}
}

// TestStatesInCycles: states in cycles have rows, too.
func TestStatesInCycles(t *testing.T) {
	p, err := smallprog.Build("p: x=1 | q: a=x")
	if err != nil {
		t.Fatal(err)
	}
	g, err := states.NewGraph(t.Context(), p, states.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	g.Moves = append(g.Moves, states.Move{From: 3, To: 0}, states.Move{From: 1, To: 1})
	d := States{Graph: g}.place()
	if levels := []int{d.at[0].level, d.at[1].level, d.at[2].level, d.at[3].level}; levels[0] != 0 || levels[1] != 1 || levels[2] != 1 || levels[3] != 2 {
		t.Errorf("the states are in rows %v", levels)
	}
}

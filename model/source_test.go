package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/front"
)

// TestPlaces: events and failures have their lines, even after the tree has dropped nodes.
func TestPlaces(t *testing.T) {
	p := model.NewProgram("places")
	x := p.Var("x", 0)
	p.Thread("t", func(t *model.Thread) {
		t.Store(x, 1)
		if t.Load(x) == 1 {
			var none []int
			t.Store(x, int64(none[1]))
		}
	})
	p.Thread("translated", func(t *model.Thread) {
		(*front.Thread)(t).Place("counter.c:7")
		t.Store(x, 2)
	})
	for _, limits := range []behaviour.Limits{{Places: true}, {Places: true, TreeBudget: 1}} {
		m := newMachine(t, p, limits)
		for range 2 {
			step(t, m, 0)
			step(t, m, 0)
			if got := []string{m.PlaceAt(0), m.PlaceAt(1), m.NextPlace(0), m.NextPlace(1)}; !slices.Equal(got,
				[]string{"source_test.go:18", "source_test.go:19", "source_test.go:21", "counter.c:7"}) {
				t.Errorf("places %q", got)
			}
			m.Undo()
			m.Undo()
			walk(t, m, rand.New(rand.NewPCG(0, 0)))
			for m.Len() > 0 {
				m.Undo()
			}
		}
	}
	m := newMachine(t, p, behaviour.Limits{})
	if step(t, m, 0); m.PlaceAt(0) != "" || m.NextPlace(0) != "" {
		t.Error("places although they were not asked for")
	}
}

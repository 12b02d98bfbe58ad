package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/litmus"
	"dporbench/model"
)

// TestEnabled compares the enabled threads that a machine keeps with the
// definition, while executions grow and shrink and are cut and pasted.
func TestEnabled(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for range 300 {
		source := litmus.Random(r)
		m := newMachine(t, source.Build(), model.Limits{TreeBudget: 1})
		cuts := []int{}
		for range 200 {
			checkEnabled(t, source, m)
			least := 0 // what the cuts left must stay
			if len(cuts) > 0 {
				least = cuts[len(cuts)-1]
			}
			threads := enabled(m)
			switch n := r.IntN(10); {
			case n < 6 && len(threads) > 0:
				step(t, m, threads[r.IntN(len(threads))])
			case n < 8 && m.Len() > least:
				m.Undo()
			case n == 8:
				cuts = append(cuts, least+r.IntN(m.Len()-least+1))
				m.Cut(cuts[len(cuts)-1])
			case n == 9 && len(cuts) > 0:
				cuts = cuts[:len(cuts)-1]
				m.Paste()
			}
		}
	}
}

// TestEnabledAmongMany does so with more threads than fit one word of a set.
func TestEnabledAmongMany(t *testing.T) {
	p := model.NewProgram("many")
	l := p.Mutex("l")
	p.Thread("main", func(t *model.Thread) {
		var children []model.Child
		for range 150 {
			children = append(children, t.Go("child", func(t *model.Thread) {
				t.Lock(l)
				t.Unlock(l)
			}))
		}
		for _, c := range children {
			t.Join(c)
		}
	})
	m := newMachine(t, p, model.Limits{})
	r := rand.New(rand.NewPCG(3, 2))
	for threads := enabled(m); len(threads) > 0; threads = enabled(m) {
		checkEnabled(t, litmus.Program{}, m)
		step(t, m, threads[r.IntN(len(threads))])
	}
	if outcome, _ := m.Ending(); outcome != model.Complete {
		t.Errorf("got outcome %v", outcome)
	}
	for m.Len() > 0 {
		m.Undo()
		checkEnabled(t, litmus.Program{}, m)
	}
}

func checkEnabled(t *testing.T, source litmus.Program, m *model.Machine) {
	t.Helper()
	var plain, up, down []model.ThreadID
	for id := range model.ThreadID(m.Threads()) {
		if m.PlainlyEnabled(id) {
			plain = append(plain, id)
		}
		if m.Enabled(id) != m.PlainlyEnabled(id) {
			t.Fatalf("%v\nafter %v: thread %d is enabled: %v, want %v", source, m.Events(), id, m.Enabled(id), m.PlainlyEnabled(id))
		}
	}
	for id := m.NextEnabled(model.NoThread); id != model.NoThread; id = m.NextEnabled(id) {
		up = append(up, id)
	}
	for id := m.PreviousEnabled(model.ThreadID(m.Threads())); id != model.NoThread; id = m.PreviousEnabled(id) {
		down = append([]model.ThreadID{id}, down...)
	}
	if !slices.Equal(up, plain) || !slices.Equal(down, plain) {
		t.Fatalf("%v\nafter %v: enabled upwards %v, downwards %v, want %v", source, m.Events(), up, down, plain)
	}
}

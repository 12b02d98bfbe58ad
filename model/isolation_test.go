package model_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"dporbench/model"
)

// TestIsolated checks random executions of random programs, and parts of them:
// their threads share nothing.
func TestIsolated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for source := range programs(r, 200) {
		p := source.Build()
		isolation, err := model.NewIsolation(p, 10)
		if err != nil {
			t.Fatalf("%v\n%v", source, err)
		}
		m := newMachine(t, p, model.Limits{})
		for range 5 {
			walk(t, m, r)
			if err := isolation.Check(m.Events()[:r.IntN(m.Len()+1)]); err != nil {
				t.Fatalf("%v\n%v", source, err)
			}
			for m.Len() > 0 {
				m.Undo()
			}
		}
	}
}

// TestSharedState checks that the error names both threads and operations.
func TestSharedState(t *testing.T) {
	p := model.NewProgram("shared")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("main", func(t *model.Thread) {
		var r int64
		t.Join(t.Go("child", func(t *model.Thread) { t.Load(x); r = 1 }))
		t.Store(y, r)
	})
	_, err := model.NewIsolation(p, 100)
	want := model.SharedStateError{Thread: "0 (main)", Writer: "1 (child 1 of thread 0 (main))", First: "store y = 1", Then: "store y = 0"}
	var shared *model.SharedStateError
	if !errors.As(err, &shared) || *shared != want {
		t.Errorf("got %v, want %v", err, &want)
	}
}

// TestReturn checks that a result comes through Join, is undone with it, and that
// nothing after Return is run.
func TestReturn(t *testing.T) {
	p := model.NewProgram("return")
	x, y := p.Var("x", 3), p.Var("y", 0)
	p.Thread("main", func(t *model.Thread) {
		t.Store(y, t.Join(t.Go("child", func(t *model.Thread) {
			t.Return(2 * t.Load(x))
			t.Store(x, 7)
		})))
	})
	m := newMachine(t, p, model.Limits{TreeBudget: 1})
	for range 3 {
		for _, thread := range []model.ThreadID{0, 1, 0} {
			step(t, m, thread)
		}
		if m.Result() != "6" {
			t.Errorf("the join returned %q, want 6", m.Result())
		}
		if step(t, m, 0); m.Value(1) != 6 || m.Value(0) != 3 {
			t.Errorf("x = %d, y = %d, want 3 and 6", m.Value(0), m.Value(1))
		}
		for m.Len() > 0 {
			m.Undo()
		}
	}
}

// TestLongButNotSpinning checks that loops which repeat themselves for long, and
// then end, are not taken for spinning.
func TestLongButNotSpinning(t *testing.T) {
	p := model.NewProgram("long")
	x := p.Var("x", 0)
	p.Thread("patient", func(t *model.Thread) {
		for range 50_000 {
			t.Load(x)
		}
	})
	m := newMachine(t, p, model.Limits{MaxSteps: 60_000})
	walk(t, m, rand.New(rand.NewPCG(0, 0)))
	if m.Len() != 50_000 {
		t.Errorf("%d events, want 50,000", m.Len())
	}
}

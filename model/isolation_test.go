package model_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/isolation"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// TestIsolated checks random executions of random programs, and prefixes of them:
// their threads share nothing.
func TestIsolated(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 7))
	for source := range programs(r, 200) {
		testIsolated(t, source, memory.SC, r)
	}
	for _, under := range memory.Sequences() {
		for _, random := range []func(smallprog.Choices) smallprog.Program{
			smallprog.Random, smallprog.Rich, smallprog.Buffered, smallprog.Applying, smallprog.Making,
			smallprog.Awaiting, smallprog.Locking, smallprog.Contended,
		} {
			for range 40 {
				testIsolated(t, random(r), under, r)
			}
		}
	}
}

func testIsolated(t *testing.T, source smallprog.Program, under memory.Model, r *rand.Rand) {
	p := source.Build()
	check, err := isolation.New(p, under, 10)
	if err != nil {
		t.Fatalf("%v under %v\n%v", source, under, err)
	}
	m := newMachine(t, p, behaviour.Limits{Memory: under})
	for range 5 {
		walk(t, m, r)
		if err := check.Check(m.Events()[:r.IntN(m.Len()+1)]); err != nil {
			t.Fatalf("%v under %v\n%v", source, under, err)
		}
		m.Reset()
	}
}

// TestSharedStateOfBuffers: state that is shared only where Loads have found the old values of two variables that
// others had stored to before is detected under TSO.
func TestSharedStateOfBuffers(t *testing.T) {
	for under, walks := range map[memory.Model]int{memory.SC: 200, memory.TSO: 3000} {
		p := model.NewProgram("shared")
		x, y, done, told, out := p.Var("x", 0), p.Var("y", 0), p.Var("done", 0), p.Var("told", 0), p.Var("out", 0)
		var shared int64
		p.Thread("p", func(t *model.Thread) {
			t.Store(x, 1)
			t.Store(done, t.Load(y)+1)
			if t.Load(told) == 1 {
				t.Store(out, shared)
			}
		})
		p.Thread("q", func(t *model.Thread) {
			t.Store(y, 1)
			if t.Load(x) == 0 && t.Load(done) == 1 {
				shared++
				t.Store(told, 1)
			}
		})
		check, err := isolation.New(p, under, 10)
		if err != nil {
			t.Fatal(err)
		}
		m, r := newMachine(t, p, behaviour.Limits{Memory: under}), rand.New(rand.NewPCG(1, 1))
		for range walks {
			walk(t, m, r)
			if err = check.Check(m.Events()); err != nil {
				break
			}
			m.Reset()
		}
		if found := errors.As(err, new(*isolation.SharedStateError)); found != (under == memory.TSO) {
			t.Errorf("under %v: %v", under, err)
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
	_, err := isolation.New(p, memory.SC, 100)
	want := isolation.SharedStateError{Thread: "0 (main)", Writer: "1 (child 1 of thread 0 (main))", First: "store y = 1", Then: "store y = 0"}
	var shared *isolation.SharedStateError
	if !errors.As(err, &shared) || *shared != want {
		t.Errorf("got %v, want %v", err, &want)
	}
}

// TestReturn checks that Join returns the result, that undoing it takes the
// result back, and that nothing after Return is run.
func TestReturn(t *testing.T) {
	p := model.NewProgram("return")
	x, y := p.Var("x", 3), p.Var("y", 0)
	p.Thread("main", func(t *model.Thread) {
		t.Store(y, t.Join(t.Go("child", func(t *model.Thread) {
			t.Return(2 * t.Load(x))
			t.Store(x, 7)
		})))
	})
	m := newMachine(t, p, behaviour.Limits{TreeBudget: 1})
	for range 3 {
		for _, thread := range []event.ThreadID{0, 1, 0} {
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

// TestLongButNotSpinning checks that loops that repeat themselves for long, and
// then end, are not taken for spinning.
func TestLongButNotSpinning(t *testing.T) {
	p := model.NewProgram("long")
	x := p.Var("x", 0)
	p.Thread("patient", func(t *model.Thread) {
		for range 50_000 {
			t.Load(x)
		}
	})
	m := newMachine(t, p, behaviour.Limits{MaxSteps: 60_000})
	walk(t, m, rand.New(rand.NewPCG(0, 0)))
	if m.Len() != 50_000 {
		t.Errorf("%d events, want 50,000", m.Len())
	}
}

// TestIsolatedEverywhere: a program that makes variables, and one with updates that commute, are
// isolated under every memory model.
func TestIsolatedEverywhere(t *testing.T) {
	for _, under := range memory.Sequences() {
		p := model.NewProgram("making")
		x := p.Var("x", 0)
		for range 2 {
			p.Thread("p", func(t *model.Thread) {
				n := t.New("n", 0)
				t.Store(n, 1)
				t.Apply(n, model.FetchAdd, t.Load(n))
				t.Apply(x, model.FetchAdd, 1)
			})
		}
		check, err := isolation.New(p, under, 10)
		if err != nil {
			t.Fatalf("under %v: %v", under, err)
		}
		m, r := newMachine(t, p, behaviour.Limits{Memory: under}), rand.New(rand.NewPCG(1, 1))
		for range 20 {
			walk(t, m, r)
			if err := check.Check(m.Events()); err != nil {
				t.Fatalf("under %v: %v", under, err)
			}
			m.Reset()
		}
	}
}

// TestOwnChange: the error says so if a thread changes what it waits for itself, and if it acts at random.
func TestOwnChange(t *testing.T) {
	p := model.NewProgram("own")
	x := p.Var("x", 0)
	p.Thread("q", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("p", func(t *model.Thread) {
		most := int64(0)
		t.Await(x, func(v int64) bool { return v <= most })
		most = t.Load(x) + 1
		t.Store(x, most)
	})
	_, err := isolation.New(p, memory.SC, 100)
	want := isolation.SharedStateError{Thread: "1 (p)", Writer: "1 (p)", First: "await x", Then: "await x"}
	if shared := new(isolation.SharedStateError); !errors.As(err, &shared) || *shared != want {
		t.Errorf("got %v, want %v", err, &want)
	}
	if said := "what it waits for at \"await x\" does not stay the same"; err != nil && !strings.Contains(err.Error(), said) {
		t.Errorf("got %v, want %s", err, said)
	}

	p = model.NewProgram("random")
	y := p.Var("y", 0)
	p.Thread("p", func(t *model.Thread) { t.Load(y); t.Store(y, int64(rand.IntN(2))); t.Store(y, int64(rand.IntN(2))) })
	p.Thread("q", func(t *model.Thread) { t.Store(y, 1) })
	for range 50 {
		if _, err := isolation.New(p, memory.SC, 100); err != nil && !errors.As(err, new(*behaviour.NondeterminismError)) {
			t.Fatalf("got %v, want a NondeterminismError", err)
		}
	}
}

// TestThreadInPredicate: a predicate that uses the Thread is refused, even by a first check.
func TestThreadInPredicate(t *testing.T) {
	p := model.NewProgram("predicate")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) { t.Await(x, func(int64) bool { return t.Load(x) == 0 }) })
	if err := isolation.CheckFirst(p, memory.SC, 100); !errors.As(err, new(*model.UsageError)) {
		t.Errorf("got %v, want a UsageError", err)
	}
}

// TestUnsupportedInAnotherOrder: what a thread does not support is reported as such where only another order of the threads
// finds it, since they share Go state.
func TestUnsupportedInAnotherOrder(t *testing.T) {
	p := model.NewProgram("unsupported")
	x, ready := p.Var("x", 0), false
	p.Thread("a", func(t *model.Thread) {
		t.Load(x)
		if ready {
			panic(&operation.UsageError{Problem: "is not supported", Unsupported: true})
		}
		t.Load(x)
	})
	p.Thread("b", func(t *model.Thread) {
		t.Load(x)
		ready = true
		t.Load(x)
		ready = false
	})
	err := isolation.CheckFirst(p, memory.SC, 100)
	if usage, ok := errors.AsType[*operation.UsageError](err); !ok || !usage.Unsupported || usage.Thread == "" {
		t.Errorf("got %v", err)
	}
}

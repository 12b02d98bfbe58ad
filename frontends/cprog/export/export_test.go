package export_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/cprog"
	"dporbench/frontends/cprog/export"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// counts are numbers of executions.
type counts struct{ executions, failed, blocked, deadlocked int64 }

// explore counts with POP, and calls visit for each execution.
func explore(t *testing.T, p *model.Program, visit func(*model.Execution) error) counts {
	t.Helper()
	pop, err := catalog.New("pop", algos.Options{MaxSteps: 10_000})
	if err != nil {
		t.Fatal(err)
	}
	s, err := pop.Explore(context.Background(), p, visit)
	if err != nil {
		t.Fatalf("%s: %v", p.Name(), err)
	}
	return counts{s.Executions, s.Failed, s.AssumeBlocked, s.Deadlocked + s.Starved + s.Livelocked}
}

// exported returns p as a C file, and its counts.
func exported(t *testing.T, p *model.Program) (text string, want counts) {
	t.Helper()
	r, err := export.NewRecorder(p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	want = explore(t, p, func(e *model.Execution) error { return r.Record(e.Events()) })
	var out bytes.Buffer
	if err := r.Write(&out, p.Name()); err != nil {
		t.Fatalf("%s: %v", p.Name(), err)
	}
	return out.String(), want
}

// sameClasses reports whether the exported program has the executions of p.
func sameClasses(t *testing.T, p *model.Program) {
	t.Helper()
	text, want := exported(t, p)
	file := filepath.Join(t.TempDir(), "exported.c")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	c, err := cprog.Load(file, cprog.Options{AwaitAssumes: true})
	if err != nil {
		t.Fatalf("%s: %v\n%s", p.Name(), err, text)
	}
	if got := explore(t, c, nil); got != want {
		t.Errorf("%s: %+v, want %+v\n%s", p.Name(), got, want, text)
	}
}

// TestBenchmarks exports the programs of Table 1 with their smallest parameters.
func TestBenchmarks(t *testing.T) {
	for _, c := range []struct {
		name   string
		params []int
	}{
		{"circular-buffer", []int{3}}, {"fib-bench", []int{3}}, {"linuxrwlocks", []int{3}}, {"filesystem", []int{15}}, {"indexer", []int{12}},
		{"lastzero", []int{5}}, {"exp-mem3", []int{4}}, {"dispatcher", []int{2}}, {"poke", []int{3}}, {"length-param", []int{2, 16}},
	} {
		b, known := benchmarks.Lookup(c.name)
		if !known {
			t.Fatalf("no benchmark %s", c.name)
		}
		p, err := b.Program(c.params...)
		if err != nil {
			t.Fatal(err)
		}
		sameClasses(t, p)
	}
}

// TestRandomPrograms exports random programs of every kind.
func TestRandomPrograms(t *testing.T) {
	kinds := []func(smallprog.Choices) smallprog.Program{smallprog.Random, smallprog.Contended, smallprog.Accesses, smallprog.Locking, smallprog.Awaiting, smallprog.Making}
	programs := uint64(150)
	if testing.Short() {
		programs = 60
	}
	for seed := range programs {
		random := rand.New(rand.NewPCG(seed, 1))
		p := kinds[seed%uint64(len(kinds))](random).Build()
		sameClasses(t, p)
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// TestOperations exports operations that random programs do not have.
func TestOperations(t *testing.T) {
	p := model.NewProgram("operations */")
	x, y, lock := p.Var("array[1]", 3), p.Var("array.1", 1<<40), p.Mutex("while")
	p.Thread("maker", func(t *model.Thread) {
		child := t.Go("maker", func(t *model.Thread) { t.Return(t.Fetch(x, model.FetchMax.As(model.Uint8), 7)) })
		n := t.Choose(3)
		t.Lock(lock)
		t.Store(y, -1<<63+n)
		t.Unlock(lock)
		t.Assert(t.Join(child) != 0, `no "child"`)
	})
	p.Thread("", func(t *model.Thread) {
		t.Lock(lock)
		seen := t.CompareExchange(y, 1<<40, 5)
		t.Unlock(lock)
		t.Assume(seen != -1<<63)
		t.When(x, func(v int64) bool { return v >= 7 }, func(v int64) int64 { return v / 2 })
	})
	sameClasses(t, p)
}

// TestRefused: a program that cannot be written in C is an error.
func TestRefused(t *testing.T) {
	p := model.NewProgram("types")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) {
		t.Fetch(x, model.FetchAdd.As(model.Int8), 1)
		t.Fetch(x, model.FetchAdd, 1)
	})
	r, err := export.NewRecorder(p)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	explore(t, p, func(e *model.Execution) error { return r.Record(e.Events()) })
	err = r.Write(&bytes.Buffer{}, "types")
	if want := "variable x is used both as "; err == nil || len(err.Error()) < len(want) || err.Error()[:len(want)] != want {
		t.Error(err)
	}
	fmt.Fprintln(os.Stderr, err)
}

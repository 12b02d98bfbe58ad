package program_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
)

var (
	written = translation.Fact{Kind: translation.Written, Names: "0123456789ab"}
	late    = translation.Fact{Kind: translation.Late}
)

// coarse is a front end whose programs have an event for each fact that they allow for. One of two threads needs both facts,
// one after the other.
func coarse(g program.GoFunction) (*model.Program, error) {
	known, err := g.Options.Known.All()
	if err != nil {
		return nil, err
	}
	p := model.NewProgram("coarse")
	x := p.Var("x", 0)
	p.Thread("other", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("main", func(t *model.Thread) {
		for _, f := range []translation.Fact{written, late} {
			if t.Load(x) == 1 && !slices.Contains(known, f) {
				finer := g
				finer.Options.Known = g.Options.Known.With(f)
				panic(&front.Refine{Why: "main needs it", Fact: f, Again: func() (*front.Program, error) { p, err := coarse(finer); return (*front.Program)(p), err }})
			}
		}
	})
	return p, nil
}

// visitedBy explores p with POP as often as it takes. It returns the number of executions visited by the last exploration, the
// number of explorations, and the lines in between.
func visitedBy(t *testing.T, p program.Program) (last program.Program, visited, explorations int, notes []string) {
	t.Helper()
	err := p.Explore(func(line string) { notes = append(notes, line) }, func(p program.Program) error {
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			return err
		}
		last, visited = p, 0
		explorations++
		_, err = pop.Explore(t.Context(), p.Program, func(*model.Execution) error { visited++; return nil })
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return last, visited, explorations, notes
}

func load(t *testing.T, r *program.Registry, k program.Kind) program.Program {
	t.Helper()
	p, err := r.Load(program.Spec{Kind: k})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func newRegistry(t *testing.T) *program.Registry {
	t.Helper()
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r.WithC(cprog.Compile).WithGo(func(g program.GoFunction) (func() (*model.Program, error), error) {
		return func() (*model.Program, error) { return coarse(g) }, nil
	})
}

// TestExploreRestarts: a program that is too coarse is explored again until it is not; its name then has the facts, and the
// program of that name has the same executions.
func TestExploreRestarts(t *testing.T) {
	r := newRegistry(t)
	f := program.GoFunction{Package: "./p", Function: "F"}
	p, visited, explorations, notes := visitedBy(t, load(t, r, f))
	if want := "./p:F --known=w0123456789ab,late"; p.String() != want || visited != 3 || explorations != 3 {
		t.Errorf("%s: %d executions, explored %d times, want %s, 3, 3", p, visited, explorations, want)
	}
	want := []string{"main needs it; restarting with --known w0123456789ab", "main needs it; restarting with --known late"}
	if !slices.Equal(notes, want) {
		t.Errorf("noted %q, want %q", notes, want)
	}
	if _, same, once, _ := visitedBy(t, load(t, r, p.Kind)); same != visited || once != 1 {
		t.Errorf("%s: %d executions, explored %d times, want %d, once", p, same, once, visited)
	}
}

// TestExploreDemands: a finer program is judged by the demand, too.
func TestExploreDemands(t *testing.T) {
	f := program.GoFunction{Package: "./p", Function: "F"}
	demanding := program.Linearizable{Program: program.Spec{Kind: f}, Demand: "queue", Memory: memory.SC}
	p, _, explorations, _ := visitedBy(t, load(t, newRegistry(t), demanding))
	if want := "./p:F --known=w0123456789ab,late --linearizable=queue"; p.String() != want || explorations != 3 || (*front.Program)(p.Program).Verdict() == nil {
		t.Errorf("%s, explored %d times, judged: %t; want %s, 3, judged", p, explorations, (*front.Program)(p.Program).Verdict() != nil, want)
	}
}

// TestExploreElsewhere: where another process has explored, the finer program is loaded by its name.
func TestExploreElsewhere(t *testing.T) {
	p := load(t, newRegistry(t), program.GoFunction{Package: "./p", Function: "F"})
	found := []translation.Fact{written, late}
	var last program.Program
	err := p.Explore(func(string) {}, func(p program.Program) error {
		if last = p; len(found) == 0 {
			return nil
		}
		fact := found[0]
		found = found[1:]
		return &front.Refine{Why: "there", Fact: fact}
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, visited, explorations, _ := visitedBy(t, last); visited != 3 || explorations != 1 {
		t.Errorf("%s: %d executions, explored %d times, want 3, once", last, visited, explorations)
	}
}

// TestExploreEnds: a fact that the program allows for already is no reason to restart, and neither is any other error.
func TestExploreEnds(t *testing.T) {
	r := newRegistry(t)
	known := program.GoFunction{Package: "./p", Function: "F", Options: translation.Options{Known: "late"}}
	other := errors.New("other")
	for _, c := range []struct {
		kind program.Kind
		err  error
	}{{known, &front.Refine{Why: "again", Fact: late}}, {known, other}, {program.Small{Text: "p: x=1"}, &front.Refine{Why: "small", Fact: late}}} {
		calls := 0
		err := load(t, r, c.kind).Explore(func(line string) { t.Errorf("%+v: noted %s", c, line) }, func(program.Program) error { calls++; return c.err })
		if !errors.Is(err, c.err) || calls != 1 {
			t.Errorf("%+v: explored %d times, error %v", c, calls, err)
		}
	}
}

// TestExploreOnce: no program restarts but a Go function.
func TestExploreOnce(t *testing.T) {
	r := newRegistry(t)
	path := filepath.Join(t.TempDir(), "a.c")
	text := "#include <pthread.h>\nint x; void *f(void *a) { x = 1; return 0; }\nint main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int y = x; pthread_join(t, 0); return y; }\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, k := range []program.Kind{
		program.CFile{Path: path}, program.Small{Text: "p: x=1 | q: x=0"}, program.Benchmark{Name: "lastzero", Params: []int{3}}, program.Client{Text: "treiber{push(1) | pop}"},
	} {
		before := load(t, r, k)
		after, visited, explorations, notes := visitedBy(t, before)
		if after.Program != before.Program || visited < 2 || explorations != 1 || len(notes) > 0 {
			t.Errorf("%s: %d executions, explored %d times: %s", after, visited, explorations, strings.Join(notes, "; "))
		}
	}
}

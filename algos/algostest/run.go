package algostest

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/litmus"
	"dporbench/model"
)

// Run checks that the algorithm called name, an entry of the catalog, is what
// an explorer must be and what its entry promises. It is all that an
// algorithm's own test has to call.
func Run(t *testing.T, name string) {
	a, ok := catalog.Lookup(name)
	if !ok {
		t.Fatalf("%s is not in the catalog", name)
	}
	k := kit{a}
	for _, test := range []struct {
		name string
		run  func(*testing.T)
	}{
		{"random programs", k.random},
		{"loads and stores", k.accesses},
		{"chains of CompareAndSwap", k.contended},
		{"outcomes", k.outcomes},
		{"stop", k.stop},
		{"visit error", k.visitError},
		{"cancel", k.cancel},
		{"endless", k.endless},
		{"nondeterministic", k.nondeterministic},
		{"side by side", k.sideBySide},
	} {
		t.Run(test.name, func(t *testing.T) {
			noGoroutineLeft(t, func() { test.run(t) })
		})
	}
}

type kit struct{ catalog.Algorithm }

// random compares the algorithm with the oracle on random programs, in all
// scheduling orders.
func (k kit) random(t *testing.T) {
	k.compareAll(t, 4000, func(r *rand.Rand) (litmus.Program, []algos.Options) { return litmus.Random(r), allOrders(r) })
}

// accesses does so on programs of little but loads and stores.
func (k kit) accesses(t *testing.T) {
	k.compareAll(t, 2000, func(r *rand.Rand) (litmus.Program, []algos.Options) { return litmus.Accesses(r), allOrders(r) })
}

func allOrders(r *rand.Rand) []algos.Options {
	return []algos.Options{
		{Order: algos.FirstThread}, {Order: algos.LastThread}, {Order: algos.RandomThread, Seed: r.Uint64()},
	}
}

// contended does so on programs in which CompareAndSwaps of one variable change
// their kind over and over, in several random orders.
func (k kit) contended(t *testing.T) {
	k.compareAll(t, 4000, func(r *rand.Rand) (litmus.Program, []algos.Options) {
		options := make([]algos.Options, 4)
		for i := range options {
			options[i] = algos.Options{Order: algos.RandomThread, Seed: r.Uint64()}
		}
		return litmus.Contended(r), options
	})
}

// compareAll compares on n programs that the oracle can do.
func (k kit) compareAll(t *testing.T, n int, random func(*rand.Rand) (litmus.Program, []algos.Options)) {
	if testing.Short() {
		n /= 10
	}
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	for done := 0; done < n; {
		p, options := random(r)
		if problem, compared := k.compare(p, options); problem != "" {
			small := litmus.Shrink(p, func(q litmus.Program) bool { problem, _ := k.compare(q, options); return problem != "" })
			problem, _ = k.compare(small, options)
			t.Fatalf("program %d from seed %d, made smaller:\n\t%s\n\t%s", done, seed, small, problem)
		} else if compared {
			done++
		}
	}
}

// compare explores p with each of the options and tells what is wrong. It
// compares nothing if p has too many classes.
func (k kit) compare(p litmus.Program, options []algos.Options) (problem string, compared bool) {
	program := p.Build()
	want, stats, err := oracle(program, 500)
	if errors.Is(err, errTooMany) {
		return "", false
	} else if err != nil {
		return "oracle: " + err.Error(), true
	}
	for _, o := range options {
		problem := k.compareOne(program, o, want, stats)
		if problem != "" {
			return o.Order.String() + ": " + problem, true
		}
	}
	return "", true
}

func (k kit) compareOne(p *model.Program, o algos.Options, want Classes, wantStats algos.Stats) string {
	longest := int64(0)
	got := Classes{}
	stats, err := k.New(o).Explore(context.Background(), p, func(e *model.Execution) error {
		got[e.Key()]++
		longest = max(longest, int64(len(e.Events())))
		return nil
	})
	n := longest
	if stats.Deadlocked+stats.AssumeBlocked+stats.Failed > 0 {
		n += int64(p.NumThreads()) // a Lock that is pending for ever is reversed like an event
	}
	switch d := got.Difference(want); {
	case err != nil:
		return err.Error()
	case d != "" && (k.ExactlyOnce || !strings.HasSuffix(d, "repeated")):
		return d
	case k.Optimal && stats.Redundant != 0:
		return "begins something redundant"
	case k.ExactlyOnce && (stats.Failed != wantStats.Failed || stats.AssumeBlocked != wantStats.AssumeBlocked || stats.Deadlocked != wantStats.Deadlocked):
		return "counts other outcomes than the oracle"
	case k.PolynomialMemory && stats.Peak.Frames > n*(n-1)/2:
		return "nests deeper than n(n-1)/2" // Lemma 1 of the POP paper
	case k.PolynomialMemory && stats.Peak.SleepEntries > n*n:
		return "has more sleep set entries than n²" // Lemma 4, with room for sets kept along a whole execution
	}
	return ""
}

var errTooMany = errors.New("too many classes")

// oracle is Oracle for programs of at most limit classes.
func oracle(p *model.Program, limit int) (Classes, algos.Stats, error) {
	classes := Classes{}
	x, err := catalog.New("exhaustive", algos.Options{})
	if err != nil {
		return nil, algos.Stats{}, err
	}
	stats, err := x.Explore(context.Background(), p, func(e *model.Execution) error {
		if len(classes) >= limit {
			return errTooMany
		}
		classes[e.Key()]++
		return nil
	})
	return classes, stats, err
}

// outcomes checks that executions are told apart by how they end.
func (k kit) outcomes(t *testing.T) {
	for _, c := range []struct {
		program string
		want    algos.Stats
	}{
		{"p: x=1 | q: a=x; assert a!=1", algos.Stats{Executions: 2, Failed: 1}},
		{"p: x=1 | q: a=x; assume a!=1", algos.Stats{Executions: 2, AssumeBlocked: 1}},
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m", algos.Stats{Executions: 3, Deadlocked: 1}},
		{"p: lock l; lock l", algos.Stats{Executions: 1, Deadlocked: 1}},
		{"p: unlock l; x=1 | q: x=2", algos.Stats{Executions: 1, Failed: 1}},
		{"p: go { a=x; assert a!=0 }; join; x=1", algos.Stats{Executions: 1, Failed: 1}},
		{"p: go { assume a!=0 }; join; x=1", algos.Stats{Executions: 1, AssumeBlocked: 1}},
	} {
		_, got, err := Explore(k.New(algos.Options{}), litmus.MustBuild(c.program))
		got = algos.Stats{Executions: got.Executions, Failed: got.Failed, AssumeBlocked: got.AssumeBlocked, Deadlocked: got.Deadlocked}
		if err != nil || got != c.want {
			t.Errorf("%s\n\tgot %+v, error %v, want %+v", c.program, got, err, c.want)
		}
	}
	k.panics(t)
}

// panics checks that a panic in a thread is a failure of the execution.
func (k kit) panics(t *testing.T) {
	p := model.NewProgram("panics")
	x := p.Var("x", 0)
	p.Thread("writer", func(t *model.Thread) { t.Store(x, 3) })
	p.Thread("reader", func(t *model.Thread) {
		_ = [3]int{}[t.Load(x)]
		t.Store(x, 1)
	})
	failures := []string{}
	stats, err := k.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		if e.Outcome() == model.Failed {
			failures = append(failures, e.Failure())
		}
		return nil
	})
	if err != nil || stats.Executions != 3 || len(failures) != 1 || !strings.Contains(failures[0], "index out of range") {
		t.Errorf("got %d executions, failures %q, error %v, want 3 and one index out of range", stats.Executions, failures, err)
	}
}

// racing has 24 classes: four writes of one variable.
func racing() *model.Program { return litmus.MustBuild("p: x=1 | q: x=2 | r: x=3 | s: x=4") }

func (k kit) stop(t *testing.T) {
	visits := 0
	stats, err := k.New(algos.Options{}).Explore(context.Background(), racing(), func(*model.Execution) error {
		visits++
		if visits == 3 {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil || visits != 3 || stats.Executions != 3 {
		t.Errorf("stopped at the third visit: %d visits, %d executions, error %v", visits, stats.Executions, err)
	}
}

func (k kit) visitError(t *testing.T) {
	mine := errors.New("mine")
	stats, err := k.New(algos.Options{}).Explore(context.Background(), racing(), func(*model.Execution) error { return mine })
	if !errors.Is(err, mine) || stats.Executions != 1 {
		t.Errorf("got error %v after %d executions, want that of the first visit", err, stats.Executions)
	}
}

func (k kit) cancel(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	stats, err := k.New(algos.Options{}).Explore(ctx, racing(), func(*model.Execution) error {
		cancel(reason)
		return nil
	})
	if !errors.Is(err, reason) || stats.Executions > 2 {
		t.Errorf("got error %v after %d executions, want %v at once", err, stats.Executions, reason)
	}
	if _, err := k.New(algos.Options{}).Explore(ctx, racing(), nil); !errors.Is(err, reason) {
		t.Errorf("begun with a context that is done: error %v, want %v", err, reason)
	}
}

func (k kit) endless(t *testing.T) {
	p := model.NewProgram("endless")
	x := p.Var("x", 0)
	p.Thread("setter", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("spinner", func(t *model.Thread) {
		for t.Load(x) < 2 {
		}
	})
	_, err := k.New(algos.Options{MaxSteps: 1000}).Explore(context.Background(), p, nil)
	var endless *model.EndlessError
	if !errors.As(err, &endless) || !strings.Contains(err.Error(), "spinner") || !strings.Contains(err.Error(), "load x") {
		t.Errorf("got error %v, want one that names the spinner and its load", err)
	}
}

func (k kit) nondeterministic(t *testing.T) {
	p := model.NewProgram("nondeterministic")
	x, y := p.Var("x", 0), p.Var("y", 0)
	runs := 0
	p.Thread("p", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("fickle", func(t *model.Thread) {
		runs++
		if t.Load(x); runs%2 == 0 {
			t.Store(x, 2)
		}
		t.Store(y, 1)
	})
	_, err := k.New(algos.Options{}).Explore(context.Background(), p, nil)
	var nondeterminism *model.NondeterminismError
	if !errors.As(err, &nondeterminism) || !strings.Contains(err.Error(), "fickle") ||
		!strings.Contains(err.Error(), "store x = 2") || !strings.Contains(err.Error(), "store y = 1") {
		t.Errorf("got error %v, want one that names the thread and both operations", err)
	}
}

// sideBySide explores one program twice at the same time.
func (k kit) sideBySide(t *testing.T) {
	p := litmus.MustBuild("p: x=1; go { a=x; y=a }; b=y; join | q: x=2; cas(y,1,2) | r: lock l; c=x; unlock l")
	x := k.New(algos.Options{})
	var results [2]algos.Stats
	var wait sync.WaitGroup
	for i := range results {
		wait.Go(func() {
			_, stats, err := Explore(x, p)
			if err != nil {
				t.Error(err)
			}
			results[i] = stats
		})
	}
	wait.Wait()
	if results[0] != results[1] {
		t.Errorf("side by side: %+v and %+v", results[0], results[1])
	}
}

// noGoroutineLeft checks that f leaves no goroutine behind.
func noGoroutineLeft(t *testing.T, f func()) {
	before := runtime.NumGoroutine()
	f()
	for range 50 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond) // one that has done its work may still have to end
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

package algostest

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// changed is an algorithm of the catalog with other promises or another explorer, in an impatient kit.
func changed(t *testing.T, name string, change func(*catalog.Algorithm)) kit {
	a, ok := catalog.Lookup(name)
	if !ok {
		t.Fatalf("no algorithm %s", name)
	}
	change(&a)
	return kit{a, t.Name(), 2 * time.Second}
}

// explorer is a function as an explorer.
type explorer func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error)

func (f explorer) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return f(ctx, p, visit)
}

// around replaces an explorer by what wrap makes of it.
func around(wrap func(x algos.Explorer) explorer) func(*catalog.Algorithm) {
	return func(a *catalog.Algorithm) {
		a.Splittable = false // what wraps it is not
		inner := a.New
		a.New = func(o algos.Options) algos.Explorer { return wrap(inner(o)) }
	}
}

// visitsOtherwise makes an explorer call visit through see, which gets the number of the execution, from 1.
func visitsOtherwise(see func(n int, e *model.Execution, visit func(*model.Execution) error) error) func(*catalog.Algorithm) {
	return around(func(x algos.Explorer) explorer {
		return func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
			n := 0
			return x.Explore(ctx, p, func(e *model.Execution) error {
				n++
				if visit == nil {
					return nil
				}
				return see(n, e, visit)
			})
		}
	})
}

func promisesPolynomialMemory(a *catalog.Algorithm) { a.PolynomialMemory = true }

// TestMistakes makes one mistake for each check, and requires this check to find and describe it.
func TestMistakes(t *testing.T) {
	var leak []*model.Execution
	var calls atomic.Uint64
	for _, c := range []struct {
		mistake   string
		algorithm string
		change    func(*catalog.Algorithm)
		check     string
		want      string // a regular expression
	}{
		{"a class is missing", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			if n == 2 {
				return nil
			}
			return visit(e)
		}), "random programs", `(?s)of 2 classes: 1 missing.*p: .*An execution of such a class:.*func Program\(\)`},
		{"a class is repeated", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			if n == 3 {
				return errors.Join(visit(e), visit(e))
			}
			return visit(e)
		}), "loads and stores", `of 3 classes: 1 repeated`},
		{"a class is unknown", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			events := e.Events()
			return visit(front.NewExecution(events[:min(len(events), 2)], e.Outcome(), e.Failure()))
		}), "loads and stores", `1 missing, 1 unknown`},
		{"it panics", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			return visit([]*model.Execution{nil, e}[n])
		}), "chains of CompareAndSwap", `(?s)the explorer panics: runtime error: index out of range.*p: \S+ \| q: \S+\n`},
		{"it does not end", "pop", around(func(x algos.Explorer) explorer {
			return func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
				if p.NumThreads() == 3 {
					<-ctx.Done()
					return algos.Stats{}, context.Cause(ctx)
				}
				return x.Explore(ctx, p, visit)
			}
		}), "random programs", `does not end`},
		{"it begins something redundant", "source", func(a *catalog.Algorithm) { a.Optimal = true }, "random programs", `begins \d+ redundant explorations, promises none`},
		{"orders differ", "pop", func(a *catalog.Algorithm) {
			inner := a.New
			a.New = func(o algos.Options) algos.Explorer {
				if o.Seed%2 == 1 {
					return explorer(func(context.Context, *model.Program, func(*model.Execution) error) (algos.Stats, error) {
						return algos.Stats{}, nil
					})
				}
				return inner(o)
			}
		}, "any order", `(?s)1 missing, compared with threads explored first to last.*order random, seed \d*[13579],`},
		{"the order of declaration counts", "pop", around(func(x algos.Explorer) explorer {
			return func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
				return x.Explore(ctx, p, func(e *model.Execution) error {
					if first := e.Events(); len(first) > 1 && first[0].Thread == 1 && first[0].Kind == event.Write {
						return nil
					}
					return visit(e)
				})
			}
		}), "any order", `missing.*with the threads declared in another order: p: |unknown.*with the threads declared in another order: p: `},
		{"executions are cut short", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			return visit(front.NewExecution(e.Events()[:len(e.Events())/2], e.Outcome(), e.Failure()))
		}), "executions", `is not maximal`},
		{"it depends on luck", "pop", func(a *catalog.Algorithm) {
			inner := a.New
			a.New = func(o algos.Options) algos.Explorer {
				return inner(algos.Options{Order: algos.RandomThread, Seed: calls.Add(1)})
			}
		}, "repeatable", `the same options (visit another execution|count other things) the second time`},
		{"outcomes are not distinguished", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			return visit(front.NewExecution(e.Events(), model.Complete, ""))
		}), "outcomes", `a thread that panics: 2 executions, failures \[\]`},
		{"it goes on after ErrStop", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			if err := visit(e); !errors.Is(err, algos.ErrStop) {
				return err
			}
			return nil
		}), "stop", `stopped at the third visit: 60 visits`},
		{"it swallows errors", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			_ = visit(e)
			return nil
		}), "visit error", `error <nil>, 60 visits`},
		{"it does not check its context", "pop", withoutContext, "cancel", `error <nil> after 60 executions, want enough`},
		{"nor later", "pop", withoutContext, "cancel midway", `want error enough at once`},
		{"nor within an execution", "pop", withoutContext, "cancel within", `error <nil> at operation \d+ after 1 executions, want error enough at once`},
		{"it does not count events", "pop", countsEvents(func(int64) int64 { return 0 }), "events", `0 events counted, error <nil>, want 4`},
		{"it counts events twice", "trust", countsEvents(func(n int64) int64 { return 2 * n }), "events", `8 events counted, error <nil>, want 4`},
		{"it counts events of the first execution only", "pop", countsEvents(func(n int64) int64 { return min(n, 5) }), "events", `5 events counted, error <nil>, want at least`},
		{"it has no step bound", "pop", func(a *catalog.Algorithm) {
			inner := a.New
			a.New = func(o algos.Options) algos.Explorer { return stopped(inner(o)) }
		}, "endless", `want a behaviour.EndlessError`},
		{"it hides nondeterminism", "pop", around(stopped), "nondeterministic", `want a behaviour.NondeterminismError`},
		{"it counts wrongly", "pop", around(func(x algos.Explorer) explorer {
			return func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
				stats, err := x.Explore(ctx, p, visit)
				if stats.Executions == 20 {
					stats.Executions++
				}
				return stats, err
			}
		}), "counts", `^circular-buffer \[3\], order first: 21 executions, must be 20`},
		{"what it stores explodes: optimal", "optimal", promisesPolynomialMemory, "memory", `exp-mem3\(7\), from n = 3 on: (wakeup-tree nodes|events) has grown from \d+ to \d+, while executions have become 2\.\d times as long, and 840 times as many`},
		{"what it stores explodes: pop-lazy", "pop-lazy", promisesPolynomialMemory, "memory", `exp-mem3\(7\), from n = 3 on: (schedule events|events) has grown`},
		{"what it stores explodes: pop-naive", "pop-naive", promisesPolynomialMemory, "memory", `exp-mem3\(7\), from n = 3 on: (schedule events|schedules|sleep-set entries) has grown`},
		{"it keeps what it does not count", "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
			leak = append(leak, front.NewExecution(append([]event.Event(nil), e.Events()...), e.Outcome(), ""))
			return visit(e)
		}), "memory", `exp-mem3\(7\): \d+ bytes more are kept at execution 10080 than at 2520`},
	} {
		t.Run(c.mistake, func(t *testing.T) {
			err := checkCalled(t, changed(t, c.algorithm, c.change), c.check).run()
			if err == nil || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("got %v\n\twant %s", err, c.want)
			}
		})
	}
	_ = leak
}

var withoutContext = around(func(x algos.Explorer) explorer {
	return func(_ context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
		return x.Explore(context.Background(), p, visit)
	}
})

// countsEvents makes an explorer count other events than it executes.
func countsEvents(as func(int64) int64) func(*catalog.Algorithm) {
	return around(func(x algos.Explorer) explorer {
		return func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
			stats, err := x.Explore(ctx, p, visit)
			stats.Events = as(stats.Events)
			return stats, err
		}
	})
}

// stopped is x without its errors.
func stopped(x algos.Explorer) explorer {
	return func(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
		stats, _ := x.Explore(ctx, p, visit)
		return stats, nil
	}
}

// TestKitEndsAmongRedundantExplorations: sleep sets with the threads in a random order seldom reach the end of an execution
// of the program that "cancel midway" explores.
func TestKitEndsAmongRedundantExplorations(t *testing.T) {
	k := changed(t, "sleepset", func(a *catalog.Algorithm) {
		inner := a.New
		a.New = func(o algos.Options) algos.Explorer { return inner(algos.Options{Order: algos.RandomThread, Seed: 1}) }
	})
	if err := checkCalled(t, k, "cancel midway").run(); err != nil {
		t.Error(err)
	}
}

// TestKitEndsWithoutProgress: the kit ends even if an exploration does not, and names it.
func TestKitEndsWithoutProgress(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	w := &watch{running: map[*exploring]struct{}{}}
	k := changed(t, "sleepset", func(a *catalog.Algorithm) {
		inner := a.New
		a.New = func(o algos.Options) algos.Explorer { return w.around(inner(o)) }
	})
	visits := 0
	err := w.untilStalled(200*time.Millisecond, func() error {
		_, err := k.New(algos.Options{}).Explore(t.Context(), program("lastzero", 4), func(*model.Execution) error {
			if visits++; visits == 3 {
				<-never
			}
			return nil
		})
		return err
	})
	want := "the exploration does not end: for 200ms, nothing has been visited by the exploration of lastzero, after 3 executions"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\n\twant %s", err, want)
	}
	if _, ok := k.New(algos.Options{}).(algos.Splittable); !ok {
		t.Error("a watched algos.Splittable is none")
	}
	if err := w.untilStalled(time.Minute, func() error { return errTooMany }); err != errTooMany {
		t.Errorf("the error of a check becomes %v", err)
	}
}

func checkCalled(t *testing.T, k kit, name string) check {
	for _, c := range k.checks() {
		if c.name == name {
			return c
		}
	}
	t.Fatalf("no check %s", name)
	return check{}
}

func TestGoroutinesAreMissed(t *testing.T) {
	stay := make(chan struct{})
	defer close(stay)
	err := noGoroutineLeft(func() error { go func() { <-stay }(); return nil })
	if err == nil || !strings.Contains(err.Error(), "1 goroutines are left behind") {
		t.Errorf("got %v", err)
	}
}

// TestReport checks the report of a program that shows a mistake.
func TestReport(t *testing.T) {
	k := changed(t, "pop", visitsOtherwise(func(n int, e *model.Execution, visit func(*model.Execution) error) error {
		if n == 2 {
			return nil
		}
		return visit(e)
	}))
	err := k.checkProgram("p: x=1; go { a=x } | q: lock l", 7, memory.SC)
	if err != nil {
		t.Fatalf("a program of one class: %v", err)
	}
	want := `pop: of 2 classes: 1 missing
scheduling order first, program as given

	p: go { a=x }; join | q: x=1

An execution of such a class:

	    p            q       child
	──────────────────────────────
	1   go child
	2   │            x = 1
	3   │                    x → 1
	4   join child

	complete

As Go:

func Program() *model.Program {
	p := model.NewProgram("program")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) {
		child1 := t.Go("child", func(t *model.Thread) {
			t.Load(x)
		})
		t.Join(child1)
	})
	p.Thread("q", func(t *model.Thread) {
		t.Store(x, 1)
	})
	return p
}

To run just this again:

	go test dporbench/algos/algostest -run '^TestReport$' -algostest.program='p: go { a=x }; join | q: x=1'
`
	err = k.checkProgram("p: go { a=x }; join | q: x=1", 7, memory.SC)
	if err == nil || err.Error() != want {
		t.Errorf("got %v\n\twant %s", err, want)
	}
	if err := k.checkProgram("p: a=o", 1, memory.SC); err == nil || !strings.Contains(err.Error(), "cannot read statement") {
		t.Errorf("a program that cannot be read: %v", err)
	}
}

// TestDeclarations checks that a program has the same classes with its threads in any other order, event for event.
func TestDeclarations(t *testing.T) {
	if got := len(declarations(4)); got != 4 {
		t.Errorf("%d orders of four threads, want 4", got)
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range 50 {
		p := smallprog.Locking(r)
		want, err := Oracle(p.Build())
		if err != nil {
			t.Fatal(err)
		}
		if len(want) > 100 {
			continue
		}
		for _, order := range declarations(len(p.Threads)) {
			k := changed(t, "exhaustive", func(*catalog.Algorithm) {})
			got, err := k.visit(k.New(algos.Options{}), permuted(p, order).Build(), how{atMost: 1000, rename: unpermuted(order), keyer: k.keyer(p.Build(), []algos.Options{{}})})
			if d := got.classes.Difference(want); d != "" || err != nil {
				t.Errorf("%v, threads in the order %v: %s, error %v", p, order, d, err)
			}
		}
	}
}

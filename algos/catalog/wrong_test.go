package catalog_test

import (
	"context"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
)

// counter is a type whose method has state.
type counter struct{ n int64 }

func (c *counter) set(v int64) { c.n = v }

func (c *counter) body(t *model.Thread, x, y model.Var) {
	c.n = t.Load(x)
	t.Store(y, c.n)
}

// packageState is state of a kind that no program should have.
var packageState int64

// wrong are programs whose executions are meaningless. Each must be refused, by
// every algorithm, with an error that contains all of say.
var wrong = []struct {
	name  string
	build func(p *model.Program, x, y model.Var)
	say   []string
}{
	{"result in a captured variable", func(p *model.Program, x, _ model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var r int64
			t.Store(x, 5)
			t.Join(t.Go("child", func(t *model.Thread) { r = t.Load(x) }))
			t.Assert(r == 5, "r is 5")
		})
	}, []string{"0 (main)", "child 1", "Join", "Return"}},
	{"stores that depend on a child's result", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			done := false
			t.Join(t.Go("child", func(t *model.Thread) { t.Load(x); done = true }))
			if done {
				t.Store(y, 1)
			}
		})
		p.Thread("other", func(t *model.Thread) { t.Load(y) })
	}, []string{"0 (main)", "child 1", "store y = 1"}},
	{"result in a slice", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			results := make([]int64, 2)
			t.Store(x, 1)
			a := t.Go("a", func(t *model.Thread) { results[0] = t.Add(x, 1) })
			b := t.Go("b", func(t *model.Thread) { results[1] = t.Add(x, 1) })
			t.Join(a)
			t.Join(b)
			t.Store(y, results[0]+results[1])
		})
	}, []string{"0 (main)", "store y ="}},
	{"result appended to a slice", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var results []int64
			t.Join(t.Go("a", func(t *model.Thread) { results = append(results, t.Load(x)) }))
			t.Store(y, int64(len(results)))
		})
	}, []string{"0 (main)", "store y ="}},
	{"result in a map", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			results := map[string]int64{}
			t.Join(t.Go("a", func(t *model.Thread) { t.Load(x); results["a"] = 7 }))
			t.Store(y, results["a"])
		})
	}, []string{"0 (main)", "store y ="}},
	{"result through a pointer", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			result := new(int64)
			t.Join(t.Go("a", func(t *model.Thread) { t.Load(x); *result = 7 }))
			t.Store(y, *result)
		})
	}, []string{"0 (main)", "store y ="}},
	{"result in a struct", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var result struct{ value int64 }
			t.Join(t.Go("a", func(t *model.Thread) { t.Load(x); result.value = 7 }))
			t.Store(y, result.value)
		})
	}, []string{"0 (main)", "store y ="}},
	{"result through a closure", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var r int64
			give := func(v int64) { r = v }
			take := func() int64 { return r }
			t.Join(t.Go("a", func(t *model.Thread) { t.Load(x); give(7) }))
			t.Store(y, take())
		})
	}, []string{"0 (main)", "store y ="}},
	{"result through a method value", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var c counter
			set := c.set
			t.Join(t.Go("a", func(t *model.Thread) { t.Load(x); set(7) }))
			t.Store(y, c.n)
		})
	}, []string{"0 (main)", "store y ="}},
	{"result through a channel", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			c := make(chan int64, 1)
			t.Join(t.Go("a", func(t *model.Thread) { t.Load(x); c <- 7 }))
			select {
			case v := <-c:
				t.Store(y, v)
			default:
				t.Store(y, 0)
			}
		})
	}, []string{"0 (main)", "store y ="}},
	{"siblings share a variable of their parent", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var r int64
			t.Go("a", func(t *model.Thread) { r = t.Load(x) + 1 })
			t.Go("b", func(t *model.Thread) { t.Load(x); t.Store(y, r) })
		})
	}, []string{"child 2", "store y ="}},
	{"a parent that changes what its child reads", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			v := int64(1)
			t.Go("a", func(t *model.Thread) { t.Load(x); t.Store(y, v) })
			t.Load(x)
			v = 2
		})
	}, []string{"child 1", "store y = 1", "store y = 2"}},
	{"a grandchild's result", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var r int64
			t.Join(t.Go("a", func(t *model.Thread) {
				t.Join(t.Go("b", func(t *model.Thread) { t.Load(x); r = 3 }))
			}))
			t.Store(y, r)
		})
	}, []string{"0 (main)", "store y = 3"}},
	{"declared threads share what the builder captured", func(p *model.Program, x, y model.Var) {
		var r int64
		p.Thread("reader", func(t *model.Thread) { r = t.Load(x) })
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 5) })
		p.Thread("third", func(t *model.Thread) { t.Load(x); t.Store(y, r) })
	}, []string{"2 (third)", "store y ="}},
	{"the same, declared the other way round", func(p *model.Program, x, y model.Var) {
		var r int64
		p.Thread("third", func(t *model.Thread) { t.Load(x); t.Store(y, r) })
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 5) })
		p.Thread("reader", func(t *model.Thread) { r = t.Load(x) })
	}, []string{"0 (third)", "store y ="}},
	{"a flag that is set once", func(p *model.Program, x, y model.Var) {
		ready := false
		p.Thread("producer", func(t *model.Thread) { t.Store(x, 1); ready = true })
		p.Thread("consumer", func(t *model.Thread) {
			if ready {
				t.Store(y, t.Load(x))
			}
		})
	}, []string{"1 (consumer)", "load x"}},
	{"package-level state", func(p *model.Program, x, y model.Var) {
		packageState = 0
		p.Thread("p", func(t *model.Thread) { t.Load(x); packageState++; t.Store(x, packageState) })
		p.Thread("q", func(t *model.Thread) { t.Load(x); packageState++; t.Store(y, packageState) })
	}, []string{"store", "package-level"}},
	{"a slice of the builder's", func(p *model.Program, x, y model.Var) {
		log := []int64{}
		p.Thread("p", func(t *model.Thread) { log = append(log, t.Load(x)) })
		p.Thread("q", func(t *model.Thread) { t.Store(x, 1); t.Store(y, int64(len(log))) })
	}, []string{"1 (q)", "store y ="}},
	{"method values with one receiver", func(p *model.Program, x, y model.Var) {
		c := new(counter)
		p.Thread("writer", func(t *model.Thread) { t.Add(x, 1) })
		p.Thread("p", func(t *model.Thread) { c.body(t, x, y) })
		p.Thread("q", func(t *model.Thread) { t.Load(x); t.Store(y, c.n+10) })
	}, []string{"2 (q)", "store y ="}},
	{"state only after a race", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) {
			var late bool
			c := t.Go("child", func(t *model.Thread) {
				if t.Load(x) == 1 {
					late = true
				}
			})
			t.Store(x, 1)
			t.Join(c)
			if late {
				t.Store(y, 1)
			}
		})
	}, []string{"0 (main)", "store y = 1"}},
	{"a Child kept outside", func(p *model.Program, x, _ model.Var) {
		var c model.Child
		p.Thread("p", func(t *model.Thread) { c = t.Go("child", func(t *model.Thread) { t.Load(x) }) })
		p.Thread("q", func(t *model.Thread) { t.Load(x); t.Join(c) })
	}, []string{"(q)", "join"}},

	{"the parent's Thread in a child", func(p *model.Program, x, _ model.Var) {
		p.Thread("main", func(t *model.Thread) {
			t.Join(t.Go("child", func(*model.Thread) { t.Store(x, 5) }))
			t.Assert(t.Load(x) == 5, "x is 5")
		})
	}, []string{"child 1 of thread 0 (main)", "Thread of thread 0 (main)", "store x = 5"}},
	{"the parent's Thread in a child, to load", func(p *model.Program, x, _ model.Var) {
		p.Thread("main", func(t *model.Thread) {
			t.Store(x, 1)
			t.Go("child", func(own *model.Thread) { own.Load(x); t.Load(x) })
			t.Load(x)
		})
	}, []string{"child 1 of thread 0 (main)", "Thread of thread 0 (main)", "load x"}},
	{"the parent's Thread in a child, to assert", func(p *model.Program, x, _ model.Var) {
		p.Thread("main", func(t *model.Thread) {
			t.Go("child", func(own *model.Thread) { t.Assert(own.Load(x) == 0, "x is 0") })
		})
	}, []string{"child 1 of thread 0 (main)", "Thread of thread 0 (main)", "x is 0"}},
	{"the Thread of another declared thread", func(p *model.Program, x, y model.Var) {
		var saved *model.Thread
		p.Thread("p", func(t *model.Thread) { saved = t; t.Load(x) })
		p.Thread("q", func(t *model.Thread) {
			t.Load(x)
			if saved != nil {
				saved.Store(y, 1)
			}
		})
	}, []string{"(q)"}},
	{"a wrong Thread, hidden by recover", func(p *model.Program, x, _ model.Var) {
		p.Thread("main", func(t *model.Thread) {
			t.Go("child", func(*model.Thread) {
				defer func() { _ = recover() }()
				t.Store(x, 5)
			})
		})
	}, []string{"Thread of thread 0 (main)", "store x = 5"}},
	{"a variable declared by a thread", func(p *model.Program, x, _ model.Var) {
		p.Thread("p", func(t *model.Thread) { t.Store(p.Var("late", 0), t.Load(x)) })
	}, []string{"0 (p)", "variable late", "before the program runs"}},
	{"a mutex declared by a thread", func(p *model.Program, x, _ model.Var) {
		p.Thread("p", func(t *model.Thread) { t.Load(x); t.Lock(p.Mutex("late")) })
	}, []string{"0 (p)", "mutex late", "before the program runs"}},
	{"a thread declared by a thread", func(p *model.Program, x, _ model.Var) {
		p.Thread("p", func(t *model.Thread) {
			t.Load(x)
			p.Thread("late", func(*model.Thread) {})
		})
	}, []string{"0 (p)", "thread late", "Go"}},
	{"a negative number of variables", func(p *model.Program, x, _ model.Var) {
		p.Vars("array", -1, 0)
		p.Thread("p", func(t *model.Thread) { t.Load(x) })
	}, []string{`Vars("array", -1)`}},
	{"a negative number of mutexes", func(p *model.Program, x, _ model.Var) {
		p.Mutexes("locks", -3)
		p.Thread("p", func(t *model.Thread) { t.Load(x) })
	}, []string{`Mutexes("locks", -3)`}},
	{"predicate that panics", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) { t.Store(x, 1) })
		p.Thread("other", func(t *model.Thread) { t.Await(x, func(v int64) bool { return 1/(v-1) > 0 }) })
	}, []string{"thread 1 (other)", "waits for x", "the value 1", "divide by zero"}},
	{"predicate that panics for the value of one order", func(p *model.Program, x, _ model.Var) {
		for id := range int64(3) {
			p.Thread("writer", func(t *model.Thread) { t.Store(x, 10*t.Load(x)+id+1) })
		}
		p.Thread("waiter", func(t *model.Thread) {
			t.Await(x, func(v int64) bool { return v != 0 && 1/(v-321) <= 1 })
		})
	}, []string{"3 (waiter)", "x", "321", "panics"}},
	{"update that panics", func(p *model.Program, x, y model.Var) {
		p.Thread("main", func(t *model.Thread) { t.Store(x, 1) })
		p.Thread("other", func(t *model.Thread) {
			t.When(x, func(v int64) bool { return v == 1 }, func(v int64) int64 { return []int64{7}[v] })
		})
	}, []string{"thread 1 (other)", "waits for x", "the value 1", "index out of range"}},
	{"no body", func(p *model.Program, _, _ model.Var) { p.Thread("p", nil) }, []string{"thread p", "no body"}},
	{"go without a body", func(p *model.Program, _, _ model.Var) {
		p.Thread("p", func(t *model.Thread) { t.Go("child", nil) })
	}, []string{"0 (p)", "go child", "no body"}},
	{"no variable", func(p *model.Program, _, _ model.Var) {
		p.Thread("p", func(t *model.Thread) { t.Load(model.Var{}) })
	}, []string{"0 (p)", "variable", "never declared"}},
	{"another program's mutex", func(p *model.Program, x, _ model.Var) {
		l := model.NewProgram("other").Mutex("l")
		p.Thread("p", func(t *model.Thread) { t.Load(x); t.Lock(l) })
	}, []string{"0 (p)", "mutex", "another program (other)"}},
	{"no child", func(p *model.Program, x, _ model.Var) {
		p.Thread("p", func(t *model.Thread) { t.Load(x); t.Join(model.Child{}) })
	}, []string{"0 (p)", "join", "never"}},
}

// TestWrongPrograms checks that no algorithm reports figures for a meaningless
// program, in any scheduling order.
func TestWrongPrograms(t *testing.T) {
	for _, c := range wrong {
		for _, a := range catalog.All() {
			for _, order := range algos.Orders() {
				t.Run(c.name+"/"+a.Name+"/"+order.String(), func(t *testing.T) {
					seeds := uint64(1)
					if order == algos.RandomThread {
						seeds = 5
					}
					for seed := range seeds {
						p := model.NewProgram("wrong")
						c.build(p, p.Var("x", 0), p.Var("y", 0))
						_, err := a.New(algos.Options{Order: order, Seed: seed}).Explore(context.Background(), p, nil)
						checkRefusal(t, err, c.say)
					}
				})
			}
		}
	}
}

func checkRefusal(t *testing.T, err error, say []string) {
	t.Helper()
	if err == nil {
		t.Fatal("explored without an error")
	}
	for _, part := range say {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not contain %q", err, part)
		}
	}
	if strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q has more than one line", err)
	}
}

// TestResults explores a program whose threads have results: one that depends
// on a race, one of a thread that fails, and one of a thread without Return. An event more shows that their sum is 11. The first
// failure is reported, whatever a thread does that has joined the failed one.
func TestResults(t *testing.T) {
	for _, a := range catalog.All() {
		p := model.NewProgram("results")
		x, y := p.Var("x", 0), p.Var("y", 0)
		p.Thread("main", func(t *model.Thread) {
			read := t.Go("read", func(t *model.Thread) { t.Return(10 + t.Load(x)) })
			t.Store(x, 1)
			failed := t.Go("failed", func(t *model.Thread) { t.Assert(false, "always") })
			none := t.Go("none", func(t *model.Thread) { t.Load(y) })
			t.Store(y, t.Join(read)+t.Join(failed)+t.Join(none))
			if t.Load(y) == 11 {
				t.Store(y, 0)
			}
			t.Assert(false, "after a failure")
		})
		failures, lengths := map[string]int{}, map[int]int{}
		_, err := a.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
			failures[e.Failure()]++
			lengths[len(e.Events())]++
			return nil
		})
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
		}
		if len(failures) != 1 || len(lengths) != 2 {
			t.Errorf("%s: failures %v, lengths %v, want the failure of the child, with and without an event more", a.Name, failures, lengths)
		}
	}
}

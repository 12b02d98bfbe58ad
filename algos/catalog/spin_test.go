package catalog_test

import (
	"context"
	"errors"
	"runtime"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// spinning are programs with a loop that waits for something that need not
// happen. Each must be refused soon, with an error that contains all of say.
var spinning = []struct {
	name  string
	build func(p *model.Program, x, y model.Var)
	say   []string
}{
	{"no thread stores", func(p *model.Program, x, _ model.Var) {
		p.Thread("spinner", func(t *model.Thread) {
			for t.Load(x) == 0 {
			}
		})
	}, []string{"0 (spinner)", "load x", "Assume"}},
	{"another thread stores", func(p *model.Program, x, _ model.Var) {
		p.Thread("spinner", func(t *model.Thread) {
			for t.Load(x) == 0 {
			}
		})
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
	}, []string{"0 (spinner)", "load x", "Assume"}},
	{"another thread stores first", func(p *model.Program, x, _ model.Var) {
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
		p.Thread("spinner", func(t *model.Thread) {
			for t.Load(x) == 0 {
			}
		})
	}, []string{"1 (spinner)", "load x", "Assume"}},
	{"two variables", func(p *model.Program, x, y model.Var) {
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 1); t.Store(y, 1) })
		p.Thread("spinner", func(t *model.Thread) {
			for t.Load(x)+t.Load(y) < 2 {
			}
		})
	}, []string{"1 (spinner)", "load x, load y", "Assume"}},
	{"a compare-and-swap lock", func(p *model.Program, x, y model.Var) {
		for range 2 {
			p.Thread("spinner", func(t *model.Thread) {
				for !t.CompareAndSwap(x, 0, 1) {
				}
				t.Add(y, 1)
				t.Store(x, 0)
			})
		}
	}, []string{"(spinner)", "compare-and-swap x", "Assume"}},
	{"a swap lock", func(p *model.Program, x, y model.Var) {
		for range 2 {
			p.Thread("spinner", func(t *model.Thread) {
				for t.Swap(x, 1) == 1 {
				}
				t.Add(y, 1)
				t.Store(x, 0)
			})
		}
	}, []string{"(spinner)", "swap x for 1", "Assume"}},
	{"with a mutex", func(p *model.Program, x, _ model.Var) {
		l := p.Mutex("l")
		p.Thread("writer", func(t *model.Thread) { t.Lock(l); t.Store(x, 1); t.Unlock(l) })
		p.Thread("spinner", func(t *model.Thread) {
			for done := false; !done; {
				t.Lock(l)
				done = t.Load(x) == 1
				t.Unlock(l)
			}
		})
	}, []string{"1 (spinner)", "load x", "Assume"}},
	{"for each other", func(p *model.Program, x, y model.Var) {
		p.Thread("p", func(t *model.Thread) {
			for t.Load(x) == 0 {
			}
			t.Store(y, 1)
		})
		p.Thread("q", func(t *model.Thread) {
			for t.Load(y) == 0 {
			}
			t.Store(x, 1)
		})
	}, []string{"load", "Assume"}},
	{"a child", func(p *model.Program, x, _ model.Var) {
		p.Thread("main", func(t *model.Thread) {
			c := t.Go("child", func(t *model.Thread) {
				for t.Load(x) == 0 {
				}
			})
			t.Store(x, 1)
			t.Join(c)
		})
	}, []string{"child 1 of thread 0 (main)", "load x", "Assume"}},
}

// TestSpinning checks that no algorithm runs out of memory, or of patience, with
// a loop that spins.
func TestSpinning(t *testing.T) {
	steps := 100_000
	if testing.Short() {
		steps /= 4
	}
	for i, c := range spinning {
		for j, a := range catalog.All() {
			for k, order := range algos.Orders() {
				if testing.Short() && (i+j+k)%3 != 0 {
					continue // another algorithm or program has this order
				}
				t.Run(c.name+"/"+a.Name+"/"+order.String(), func(t *testing.T) {
					p := model.NewProgram("spinning")
					c.build(p, p.Var("x", 0), p.Var("y", 0))
					var before, after runtime.MemStats
					runtime.ReadMemStats(&before)
					begun := time.Now()
					_, err := a.New(algos.Options{Order: order, MaxSteps: steps}).Explore(context.Background(), p, nil)
					runtime.ReadMemStats(&after)
					t.Logf("%v, %d MB", time.Since(begun), (after.TotalAlloc-before.TotalAlloc)>>20)
					checkRefusal(t, err, c.say)
					if spin := new(behaviour.SpinError); !errors.As(err, &spin) {
						t.Errorf("error %v, want a behaviour.SpinError", err)
					}
					if allocated := after.TotalAlloc - before.TotalAlloc; allocated > uint64(steps)<<10 {
						t.Errorf("allocated %d MB in %d steps, want at most a kilobyte for each", allocated>>20, steps)
					}
				})
			}
		}
	}
}

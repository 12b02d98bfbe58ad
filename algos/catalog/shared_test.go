package catalog_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// sharing are programs whose threads share Go state in the functions that they wait with.
var sharing = map[string]func(p *model.Program, x, y model.Var){
	"an update that reads what another thread changes": func(p *model.Program, x, y model.Var) {
		var by int64
		p.Thread("a", func(t *model.Thread) {
			t.When(x, func(int64) bool { return true }, func(v int64) int64 { return v + by })
			if t.Load(x) == 0 {
				t.Store(y, 3)
			}
		})
		p.Thread("b", func(t *model.Thread) { by = t.Load(y); t.Store(y, 2) })
		p.Thread("c", func(t *model.Thread) { t.Store(y, 1) })
	},
	"a guard that reads what another thread sets": func(p *model.Program, x, y model.Var) {
		var ready bool
		p.Thread("a", func(t *model.Thread) {
			t.When(x, func(int64) bool { return ready }, func(v int64) int64 { return v + 1 })
		})
		p.Thread("b", func(t *model.Thread) { t.Load(x); ready = true; t.Store(x, 1) })
	},
	"an await on a state that changes": func(p *model.Program, x, y model.Var) {
		var least int64
		p.Thread("a", func(t *model.Thread) { t.Await(x, func(v int64) bool { return v >= least }); t.Store(y, 1) })
		p.Thread("b", func(t *model.Thread) { t.Store(x, 1); least = t.Load(y) + 1; t.Store(x, 2) })
	},
	"a guard that counts its calls": func(p *model.Program, x, y model.Var) {
		calls := 0
		p.Thread("a", func(t *model.Thread) { t.Await(x, func(v int64) bool { calls++; return calls%3 != 0 }) })
		p.Thread("b", func(t *model.Thread) { t.Store(x, 1) })
	},
}

// TestSharedByGuards: every algorithm detects state that threads share in guards and updates.
func TestSharedByGuards(t *testing.T) {
	for name, build := range sharing {
		for _, a := range catalog.All() {
			t.Run(name+"/"+a.Name, func(t *testing.T) {
				p := model.NewProgram("shared")
				build(p, p.Var("x", 0), p.Var("y", 0))
				stats, err := a.New(algos.Options{}).Explore(context.Background(), p, nil)
				_, shares := errors.AsType[*isolation.SharedStateError](err)
				_, fickle := errors.AsType[*behaviour.NondeterminismError](err)
				if !shares && !fickle {
					t.Errorf("%d executions, error %v; want an error about state that is shared", stats.Executions, err)
				}
			})
		}
	}
}

// rare are programs that break the rules of the model in a branch that a first execution does not take.
var rare = map[string]func(p *model.Program, x, y model.Var){
	"a captured variable": func(p *model.Program, x, y model.Var) {
		var told bool
		p.Thread("a", func(t *model.Thread) {
			if t.Load(y) == 1 && t.Load(x) == 1 {
				told = true
			}
			t.Store(x, 2)
		})
		p.Thread("b", func(t *model.Thread) {
			t.Store(x, 1)
			if t.Load(x) == 2 && told {
				t.Store(y, 3)
			}
		})
		p.Thread("c", func(t *model.Thread) { t.Store(y, 1); t.Store(y, 2) })
	},
	"a guard": func(p *model.Program, x, y model.Var) {
		var runs int64
		p.Thread("a", func(t *model.Thread) {
			if t.Load(x) == 1 && t.Load(y) == 2 {
				t.Await(x, func(v int64) bool { return (v-runs)%5 == 0 })
			}
		})
		p.Thread("b", func(t *model.Thread) {
			runs++
			t.Store(x, 1)
			t.Store(y, 2)
			t.Store(x, 3)
		})
	},
	"the order of a map": func(p *model.Program, x, y model.Var) {
		p.Thread("a", func(t *model.Thread) {
			if t.Load(x) == 1 && t.Load(y) == 2 {
				many := map[int64]bool{}
				for i := range int64(1000) {
					many[i] = true
				}
				for i := range many {
					t.Store(x, i)
					break
				}
			}
		})
		p.Thread("b", func(t *model.Thread) { t.Store(x, 1); t.Store(y, 2); t.Store(x, 3) })
	},
	"a random number": func(p *model.Program, x, y model.Var) {
		p.Thread("a", func(t *model.Thread) {
			if t.Load(x) == 1 && t.Load(y) == 2 {
				t.Store(x, rand.Int64())
			}
		})
		p.Thread("b", func(t *model.Thread) { t.Store(x, 1); t.Store(y, 2); t.Store(x, 3) })
	},
}

// TestRareBranches: every algorithm detects what breaks the rules in a rare branch, even if the program was checked
// ahead.
func TestRareBranches(t *testing.T) {
	for name, build := range rare {
		for _, under := range memory.Sequences() {
			for _, a := range catalog.All() {
				if !a.Explores(under) {
					continue
				}
				t.Run(name+"/"+under.String()+"/"+a.Name, func(t *testing.T) {
					p := model.NewProgram("rare")
					build(p, p.Var("x", 0), p.Var("y", 0))
					if err := isolation.CheckFirst(p, under, 2000); err != nil {
						t.Fatal("not rare: found before it is explored:", err)
					}
					stats, err := a.New(algos.Options{Memory: under}).Explore(context.Background(), p, nil)
					_, shares := errors.AsType[*isolation.SharedStateError](err)
					_, fickle := errors.AsType[*behaviour.NondeterminismError](err)
					if !shares && !fickle {
						t.Errorf("%d executions, error %v; want an error", stats.Executions, err)
					}
				})
			}
		}
	}
}

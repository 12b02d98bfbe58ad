package catalog_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/front"
)

// sleeper is a random program whose threads sleep, lock, and use variables. Its clock counts the time in its lower digits, and who sleeps until
// when in the others.
func sleeper(r *rand.Rand) *model.Program {
	p := front.NewProgram("sleeper")
	p.LetsTimePass()
	clock, x, mu := p.Var("clock", 0), p.Vars("x", 2, 0), p.Mutex("mu")
	const now = 100
	digit := int64(now)
	for k := range 2 + r.IntN(2) {
		type step struct{ what, n int }
		var steps []step
		for range 1 + r.IntN(4) {
			steps = append(steps, step{r.IntN(6), r.IntN(3)})
		}
		unit := digit
		digit *= 16
		p.Thread(fmt.Sprint("p", k), func(t *front.Thread) {
			until := func(clock, unit int64) int64 { return clock / unit % 16 }
			for _, s := range steps {
				switch v := x[s.n%2]; s.what {
				case 0, 1: // sleep
					t.When(clock, func(int64) bool { return true }, func(c int64) int64 { return c + (c%now+1+int64(s.n))*unit })
					t.Pass(clock, func(c int64) bool {
						mine := until(c, unit)
						for other := int64(now); other <= now*16*16; other *= 16 {
							if u := until(c, other); u != 0 && u < mine {
								return false
							}
						}
						return mine > 0
					}, func(c int64) int64 {
						mine := until(c, unit)
						return c - mine*unit - c%now + mine
					})
				case 2:
					t.Store(v, t.Load(v)+1)
				case 3:
					t.Lock(mu)
					t.Add(v, int64(s.n))
					t.Unlock(mu)
				case 4:
					t.Await(v, func(v int64) bool { return v > 0 })
				case 5: // wakes everybody else for good
					t.When(clock, func(int64) bool { return true }, func(c int64) int64 {
						mine := until(c, unit) * unit
						return c%now + mine
					})
				}
			}
		})
	}
	return (*model.Program)(p)
}

// TestPasses: where time passes only when nothing else can happen, each algorithm that does not refuse such a program reaches the
// classes that full enumeration finds.
func TestPasses(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	refused := map[string]bool{}
	for range 300 {
		seed := random.Uint64()
		want := classesOf(t, sleeper(rand.New(rand.NewPCG(seed, 0))), "exhaustive", seed, refused)
		for _, a := range catalog.All() {
			got := classesOf(t, sleeper(rand.New(rand.NewPCG(seed, 0))), a.Name, seed, refused)
			if refused[a.Name] {
				continue
			}
			for class, n := range got {
				if want[class] == 0 || a.ExactlyOnce && n != 1 {
					t.Errorf("%s, seed %d: a class is visited %d times, which exists %d times", a.Name, seed, n, want[class])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s, seed %d: %d classes, want %d", a.Name, seed, len(got), len(want))
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, name := range []string{"pop", "optimal", "source", "sleepset", "exhaustive"} {
		if refused[name] {
			t.Errorf("%s refuses programs in which time passes", name)
		}
	}
	if !refused["trust"] {
		t.Error("trust does not refuse programs in which time passes")
	}
}

func classesOf(t *testing.T, p *model.Program, algorithm string, seed uint64, refused map[string]bool) map[string]int {
	t.Helper()
	explorer, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]int{}
	_, err = explorer.Explore(context.Background(), p, func(e *model.Execution) error {
		classes[e.Key()]++
		return nil
	})
	var no *algos.RefusedError
	if errors.As(err, &no) {
		refused[algorithm] = true
	} else if err != nil {
		t.Errorf("%s, seed %d: %v", algorithm, seed, err)
	}
	return classes
}

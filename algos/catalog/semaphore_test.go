package catalog_test

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// posting is a random program whose threads post and wait at two semaphores, each of which counts the permits, and the turns of the threads that
// wait for one. Besides, they lock, and use variables.
func posting(r *rand.Rand) *model.Program {
	p := front.NewProgram("posting")
	p.CommutePosts()
	permits, turns, x, mu := []front.Var{p.Var("permits[0]", int64(r.IntN(3))), p.Var("permits[1]", int64(r.IntN(2)))}, p.Vars("turns", 2, 0), p.Vars("x", 2, 0), p.Mutex("mu")
	for k := range 2 + r.IntN(3) {
		type step struct{ kind, n int }
		var steps []step
		for range 1 + r.IntN(3) {
			steps = append(steps, step{r.IntN(8), r.IntN(3)})
		}
		p.Thread(fmt.Sprint("p", k), func(t *front.Thread) {
			for _, s := range steps {
				switch i := s.n % 2; s.kind {
				case 0, 1, 2:
					t.Post(permits[i])
				case 3, 4, 5:
					turn := t.Fetch(turns[i], operation.FetchAdd, 1)
					t.AwaitAtLeast(permits[i], turn+1)
				case 6:
					t.Store(x[i], t.Load(x[i])+1)
				case 7:
					t.Lock(mu)
					t.Add(x[i], int64(s.n))
					t.Unlock(mu)
				}
			}
		})
	}
	return (*model.Program)(p)
}

// growing is a random program whose threads add to variables, wait until these have some least value, and access them otherwise.
func growing(r *rand.Rand) *model.Program {
	p := front.NewProgram("growing")
	x := p.Vars("x", 2, 0)
	for k := range 2 + r.IntN(2) {
		type step struct {
			kind, on int
			n        int64
		}
		var steps []step
		for range 1 + r.IntN(4) {
			steps = append(steps, step{r.IntN(9), r.IntN(2), r.Int64N(3)})
		}
		p.Thread(fmt.Sprint("p", k), func(t *front.Thread) {
			for _, s := range steps {
				switch x := x[s.on]; s.kind {
				case 0, 1, 2:
					t.Apply(x, operation.FetchAdd, s.n)
				case 3, 4:
					t.AwaitAtLeast(x, s.n+1)
				case 5:
					t.Load(x)
				case 6:
					t.Store(x, s.n)
				case 7:
					t.CompareAndSwap(x, s.n, 0)
				case 8:
					t.Fetch(x, operation.FetchAdd, s.n-1)
				}
			}
		})
	}
	return (*model.Program)(p)
}

// TestPosts: each algorithm that does not refuse a program with semaphores reaches the classes that full enumeration finds.
func TestPosts(t *testing.T) {
	compareOn(t, posting, memory.SC)
	compareOn(t, posting, memory.CommutingSC)
}

// TestAtLeast is the same for waiting for the least value of a variable to which Applies add.
func TestAtLeast(t *testing.T) { compareOn(t, growing, memory.CommutingSC) }

// compareOn compares all algorithms with full enumeration on random programs.
func compareOn(t *testing.T, program func(*rand.Rand) *model.Program, m memory.Model) {
	const mostClasses = 1000
	random := rand.New(rand.NewPCG(7, 7))
	refused := map[string]bool{}
	for range *posts {
		seed := random.Uint64()
		of := func(algorithm string) map[string]int {
			return classesUnder(t, program(rand.New(rand.NewPCG(seed, 0))), seed, m, algorithm, refused)
		}
		want := of("exhaustive")
		if len(want) > mostClasses {
			continue
		}
		for _, a := range everyAlgorithm() {
			got := of(a.Name)
			if refused[a.Name] {
				continue
			}
			for class, n := range got {
				if want[class] == 0 || a.ExactlyOnce && n != 1 {
					t.Errorf("%s, %v, seed %d: a class is visited %d times, which exists %d times", a.Name, m, seed, n, want[class])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%s, %v, seed %d: %d classes, want %d", a.Name, m, seed, len(got), len(want))
			}
		}
		if t.Failed() {
			return
		}
	}
	for _, a := range everyAlgorithm() {
		if refused[a.Name] == a.Commuting {
			t.Errorf("%s, %v: refused is %v", a.Name, m, refused[a.Name])
		}
	}
}

var posts = flag.Int("posts", 300, "number of random programs of each kind in TestPosts and TestAtLeast")

func everyAlgorithm() (all []catalog.Algorithm) {
	for _, name := range catalog.Names() {
		if a, ok := catalog.Lookup(name); ok && !a.Samples {
			all = append(all, a)
		}
	}
	return all
}

func classesUnder(t *testing.T, p *model.Program, seed uint64, m memory.Model, algorithm string, refused map[string]bool) map[string]int {
	t.Helper()
	explorer, err := catalog.New(algorithm, algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	classes := map[string]int{}
	_, err = explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		classes[e.Key()]++
		return nil
	})
	var no *algos.RefusedError
	if errors.As(err, &no) {
		refused[algorithm] = true
	} else if err != nil {
		t.Errorf("%s, %v, seed %d: %v", algorithm, m, seed, err)
	}
	return classes
}

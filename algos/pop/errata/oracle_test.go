package errata_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/algos/pop/algorithm2"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

// TestPlainAndFast compares Algorithm 2, plain and with all corrections, with
// package pop on random programs: both must explore the same executions in the
// same order.
func TestPlainAndFast(t *testing.T) {
	for _, kind := range []struct {
		name   string
		random func(smallprog.Choices) smallprog.Program
	}{{"all statements", smallprog.Random}, {"loads and stores", smallprog.Accesses}, {"CompareAndSwap", smallprog.Contended}} {
		t.Run(kind.name, func(t *testing.T) {
			const seed = 1
			programs := 1500
			if testing.Short() {
				programs /= 10
			}
			r := rand.New(rand.NewPCG(seed, 0))
			executions := 0
			for range programs {
				p := kind.random(r)
				executions += comparePlainAndFast(t, p, algos.Options{Order: algos.Orders()[r.IntN(3)], Seed: r.Uint64()})
			}
			t.Logf("%d executions", executions)
		})
	}
}

// TestPlainAndFastOnSmall does the same on every small program, and on the programs of the errata.
func TestPlainAndFastOnSmall(t *testing.T) {
	for _, bound := range []smallprog.Bound{
		{Alphabet: smallprog.RWU, FewestThreads: 2, Threads: 3, Variables: 2, Accesses: 4},
		{Alphabet: smallprog.Mutexes, FewestThreads: 2, Threads: 3, Variables: 1, Mutexes: 1, Accesses: 4},
		{Alphabet: smallprog.CASes, FewestThreads: 2, Threads: 3, Variables: 1, Values: 3, Accesses: 3},
	} {
		for p := range bound.Programs() {
			comparePlainAndFast(t, p, algos.Options{})
			comparePlainAndFast(t, p, algos.Options{Order: algos.LastThread})
		}
	}
	for _, e := range errata {
		for _, example := range append(e.more, e.example) {
			for seed := range uint64(30) {
				comparePlainAndFast(t, smallprog.MustParse(example.program), algos.Options{Order: algos.RandomThread, Seed: seed})
			}
		}
	}
}

func comparePlainAndFast(t *testing.T, p smallprog.Program, o algos.Options) (executions int) {
	t.Helper()
	n, agree := plainAndFast(p, o)
	if !agree {
		small := smallprog.Shrink(p, func(q smallprog.Program) bool { _, agree := plainAndFast(q, o); return !agree })
		t.Fatalf("%v\n\tshrunk: %v\n\torder %v, seed %d: other executions, or in another order", p, small, o.Order, o.Seed)
	}
	return n
}

// plainAndFast explores p with both. It returns the number of executions, or 0 if there are too many to compare.
func plainAndFast(p smallprog.Program, o algos.Options) (executions int, agree bool) {
	const most = 500
	fast, n := events(pop.New(o), p, most)
	if n > most {
		return 0, true
	}
	plain, _ := events(algorithm2.New(o, algorithm2.All), p, most)
	return n, slices.Equal(plain, fast)
}

// events returns the events of all executions that x explores, one after the other, and the
// number of executions. It stops after one more than most. An error is an event of no kind.
func events(x algos.Explorer, p smallprog.Program, most int) (list []event.Event, executions int) {
	_, err := x.Explore(context.Background(), p.Build(), func(e *model.Execution) error {
		list = append(append(list, e.Events()...), event.Event{Index: -1})
		if executions++; executions > most {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil {
		list = append(list, event.Event{})
	}
	return list, executions
}

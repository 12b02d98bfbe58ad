package letters_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

var (
	random = flag.Int("random", 0, "random programs for each memory model; 0 for as many as take seconds")
	seed   = flag.Uint64("seed", 1, "seed of the random programs")
)

// memories are the memory models that the proof covers.
var memories = []memory.Model{memory.SC, memory.TSO, memory.PSO, memory.CommutingSC}

// kinds are the kinds of random programs, except where updates commute.
var kinds = []func(smallprog.Choices) smallprog.Program{
	smallprog.Random, smallprog.Contended, smallprog.Locking, smallprog.Rich, smallprog.Awaiting, smallprog.Buffered, large,
}

func large(c smallprog.Choices) smallprog.Program {
	all := smallprog.LargeKinds()
	return smallprog.Large(c, all[c.IntN(len(all))])
}

// eachRandom calls f with random programs for that memory model until it returns an error: short of them with -short,
// long otherwise, unless -random gives the number.
func eachRandom(t *testing.T, m memory.Model, short, long int, f func(r *rand.Rand, p smallprog.Program) error) {
	t.Helper()
	n := long
	switch {
	case *random > 0:
		n = *random
	case testing.Short():
		n = short
	}
	r := rand.New(rand.NewPCG(*seed, uint64(m)))
	for range n {
		p := smallprog.Program{}
		if m == memory.CommutingSC {
			p = smallprog.Applying(r)
		} else {
			p = kinds[r.IntN(len(kinds))](r)
		}
		if err := f(r, p); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
	}
}

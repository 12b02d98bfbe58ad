package lemmas_test

import (
	"flag"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
)

var (
	accesses = flag.Int("accesses", 0, "maximum number of accesses of enumerated programs; 0 for as many as take seconds")
	random   = flag.Int("random", -1, "large random programs; -1 for as many as take seconds")
	seed     = flag.Uint64("seed", 1, "seed of the random programs")
)

// bounds are the programs on which each claim is checked, of up to short accesses with -short, and up to long
// otherwise.
var bounds = []struct {
	bound       smallprog.Bound
	short, long int
}{
	{smallprog.Bound{Alphabet: smallprog.RWU, FewestThreads: 2, Threads: 4, Variables: 3}, 4, 5},
	{smallprog.Bound{Alphabet: smallprog.Mutexes, FewestThreads: 2, Threads: 4, Variables: 1, Mutexes: 1}, 4, 5},
	{smallprog.Bound{Alphabet: smallprog.Mutexes, FewestThreads: 2, Threads: 3, Variables: 1, Mutexes: 2}, 4, 5},
	{smallprog.Bound{Alphabet: smallprog.CASes, FewestThreads: 2, Threads: 4, Variables: 1, Values: 3}, 3, 4},
	{smallprog.Bound{Alphabet: smallprog.Chosen, FewestThreads: 2, Threads: 3, Variables: 2}, 4, 5},
}

// named are programs that distinguished wrong sleep sets from right ones, or that branch.
var named = []string{
	"p: x=1; y=1 | q: a=x; b=y; c=x",
	"p: x=1; y=1 | q: a=x | r: b=x; y=b+1; c=x",
	"p: x=1; x=2 | q: a=x | r: b=x; if b==1 { y=1 } | s: c=y",
	"p: a=choose(2); x=a | q: b=x; if b==1 { c=choose(2); x=c } | r: d=x",
	"p: x=1 | q: y=1; a=x | r: b=x; if b==0 { z=1 }; c=y | s: d=y; e=x",
	"p: x=1 | q: y=1 | r: z=1 | s: a=y; b=z; c=x | t: z=1; d=y; e=x",
	"p: x=1 | q: y=1 | r: z=1; u=1 | s: b=y; c=u; a=x | t: z=2; d=y; f=x",
	"p: x=1 | q: y=1 | r: update z | s: a=y; b=z; b=x | t: a=z; a=y; b=x",
}

// each yields the named programs, all within the bounds, and large random ones.
func each() iter.Seq[smallprog.Program] {
	return func(yield func(smallprog.Program) bool) {
		for _, text := range named {
			if !yield(smallprog.MustParse(text)) {
				return
			}
		}
		for _, b := range bounds {
			b.bound.Accesses = mostAccesses(b.short, b.long)
			for p := range b.bound.Programs() {
				if unlocksOwn(p) && !yield(p) {
					return
				}
			}
		}
		r := rand.New(rand.NewPCG(*seed, 0))
		for range numberOfRandom() {
			if p := smallprog.Large(r, kinds[r.IntN(len(kinds))]); unlocksOwn(p) && !yield(p) {
				return
			}
		}
	}
}

func mostAccesses(short, long int) int {
	switch {
	case *accesses > 0:
		return *accesses
	case testing.Short():
		return short
	}
	return long
}

// kinds are the kinds of large programs that type program supports.
var kinds = []smallprog.LargeKind{
	smallprog.LargePlain, smallprog.LargePlain, smallprog.LargeBranching, smallprog.LargeCAS, smallprog.LargeLocking, smallprog.LargeChoosing,
}

func numberOfRandom() int {
	switch {
	case *random >= 0:
		return *random
	case testing.Short():
		return 5
	}
	return 300
}

// unlocksOwn reports whether threads lock only mutexes that they do not hold, and unlock only mutexes that they hold,
// as the proof assumes.
func unlocksOwn(p smallprog.Program) bool {
	for _, body := range p.Threads {
		held := map[int]bool{}
		for _, s := range body {
			switch s.Op {
			case smallprog.Lock, smallprog.Unlock:
				if held[s.Object] == (s.Op == smallprog.Lock) {
					return false
				}
				held[s.Object] = s.Op == smallprog.Lock
			}
		}
	}
	return true
}

// explorations returns explorations of p in three orders: first thread first, last thread first, and any at each
// node.
func explorations(p smallprog.Program) []*exploration {
	var order []int
	for t := range p.Threads {
		order = append(order, t)
	}
	backward := slices.Clone(order)
	slices.Reverse(backward)
	return []*exploration{
		{program: program(p), order: order},
		{program: program(p), order: backward},
		{program: program(p), order: order, random: rand.New(rand.NewPCG(7, 7))},
	}
}

// holds checks that the claims hold for each program.
func holds(t *testing.T, claims ...claim) {
	t.Helper()
	holdsForOneOf(t, 1, claims...)
}

// holdsForOneOf checks that the claims hold for the named programs, and for one in n of the others, or in 3n with
// -short.
func holdsForOneOf(t *testing.T, n int, claims ...claim) {
	t.Helper()
	if testing.Short() {
		n *= 3
	}
	programs, checked, tooLarge, number := 0, 0, 0, 0
	for p := range each() {
		if number++; number > len(named) && number%n > 0 {
			continue
		}
		programs++
		for _, x := range explorations(p) {
			x.claims = claims
			x.explore(&node{}, nil)
			if checked += x.checked; x.wrong != "" {
				t.Fatalf("%v, threads in order %v: %s", p, x.order, x.wrong)
			}
			if x.givenUp() {
				tooLarge++
			}
		}
	}
	if t.Logf("%d programs, 3 orders, %d given up halfway, %d checks", programs, tooLarge, checked); checked == 0 {
		t.Error("nothing was checked")
	}
}

func shown(s sequence) string {
	if len(s) == 0 {
		return "⟨⟩"
	}
	var parts []string
	for _, e := range s {
		parts = append(parts, e.String())
	}
	return fmt.Sprintf("⟨%s⟩", strings.Join(parts, "·"))
}

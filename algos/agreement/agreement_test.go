// Package agreement compares algorithms with each other on programs that are too large for the
// oracle: of five to seven threads, and with up to 20,000 classes. A run is reduced to the number
// of its executions and to sums of the hashes of their classes; only where these differ is a
// program examined further, and shrunk.
//
// A few hundred programs take seconds. For more, build the test once and let it run:
//
//	go test -c -o agreement.test ./algos/agreement
//	GOGC=800 ./agreement.test -test.run TestAgreement -test.v -test.timeout 0 -test.memprofilerate 0 \
//		-kinds nested -classes 200 -memory sc,tso -programs 1000000
//
// Each program depends only on -seed and its number, so -first continues an interrupted run. Nested programs of at most 200
// classes find most mistakes for their time.
package agreement_test

import (
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

var (
	programs   = flag.Int("programs", 300, "random programs to explore")
	first      = flag.Int("first", 0, "number of the first program")
	seed       = flag.Uint64("seed", 1, "seed of the programs")
	kinds      = flag.String("kinds", "", "kinds of programs, separated by commas; if empty, all, with a third of the programs plain")
	algorithms = flag.String("algorithms", "optimal,trust,source,pop", "algorithms to compare, separated by commas")
	atMost     = flag.Int64("classes", 20_000, "classes that a program may have; larger programs are skipped")
	memories   = flag.String("memory", "sc", "memory models, separated by commas")
	bounded    = flag.Int("preemptions", -1, "explore each program within a random bound of at most that many preemptions")
)

// TestAgreement makes all algorithms explore the same programs, under each memory model. With -v it reports its progress.
func TestAgreement(t *testing.T) {
	var named []explorer
	for name := range strings.SplitSeq(*algorithms, ",") {
		a, ok := catalog.Lookup(name)
		if !ok {
			t.Fatalf("unknown algorithm %q", name)
		}
		named = append(named, explorer{a.Name, a.New, a.Optimal, a.Equivalence})
	}
	many := *programs
	if testing.Short() {
		many = min(many, 150)
	}
	for name := range strings.SplitSeq(*memories, ",") {
		m, err := memory.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name, func(t *testing.T) {
			c := (&campaign{explorers: named, seed: *seed, kinds: chosenKinds(t), memory: m, preemptions: *bounded, atMost: *atMost, log: t.Logf}).begin()
			for n := range many {
				if found := c.try(*first + n); found != nil {
					t.Error(found)
				}
			}
			c.report(*first + many)
		})
	}
}

// TestNested compares the algorithms on nested programs under all memory models that they share.
func TestNested(t *testing.T) {
	many := 150
	if testing.Short() {
		many = 40
	}
	var all []explorer
	for _, name := range []string{"optimal", "trust", "source", "pop", "fgdpor"} {
		a, _ := catalog.Lookup(name)
		all = append(all, explorer{a.Name, a.New, a.Optimal, a.Equivalence})
	}
	for _, m := range memory.Sequences()[:memory.CommutingSC] {
		t.Run(m.String(), func(t *testing.T) {
			t.Parallel()
			c := (&campaign{explorers: all, seed: 3, kinds: []smallprog.LargeKind{smallprog.LargeNested}, memory: m, preemptions: -1, atMost: 3000, log: t.Logf}).begin()
			for n := range many {
				if found := c.try(n); found != nil {
					t.Error(found)
				}
			}
			c.report(many)
		})
	}
}

// TestQuietFirst compares the order QuietFirst, and under SC the orders for comparisons, with the order of numbers, on all kinds of programs.
func TestQuietFirst(t *testing.T) {
	many := 200
	if testing.Short() {
		many = 60
	}
	optimal, _ := catalog.Lookup("optimal")
	all := []explorer{{name: "optimal", new: optimal.New, optimal: true}}
	for _, name := range []string{"pop", "pop-lazy", "optimal", "source", "fgdpor", "sleepset", "unfolding"} {
		a, _ := catalog.Lookup(name)
		all = append(all, explorer{name + ", quiet", func(o algos.Options) algos.Explorer {
			o.Order = algos.QuietFirst
			return a.New(o)
		}, a.Optimal, a.Equivalence})
	}
	under := map[memory.Model][]explorer{memory.TSO: all[:5], memory.PSO: all[:4]}
	for _, order := range algos.AllOrders()[len(algos.Orders())+1:] { // those for comparisons
		for _, name := range []string{"pop", "optimal", "source"} {
			a, _ := catalog.Lookup(name)
			all = append(all, explorer{fmt.Sprintf("%s, %v", name, order), func(o algos.Options) algos.Explorer {
				o.Order = order
				return a.New(o)
			}, a.Optimal, a.Equivalence})
		}
	}
	under[memory.SC] = all
	for m, explorers := range under {
		t.Run(m.String(), func(t *testing.T) {
			t.Parallel()
			c := (&campaign{explorers: explorers, seed: 7, kinds: smallprog.LargeKinds(), memory: m, preemptions: -1, atMost: 1000, log: t.Logf}).begin()
			for n := range many {
				if found := c.try(n); found != nil {
					t.Error(found)
				}
			}
			c.report(many)
		})
	}
}

func chosenKinds(t *testing.T) (chosen []smallprog.LargeKind) {
	if *kinds == "" {
		return standardKinds()
	}
	for name := range strings.SplitSeq(*kinds, ",") {
		k := slices.IndexFunc(smallprog.LargeKinds(), func(k smallprog.LargeKind) bool { return k.String() == name })
		if k < 0 {
			t.Fatalf("unknown kind %q: must be one of %v", name, smallprog.LargeKinds())
		}
		chosen = append(chosen, smallprog.LargeKind(k))
	}
	return chosen
}

// standardKinds are all kinds, with plain programs half as often as all others together.
func standardKinds() []smallprog.LargeKind {
	all := smallprog.LargeKinds()
	for range len(all)/2 - 1 {
		all = append(all, smallprog.LargePlain)
	}
	return all
}

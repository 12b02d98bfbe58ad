package catalog_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

// The flags of TestManyPrograms. In the conformance kit each algorithm consults the oracle separately; here all share
// it, so that more programs can be tried in the same time.
var (
	programs   = flag.Int("programs", 60, "random programs for TestManyPrograms")
	seed       = flag.Uint64("seed", 1, "seed of those programs")
	memoryFlag = flag.String("memory", "tso", "memory model for those programs")
	kind       = flag.String("kind", "buffered", "kind of those programs: "+strings.Join(kinds(), ", "))
	algorithms = flag.String("algorithms", "", "algorithms to try on those programs, separated by commas; all if empty")
	atMost     = flag.Int("classes", 300, "classes that those programs may have")
)

var makers = map[string]func(smallprog.Choices) smallprog.Program{
	"buffered": smallprog.Buffered, "random": smallprog.Random, "contended": smallprog.Contended, "locking": smallprog.Locking,
	"awaiting": smallprog.Awaiting, "waiting": waiting, "comparing": smallprog.Comparing, "both": smallprog.BufferedAwaiting, "applying": smallprog.Applying,
}

// waiting is smallprog.Buffered, except that some Loads and updates wait for a value.
func waiting(c smallprog.Choices) smallprog.Program {
	p := smallprog.Buffered(c)
	for _, body := range p.Threads {
		for i := range body {
			switch s := &body[i]; {
			case s.Op == smallprog.Load && c.IntN(3) == 0:
				s.Op, s.Compare = smallprog.Await, smallprog.Comparison(c.IntN(4))
			case s.Op == smallprog.Update && c.IntN(2) == 0:
				s.Op, s.Compare = smallprog.When, smallprog.Comparison(c.IntN(4))
			}
		}
	}
	return p
}

func kinds() (names []string) {
	for name := range makers {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// TestAwaitsOfBuffers is TestManyPrograms for programs that await values, or compare and swap from the buffer.
func TestAwaitsOfBuffers(t *testing.T) {
	tryMany(t, memory.TSO, "waiting", 60)
	tryMany(t, memory.PSO, "awaiting", 60)
	tryMany(t, memory.GenMCTSO, "both", 60)
}

// TestManyPrograms compares all algorithms with the oracle on random programs, in three orders each. With -v it
// reports its progress every 1,000 programs.
func TestManyPrograms(t *testing.T) {
	m, err := memory.Parse(*memoryFlag)
	if err != nil {
		t.Fatal(err)
	}
	tryMany(t, m, *kind, *programs)
}

func tryMany(t *testing.T, m memory.Model, kind string, programs int) {
	r := rand.New(rand.NewPCG(*seed, 0))
	tried, skipped, classes := 0, 0, 0
	for n := range programs {
		p := makers[kind](r)
		random := r.Uint64N(1 << 16)
		built := p.Build()
		want, ok := classesUpTo(t, built, m, *atMost)
		if !ok {
			skipped++
			continue
		}
		tried, classes = tried+1, classes+len(want)
		for _, a := range catalog.All() {
			if !a.StoreBuffers || *algorithms != "" && !slices.Contains(strings.Split(*algorithms, ","), a.Name) {
				continue
			}
			for _, o := range []algos.Options{{Order: algos.FirstThread}, {Order: algos.LastThread}, {Order: algos.RandomThread, Seed: random}} {
				o.Memory = m
				got, stats, err := algostest.Explore(a.New(o), built)
				d := got.Difference(want)
				if d != "" || err != nil || a.Optimal && stats.Redundant > 0 {
					t.Errorf("%s, order %v, seed %d, under %v: %s, %d redundant, error %v: %v", a.Name, o.Order, o.Seed, m, d, stats.Redundant, err, p)
				}
			}
		}
		if (n+1)%1000 == 0 || n+1 == programs {
			t.Logf("%d %s programs with %d classes under %v, %d too large", tried, kind, classes, m, skipped)
		}
	}
}

// classesUpTo is algostest.OracleUnder, but ok is false if there are more classes than most.
func classesUpTo(t *testing.T, p *model.Program, m memory.Model, most int) (classes algostest.Classes, ok bool) {
	classes = algostest.Classes{}
	_, err := exhaustive.New(algos.Options{Memory: m}).Explore(context.Background(), p, func(e *model.Execution) error {
		classes[e.Key()]++
		if len(classes) > most {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil {
		t.Fatalf("the oracle on %s: %v", p.Name(), err)
	}
	return classes, len(classes) <= most
}

package axioms_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// family is a kind of random programs with memory orders.
type family struct {
	name   string
	random func(smallprog.Choices) smallprog.Program
	most   int // statements
	share  int // of all programs
}

// ordered is a family of programs of another kind, to which a mix adds memory orders.
func ordered(m smallprog.Mix, random func(smallprog.Choices) smallprog.Program) func(smallprog.Choices) smallprog.Program {
	return func(c smallprog.Choices) smallprog.Program { return smallprog.Ordered(c, random(c), m) }
}

func sectioned(c smallprog.Choices) smallprog.Program { return smallprog.Sectioned(c, smallprog.Buffered(c)) }

func passing(m smallprog.Mix) func(smallprog.Choices) smallprog.Program {
	return func(c smallprog.Choices) smallprog.Program { return smallprog.Passing(c, m) }
}

// families are all kinds of random programs. Undirected ones alone find neither a missing release sequence nor a missing fence: that is
// why messages are passed.
var families = []family{
	{"relaxed", ordered(smallprog.MixRelaxed, smallprog.Buffered), 7, 4},
	{"fences", ordered(smallprog.MixFences, smallprog.Buffered), 7, 4},
	{"sc", ordered(smallprog.MixSeqCst, smallprog.Buffered), 7, 4},
	{"all", ordered(smallprog.MixAll, smallprog.Buffered), 7, 4},
	{"comparing", ordered(smallprog.MixAll, smallprog.Comparing), 6, 2},
	{"awaits", ordered(smallprog.MixAll, smallprog.BufferedAwaiting), 6, 4},
	{"relaxed awaits", ordered(smallprog.MixFences, smallprog.BufferedAwaiting), 6, 2},
	{"sections", ordered(smallprog.MixAll, sectioned), 8, 3},
	{"plain", ordered(smallprog.MixPlain, smallprog.Buffered), 7, 3},
	{"plain sections", ordered(smallprog.MixPlain, sectioned), 8, 2},
	{"all statements", ordered(smallprog.MixAll, smallprog.Random), 8, 3},
	{"all statements, fences", ordered(smallprog.MixFences, smallprog.Random), 8, 3},
	{"passing", passing(smallprog.MixFences), 8, 3},
	{"passing, all orders", passing(smallprog.MixAll), 8, 3},
	{"passing, plain", passing(smallprog.MixPlain), 8, 2},
}

var (
	graphPrograms = flag.Int("graph-programs", 50, "random programs for each share of a family, in TestGraphs")
	graphSeed     = flag.Uint64("graph-seed", 1, "the seed of TestGraphs")
)

// TestGraphs: for random programs under each memory model of graphs, all have exactly the executions that the axioms allow.
func TestGraphs(t *testing.T) {
	for _, f := range families {
		t.Run(f.name, func(t *testing.T) {
			n := *graphPrograms * f.share
			if testing.Short() {
				n /= 10
			}
			r := rand.New(rand.NewPCG(*graphSeed, 0))
			var sum tally
			for sum.programs < n {
				p := f.random(r)
				if p.Size() > f.most {
					continue
				}
				models := memory.Graphs()
				m := models[sum.programs%len(models)]
				sum.programs++
				sum.add(compareGraphs(t, p, m))
			}
			t.Logf("%+v", sum)
		})
	}
}

// tally counts programs, and their executions.
type tally struct{ programs, compared, withViews, executions, raced int }

func (t *tally) add(u tally) {
	t.compared += u.compared
	t.withViews += u.withViews
	t.executions += u.executions
	t.raced += u.raced
}

// compareGraphs compares the executions that the axioms allow with the machine's.
func compareGraphs(t *testing.T, p smallprog.Program, m memory.Model) (sum tally) {
	t.Helper()
	want, ok := byAxioms(t, p, m)
	if !ok {
		return sum
	}
	sum.compared, sum.executions = 1, len(want)
	for key, v := range want {
		if v.times > 1 {
			t.Fatalf("%v under %v: %d times by the axioms:\n%s", p, m, v.times, key)
		}
		if v.raced {
			sum.raced = 1
		}
	}
	if got, ok := byViews(t, p, m); ok {
		sum.withViews = 1
		for key := range want {
			if _, ok := got[key]; !ok {
				t.Fatalf("%v under %v: not by the machine with views:\n%s", p, m, key)
			}
		}
		for key := range got {
			if _, ok := want[key]; !ok {
				t.Fatalf("%v under %v: by the machine with views, but not by the axioms:\n%s", p, m, key)
			}
		}
	}
	return sum
}

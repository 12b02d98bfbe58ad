package axioms_test

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
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

func sectioned(c smallprog.Choices) smallprog.Program {
	return smallprog.Sectioned(c, smallprog.Buffered(c))
}

func started(c smallprog.Choices) smallprog.Program {
	return smallprog.Started(c, smallprog.Buffered(c))
}

func passing(m smallprog.Mix) func(smallprog.Choices) smallprog.Program {
	return func(c smallprog.Choices) smallprog.Program { return smallprog.Passing(c, m) }
}

func classical(m smallprog.Mix) func(smallprog.Choices) smallprog.Program {
	return func(c smallprog.Choices) smallprog.Program { return smallprog.Classical(c, m) }
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
	{"starts", ordered(smallprog.MixSeqCst, started), 8, 3},
	{"starts, all orders", ordered(smallprog.MixAll, started), 8, 2},
	{"starts, fences", ordered(smallprog.MixFences, started), 8, 2},
	{"passing", passing(smallprog.MixFences), 8, 3},
	{"passing, all orders", passing(smallprog.MixAll), 8, 3},
	{"passing, plain", passing(smallprog.MixPlain), 8, 2},
	{"classical", classical(smallprog.MixAll), 10, 3},
	{"classical, sc", classical(smallprog.MixSeqCst), 10, 4},
	{"classical, fences", classical(smallprog.MixFences), 10, 4},
}

var (
	graphPrograms = flag.Int("graph-programs", 40, "random programs for each share of a family, in TestGraphs")
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

// TestSequentialConsistency: if all accesses are sequentially consistent, the executions of RC11 are the sequential ones.
func TestSequentialConsistency(t *testing.T) {
	n := 4 * *graphPrograms
	if testing.Short() {
		n /= 10
	}
	r := rand.New(rand.NewPCG(*graphSeed, 0))
	for range n {
		p := smallprog.Buffered(r)
		if p.Size() > 7 {
			continue
		}
		for t, body := range p.Threads { // a fence is an event of RC11 alone
			p.Threads[t] = slices.DeleteFunc(body, func(s smallprog.Statement) bool { return s.Op == smallprog.Fence })
		}
		want, _ := byAxioms(t, p, memory.SC)
		for _, m := range []memory.Model{memory.RC11, memory.RC11of2017, memory.GenMCRC11} {
			got, _ := byAxioms(t, p, m)
			if !maps.EqualFunc(got, want, func(a, b visited) bool { return a.times == b.times }) {
				t.Fatalf("%v under %v: %d executions, and %d sequential ones", p, m, len(got), len(want))
			}
		}
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

// compareGraphs compares the executions by the axioms, by the machine with views, by TruSt, and by full enumeration. It shrinks a program for which they
// differ.
func compareGraphs(t *testing.T, p smallprog.Program, m memory.Model) (sum tally) {
	t.Helper()
	sum, problem := difference(t, p, m)
	if problem != "" {
		q := smallprog.Shrink(p, func(q smallprog.Program) bool { _, problem := difference(t, q, m); return problem != "" })
		_, problem := difference(t, q, m)
		t.Fatalf("%v under %v, from %v: %s", q, m, p, problem)
	}
	return sum
}

// difference is compareGraphs, but for the shrinking.
func difference(t *testing.T, p smallprog.Program, m memory.Model) (sum tally, problem string) {
	t.Helper()
	want, ok := byAxioms(t, p, m)
	if !ok {
		return sum, ""
	}
	sum.compared, sum.executions = 1, len(want)
	sum.raced = min(1, want.racing())
	if got, ok := byViews(t, p, m); ok {
		sum.withViews = 1
		if problem := want.inOrder().without(got, false); problem != "" {
			return sum, "axioms, but not machine with views: " + problem
		}
		if problem := got.without(want, false); problem != "" {
			return sum, "machine with views, but not axioms: " + problem
		}
	}
	for _, o := range algos.Orders() {
		if problem := against("trust", p, m, algos.Options{Order: o}, want); problem != "" {
			return sum, problem
		}
	}
	return sum, against("exhaustive", p, m, algos.Options{}, want)
}

// TestFencesOutOfOrder: psc orders the second fence before the first one, which sb ∪ rf orders the other way round, without happens-before.
// RC11 allows it, and a machine with one view for all fences does not.
func TestFencesOutOfOrder(t *testing.T) {
	p := smallprog.MustParse("p: release x=1; fence; release y=1 | q: relaxed a=y; relaxed z=1 | r: acquire b=z; fence; relaxed c=x")
	all, _ := byAxioms(t, p, memory.RC11)
	if n := len(all) - len(all.inOrder()); n != 1 {
		t.Errorf("%d executions out of order, want 1", n)
	}
	if _, problem := difference(t, p, memory.RC11); problem != "" {
		t.Error(problem)
	}
}

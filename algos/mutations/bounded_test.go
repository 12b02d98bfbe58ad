package mutations

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// boundedRules are what bounded explorations rest on, each with a program that otherwise loses a class without
// preemptions.
var boundedRules = []rule{
	{point{
		name:    "Buster needs the slack N-2",
		program: "p: a=x; x=1 | q: x=1; a=x | r: update x",
		classes: 6,
		undone:  one("algos/trust/trust.go", "NewLimit(s, 2)", "NewLimit(s, 1<<20)"),
	}, "trust"},
	{point{
		name:    "a slack of N-2 is not enough for POP",
		program: "p: a=x; b=x | q: x=1; x=1",
		classes: 2,
		undone:  one(eager, "NewLimit(t.Run.Session, 1)", "NewLimit(t.Run.Session, 2)"),
	}, "pop"},
	{point{
		name:    "nor for three threads",
		program: "p: a=x; a=y; x=1 | q: y=1; x=1 | r: a=y; a=x",
		classes: 6,
		undone:  one(eager, "NewLimit(t.Run.Session, 1)", "NewLimit(t.Run.Session, 1<<20)"),
	}, "pop"},
	{point{
		name:    "a switch counts only if the thread continues later",
		program: "p: a=x | q: a=x",
		classes: 1,
		undone:  one("model/preemption/prefix.go", "	if !later {\n		return false\n	}", "	if !later {\n		return true\n	}"),
	}, "sleepset"},
	{point{
		name:    "BPOR needs points where blocks begin",
		program: "p: a=x; x=1 | q: a=x",
		classes: 2,
		undone:  one("algos/bpor/bpor.go", "x.most, x.conservative = k, true", "x.most = k"),
	}, "bpor"},
	{point{
		name:    "and explores what is running first",
		program: "p: a=x; b=y | q: x=1 | r: x=1",
		classes: 6,
		undone:  one("algos/bpor/bpor.go", "u != event.NoThread && x.run.Machine.Enabled(u) {", "false {"),
	}, "bpor"},
}

// TestBounded checks that exactly the classes without preemptions are visited, once each.
func TestBounded(t *testing.T) {
	for _, r := range boundedRules {
		t.Run(r.name, func(t *testing.T) {
			p := smallprog.MustBuild(r.program)
			a, _ := catalog.Lookup(r.algorithm)
			want, err := within(p, "exhaustive", algos.Options{Preemptions: algos.AtMost(0)})
			if err != nil || len(want) != r.classes {
				t.Errorf("the oracle finds %d classes, error %v, want %d", len(want), err, r.classes)
			}
			for _, o := range orders(3) {
				o.Preemptions = algos.AtMost(0)
				got, err := within(p, a.Name, o)
				if d := got.Difference(want); d != "" || err != nil {
					t.Fatalf("%s\norder %v, seed %d: %s, error %v", r.program, o.Order, o.Seed, d, err)
				}
			}
		})
	}
}

func within(p *model.Program, algorithm string, o algos.Options) (algostest.Classes, error) {
	a, _ := catalog.Lookup(algorithm)
	classes, _, err := algostest.ExploreBy(equivalence.Mazurkiewicz.NewKeyer(p, memory.SC), a.New(o), p)
	return classes, err
}

func TestBoundedUndone(t *testing.T) { undoRules(t, boundedRules, "TestBounded") }

// TestWithin checks how many classes benchmarks have with at most 0, 1, 2, ... preemptions. The full exploration has
// the same numbers, counted by the fewest preemptions of each execution.
func TestWithin(t *testing.T) {
	for _, c := range []struct {
		name   string
		param  int
		within []int64
	}{
		{"fib-bench", 2, []int64{2, 13, 49}},
		{"fib-bench", 3, []int64{2, 17, 102}},
		{"casw", 3, []int64{6, 24, 54}},
		{"linuxrwlocks", 3, []int64{2, 12, 44}},
	} {
		b, _ := benchmarks.Lookup(c.name)
		p, err := b.Program(c.param)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range c.within {
			for _, name := range []string{"sleepset", "trust", "pop", "optimal"} {
				a, _ := catalog.Lookup(name)
				_, stats, err := algostest.Explore(a.New(algos.Options{Preemptions: algos.AtMost(k)}), p)
				if err != nil || stats.Executions != want {
					t.Errorf("%s %d, %s: %d classes with at most %d preemptions, error %v, want %d", c.name, c.param, name, stats.Executions, k, err, want)
				}
			}
		}
	}
}

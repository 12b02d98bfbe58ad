package axioms_test

import (
	"context"
	"flag"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/trust"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/memory"
)

// explorers are the two that share least: a machine, and execution graphs.
var explorers = map[string]func(algos.Options) algos.Explorer{"exhaustive": exhaustive.New, "trust": trust.New}

// compare compares the executions of an algorithm with the executions that the axioms allow, and returns
// their number, or -1 if p has statements that Executions does not take.
func compare(t *testing.T, p smallprog.Program, algorithm string, m memory.Model) int {
	t.Helper()
	built := p.Build()
	want := map[string]int{}
	ok, err := axioms.Executions(built, m, func(key string, _ axioms.Traits) { want[key]++ })
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	if !ok {
		return -1
	}
	explorer := explorers[algorithm](algos.Options{Memory: m})
	got := map[string]int{}
	_, err = explorer.Explore(context.Background(), built, func(e *model.Execution) error {
		got[axioms.KeyOf(built, e.Events())]++
		return nil
	})
	if err != nil {
		t.Fatalf("%v under %v: %v", p, m, err)
	}
	for key, n := range want {
		if got[key] != 1 || n != 1 {
			t.Fatalf("%v under %v: %d times by the axioms, %d times by %s:\n%s", p, m, n, got[key], algorithm, key)
		}
	}
	for key := range got {
		if want[key] == 0 {
			t.Fatalf("%v under %v: not allowed, but visited by %s:\n%s", p, m, algorithm, key)
		}
	}
	return len(want)
}

// TestShapes: the oracle has the known number of executions for each classical shape.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		program    string
		executions [4]int // by memory model
	}{
		{"p: x=1; a=y | q: y=1; b=x", [4]int{3, 4, 4, 4}},
		{"p: x=1; fence; a=y | q: y=1; fence; b=x", [4]int{3, 3, 3, 3}},
		{"p: x=1; y=1 | q: a=y; b=x", [4]int{3, 3, 4, 3}},
		{"p: x=1; fence; y=1 | q: a=y; b=x", [4]int{3, 3, 3, 3}},
		{"p: a=x; y=1 | q: b=y; x=1", [4]int{3, 3, 3, 3}},
		{"p: x=1 | q: y=1 | r: a=x; b=y | s: a=y; b=x", [4]int{15, 15, 15, 15}},
		{"p: x=1; y=2 | q: y=1; x=2", [4]int{3, 3, 4, 3}},
		{"p: x=1; a=x | q: x=2", [4]int{3, 3, 3, 3}},
		{"p: x=1; b=y; a=x | q: y=1; a=x; b=y", [4]int{3, 4, 4, 4}},
		{"p: x=1; a=cas(y,0,1) | q: y=2; b=cas(x,1,2); a=x", [4]int{4, 4, 4, 6}},
	} {
		for _, m := range memory.Sequences()[:memory.CommutingSC] {
			if n := compare(t, smallprog.MustParse(c.program), "exhaustive", m); n != c.executions[m] {
				t.Errorf("%s under %v: %d executions, want %d", c.program, m, n, c.executions[m])
			}
		}
	}
}

var programs = flag.Int("programs", 150, "random programs for TestRandom")

// TestRandom: the machine with store buffers, and execution graphs, have exactly the executions
// that the axioms allow.
func TestRandom(t *testing.T) {
	n := *programs
	if testing.Short() {
		n /= 5
	}
	r := rand.New(rand.NewPCG(1, 0))
	for range n {
		p := smallprog.Buffered(r)
		if p.Size() > 6 {
			continue
		}
		for _, m := range memory.Sequences()[:memory.CommutingSC] {
			for _, algorithm := range []string{"exhaustive", "trust"} {
				compare(t, p, algorithm, m)
			}
		}
	}
}

package observers_test

import (
	"context"
	"fmt"
	"testing"

	"dporbench/algos"
	"dporbench/algos/observers"
	"dporbench/algos/optimal"
	"dporbench/frontends/cprog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// TestPublished: the executions of broken_mutual_exclusion and parker_reproc_1 of Nidhugg's tests, by Optimal-DPOR and
// with observers. The loop of the first ends the execution unless its first iteration leaves it; the second has an
// Await in place of the original's assume.
func TestPublished(t *testing.T) {
	for _, c := range []struct {
		name, program     string
		optimal, observed int64
	}{
		{"broken_mutual_exclusion", "p: a=x; if a==0 { x=1 } | q: a=x; if a==0 { x=1 }", 4, 3},
		{"parker_reproc_1", "p: x=1; a=y; if a==0 { u=1; x=0; z=0 } | q: y=1; await x==0; b=z; z=1; y=0; if b==0 { u=0 }", 7, 5},
	} {
		p := smallprog.MustBuild(c.program)
		check(t, c.name, p, optimal.New, c.optimal)
		check(t, c.name, p, observers.New, c.observed)
	}
}

// TestShapes: in lastwrite, only which of n writes is last matters, and floating-read has n·2ⁿ⁻¹+1 classes: which
// writes come before the read, and which of them is the last.
func TestShapes(t *testing.T) {
	for n := int64(2); n <= 7; n++ {
		check(t, "lastwrite", load(t, "lastwrite", n), observers.New, n)
		check(t, "floating-read", load(t, "floating-read", n), observers.New, n<<(n-1)+1)
	}
}

func load(t *testing.T, name string, n int64) *model.Program {
	t.Helper()
	p, err := cprog.Load("../../benchmarks/literature/patterns/"+name+".c", cprog.Options{Define: []string{fmt.Sprintf("N=%d", n)}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func check(t *testing.T, name string, p *model.Program, explorer func(algos.Options) algos.Explorer, want int64) {
	t.Helper()
	stats, err := explorer(algos.Options{}).Explore(context.Background(), p, nil)
	if err != nil || stats.Executions != want || stats.Redundant != 0 {
		t.Errorf("%s: %d executions, %d redundant, error %v, want %d and none", name, stats.Executions, stats.Redundant, err, want)
	}
}

// TestAwaits: an await sees each set of the other writes before the one that it waits for, or waits forever if that one is
// not the last.
func TestAwaits(t *testing.T) {
	text := "r: await x==1 | p: x=1"
	for n := int64(2); n <= 6; n++ {
		text += fmt.Sprintf(" | q%d: x=%d", n, n)
		check(t, text, smallprog.MustBuild(text), observers.New, 1<<(n-1)+1)
	}
}

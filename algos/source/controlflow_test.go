package source_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/source"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// controlFlow is the benchmark control_flow of Nidhugg, after the program in figure
// 8 of the paper. Its redundant explorations depend on which initials are chosen.
func controlFlow(n int) *model.Program {
	p := model.NewProgram("control-flow")
	x, y, z := p.Var("x", 0), p.Var("y", 0), p.Var("z", 0)
	for range n {
		p.Thread("p", func(t *model.Thread) { t.Load(x) })
		p.Thread("q", func(t *model.Thread) { t.Store(y, 1) })
	}
	p.Thread("r", func(t *model.Thread) {
		if t.Load(y) == 0 {
			t.Store(z, 1)
		}
	})
	p.Thread("s", func(t *model.Thread) {
		if t.Load(z) == 1 && t.Load(y) == 0 {
			t.Store(x, 1)
		}
	})
	return p
}

// TestControlFlow counts the redundant explorations of control-flow. Nidhugg's
// Source-DPOR has 30, 170 and 1,076.
func TestControlFlow(t *testing.T) {
	classes := map[int]int64{2: 18, 3: 90, 4: 600} // Nidhugg and GenMC
	for _, c := range []struct {
		order     algos.Order
		n         int
		redundant int64
	}{
		{algos.FirstThread, 2, 16}, {algos.FirstThread, 3, 62}, {algos.FirstThread, 4, 298},
		{algos.LastThread, 2, 4}, {algos.LastThread, 3, 18}, {algos.LastThread, 4, 96},
	} {
		stats, err := source.New(algos.Options{Order: c.order}).Explore(context.Background(), controlFlow(c.n), nil)
		if err != nil {
			t.Fatal(err)
		}
		if stats.Executions != classes[c.n] || stats.Redundant != c.redundant {
			t.Errorf("control-flow(%d), %v thread first: %d executions and %d redundant, want %d and %d",
				c.n, c.order, stats.Executions, stats.Redundant, classes[c.n], c.redundant)
		}
	}
}

// TestSpawnsAreChosen: without q's Spawn, which the race of p and r does not need,
// q is added to the same backtrack set later, and its exploration is blocked.
func TestSpawnsAreChosen(t *testing.T) {
	p := smallprog.MustBuild("p: a=x | q: go { b=x } | r: x=1")
	stats, err := source.New(algos.Options{}).Explore(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Executions != 4 || stats.Redundant != 0 {
		t.Errorf("%d executions and %d redundant, want 4 and 0", stats.Executions, stats.Redundant)
	}
}

// TestRandomOrderDrawsInitials: a seed decides which initials are chosen.
func TestRandomOrderDrawsInitials(t *testing.T) {
	redundant := map[int64]bool{}
	for seed := range uint64(10) {
		o := algos.Options{Order: algos.RandomThread, Seed: seed}
		stats, err := source.New(o).Explore(context.Background(), controlFlow(2), nil)
		if err != nil {
			t.Fatal(err)
		}
		redundant[stats.Redundant] = true
	}
	if len(redundant) < 3 {
		t.Errorf("10 seeds make only %d different numbers of redundant explorations", len(redundant))
	}
}

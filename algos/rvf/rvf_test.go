package rvf_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/exhaustive"
	"dporbench/algos/rvf"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// TestValues: many executions of these programs differ only in which write a value comes from. By reads-from, there
// are 61, 9 and 64 classes.
func TestValues(t *testing.T) {
	for name, want := range map[string]int64{"redundant-co": 7, "n-writes-a-read": 3, "reorder-good": 4} {
		p, err := cprog.Load("../../benchmarks/literature/patterns/"+name+".c", cprog.Options{Define: []string{"N=4"}})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := rvf.New(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil || stats.Executions != want {
			t.Errorf("%s: %d executions, error %v, want %d", name, stats.Executions, err, want)
		}
	}
}

// TestJoinFirst: a Join comes after the end of the thread that it joins even if it is the first event of its
// own.
func TestJoinFirst(t *testing.T) {
	p := model.NewProgram("join first")
	x := p.Var("x", 0)
	p.Thread("main", func(t *model.Thread) {
		child := t.Go("child", func(t *model.Thread) { t.Store(x, 1+t.Load(x)) })
		t.Go("joining", func(t *model.Thread) {
			t.Join(child)
			t.Load(x)
		})
		t.Store(x, 2)
	})
	keyer := equivalence.ReadsValueFrom.NewKeyer(p, memory.SC)
	defer keyer.Close()
	want, _, err := algostest.ExploreBy(keyer, exhaustive.New(algos.Options{}), p)
	if err != nil || len(want) != 3 {
		t.Fatalf("the oracle finds %d classes, error %v, want 3", len(want), err)
	}
	got, _, err := algostest.ExploreBy(keyer, rvf.New(algos.Options{}), p)
	if d := got.Difference(want); err != nil || d != "" {
		t.Errorf("%s, error %v", d, err)
	}
}

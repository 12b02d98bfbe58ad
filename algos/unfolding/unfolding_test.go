package unfolding_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/unfolding"
	"dporbench/benchmarks"
	"dporbench/frontends/cprog"
)

// TestRedundant: with alternatives to few of the disabled events, explorations may be redundant, but no class is lost. In
// Table 1 of CAV 2018, multiprodcon with two producers and five workers has 60 configurations, and 560 and 0 redundant
// explorations with alternatives to one and two events; which ones are explored depends on the order of events.
func TestRedundant(t *testing.T) {
	p, err := cprog.Load("../../benchmarks/literature/locks/multiprodcon.c", cprog.Options{Define: []string{"N=2"}})
	if err != nil {
		t.Fatal(err)
	}
	for k, redundant := range []bool{1: true, 2: false} {
		if k == 0 {
			continue
		}
		stats, err := unfolding.NewPartial(k)(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil || stats.Executions != 60 || (stats.Redundant > 0) != redundant {
			t.Errorf("%d: %d executions and %d redundant ones, error %v, want 60, and redundant ones: %v", k, stats.Executions, stats.Redundant, err, redundant)
		}
	}
}

// TestCollect: what cannot be part of an alternative any more is removed.
func TestCollect(t *testing.T) {
	stats, err := unfolding.New(algos.Options{}).Explore(context.Background(), benchmarks.FibBench(3), nil)
	if err != nil {
		t.Fatal(err)
	}
	if kept, all := stats.Peak.GraphNodes, stats.Work.GraphEvents; kept*2 > all {
		t.Errorf("U had %d of %d events at most, want less than half of them", kept, all)
	}
}

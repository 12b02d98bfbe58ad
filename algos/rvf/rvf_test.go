package rvf_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/rvf"
	"dporbench/cprog"
)

// TestValues: many executions of these programs differ only in from which write a value comes. By which write is read
// there are 61, 9 and 64 classes.
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

package algostest_test

import (
	"fmt"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/algos/randomwalk"
	"dporbench/benchmarks"
)

// The whole test of an algorithm.
func ExampleRun() {
	_ = func(t *testing.T) { algostest.Run(t, "pop") }
}

// One program, by hand: a random walk misses classes that POP visits.
func ExampleClasses_Difference() {
	p := benchmarks.LastZero(4)
	want, err := algostest.Oracle(p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, x := range []algos.Explorer{pop.New(algos.Options{}), randomwalk.New(algos.Options{Seed: 1})} {
		got, stats, err := algostest.Explore(x, p)
		fmt.Printf("%d executions, error %v, difference %q\n", stats.Executions, err, got.Difference(want))
	}
	// Output:
	// 28 executions, error <nil>, difference ""
	// 733 executions, error <nil>, difference "of 28 classes: 3 missing, 708 repeated"
}

// Command mylab is dporbench with a program and an algorithm of one's own.
package main

import (
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness"
)

func main() {
	harness.Main(harness.With(harness.Additions{
		Benchmarks: []benchmarks.Benchmark{tickets},
		Algorithms: []catalog.Algorithm{sleepers},
	}))
}

package main

import (
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/measured"
)

// own returns mylab's additions to dporbench.
func own() measured.Additions {
	return measured.Additions{
		Benchmarks: []benchmarks.Benchmark{tickets},
		Algorithms: []catalog.Algorithm{sleepers},
	}
}

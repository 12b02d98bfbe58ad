package main

import (
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/measured"
)

// own is what mylab has beside what dporbench has.
func own() measured.Option {
	return measured.With(measured.Additions{
		Benchmarks: []benchmarks.Benchmark{tickets},
		Algorithms: []catalog.Algorithm{sleepers},
	})
}

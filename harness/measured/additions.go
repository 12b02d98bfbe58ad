// Package measured is the small executable in which runs are measured: it contains the same
// programs and algorithms as the command, and nothing that a run does not need. The
// command looks for it in its own folder, as dporbench looks for dporbench-measured, and uses
// it if both were built from the same source; otherwise the command starts itself for each
// run, and memory begins some 10 MB higher.
//
// Another module gets it with a second main package, which passes the same additions to
// [Main] as the first passes to harness.Main.
package measured

import (
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
)

// Additions are programs and algorithms from another module. Their names must differ
// from each other and from the names in this module, and they must satisfy
// [benchmarks.Validate] and [catalog.Validate].
type Additions struct {
	Benchmarks []benchmarks.Benchmark
	Algorithms []catalog.Algorithm
}

// Joined returns all of the given additions as one.
func Joined(own ...Additions) (all Additions) {
	for _, more := range own {
		all.Benchmarks = append(all.Benchmarks, more.Benchmarks...)
		all.Algorithms = append(all.Algorithms, more.Algorithms...)
	}
	return all
}

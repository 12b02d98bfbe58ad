package cprog_test

import (
	"testing"

	"dporbench/frontends/cprog"
)

func BenchmarkCompile(b *testing.B) {
	for b.Loop() {
		if _, err := cprog.Compile("../../benchmarks/literature/locks/clh-lock.c", cprog.Options{Define: []string{"N=2"}}); err != nil {
			b.Fatal(err)
		}
	}
}

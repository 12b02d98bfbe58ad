package races_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/cprog"
)

// BenchmarkFind explores a C file with races looked for, and without.
func BenchmarkFind(b *testing.B) {
	for _, c := range []struct{ file, size string }{{"circular-buffer", "N=7"}, {"indexer", "N=14"}, {"fib-bench", "N=4"}} {
		for name, races := range map[string]cprog.Races{"off": cprog.Ignore, "on": cprog.Look} {
			b.Run(c.file+"/"+name, func(b *testing.B) {
				p, err := cprog.Load("../../cprog/testdata/benchmarks/"+c.file+".c", cprog.Options{Define: []string{c.size}, Races: races})
				if err != nil {
					b.Fatal(err)
				}
				explorer, err := catalog.New("pop", algos.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := explorer.Explore(b.Context(), p, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

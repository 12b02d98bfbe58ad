package races_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
)

// BenchmarkFind explores a C file with and without looking for races.
func BenchmarkFind(b *testing.B) {
	const others = "../../frontends/cprog/testdata/benchmarks/"
	for _, c := range []struct{ folder, file, size string }{
		{others, "circular-buffer", "N=6"}, {others, "indexer", "N=14"}, {others, "fib-bench", "N=3"},
		{"testdata/", "ring", "N=6"}, {"testdata/", "messages", "N=6"}, {"testdata/", "spin-lock", "N=6"},
	} {
		for name, races := range map[string]cprog.Races{"off": cprog.Ignore, "on": cprog.Look} {
			b.Run(c.file+"/"+name, func(b *testing.B) {
				p, err := cprog.Load(c.folder+c.file+".c", cprog.Options{Define: []string{c.size}, Races: races, Spin: true})
				if err != nil {
					b.Fatal(err)
				}
				explorer, err := catalog.New("pop", algos.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					stats, err := explorer.Explore(b.Context(), p, nil)
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(stats.Executions), "executions")
					b.ReportMetric(float64(stats.Raced), "raced")
				}
			})
		}
	}
}

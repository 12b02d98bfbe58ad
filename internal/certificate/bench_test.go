package certificate

import (
	"testing"

	"dporbench/algos"
	"dporbench/benchmarks"
)

// BenchmarkVerify verifies a certificate with a few thousand classes.
func BenchmarkVerify(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
	}{{"fib-bench", 4}, {"exp-mem3", 7}, {"dispatcher", 4}} {
		b.Run(c.name, func(b *testing.B) {
			bench, _ := benchmarks.Lookup(c.name)
			p, err := bench.Program(c.n)
			if err != nil {
				b.Fatal(err)
			}
			data := certify(b, p, "pop", algos.Options{})
			var r Result
			for b.Loop() {
				if r, err = verify(p, data); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(r.Races), "ns/race")
		})
	}
}

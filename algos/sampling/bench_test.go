package sampling

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/benchmarks"
)

// BenchmarkPass makes passes that keep one node of each stratum. ns/event is the cost of an event:
// finding a persistent set, comparing states, and going on from them.
func BenchmarkPass(b *testing.B) {
	for _, c := range []struct {
		name  string
		param int
	}{{"dispatcher", 5}, {"linuxrwlocks", 7}, {"poke", 10}} {
		b.Run(c.name, func(b *testing.B) {
			bench, _ := benchmarks.Lookup(c.name)
			p, _ := bench.Program(c.param)
			r, err := newRun(context.Background(), algos.Options{}, p, Effort{Executions: 1 << 40, Seed: 1})
			if err != nil {
				b.Fatal(err)
			}
			for _, step := range []func() error{r.lookAround, r.pilots} {
				if err := step(); err != nil {
					b.Fatal(err)
				}
			}
			before := r.Steps()
			b.ResetTimer()
			for b.Loop() {
				if _, err := r.once(oneOfEach, always); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(r.Steps()-before), "ns/event")
			b.ReportAllocs()
		})
	}
}

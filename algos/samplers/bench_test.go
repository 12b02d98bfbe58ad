package samplers

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/benchmarks"
	"dporbench/model"
)

// BenchmarkDraw draws executions. ns/event is the cost of an event, with its Undo.
func BenchmarkDraw(b *testing.B) {
	bench, _ := benchmarks.Lookup("linuxrwlocks")
	p, _ := bench.Program(6)
	o := algos.Options{Seed: 1}
	profile, err := NewProfile(context.Background(), o, p)
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range Names() {
		b.Run(name, func(b *testing.B) {
			method, _ := Lookup(name)
			runs := int64(0)
			stats, err := New(o, func() Sampler { return method.New(profile) }, 0).Explore(context.Background(), p, func(*model.Execution) error {
				if runs++; runs == 100 { // it is warm
					b.ResetTimer()
				}
				if runs == 100+int64(b.N) {
					return algos.ErrStop
				}
				return nil
			})
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/(float64(stats.Events)*float64(b.N)/float64(runs)), "ns/event")
			b.ReportAllocs()
		})
	}
}

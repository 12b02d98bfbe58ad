package goprog_test

import (
	"path/filepath"
	"testing"

	"dporbench/algos/states"
	"dporbench/frontends/goprog"
)

// BenchmarkStates decides functions, and counts their classes.
func BenchmarkStates(b *testing.B) {
	dir, err := filepath.Abs("testdata/scale")
	if err != nil {
		b.Fatal(err)
	}
	p, err := goprog.LoadPackage(".", false, goprog.Options{Dir: dir, Settle: 20})
	if err != nil {
		b.Fatal(err)
	}
	for _, name := range []string{"FanIn", "Pipeline", "Sections"} {
		m, err := p.Program(name)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name+"/decide", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := states.Decide(b.Context(), m, states.Options{FinalVerdicts: true}, func(states.Ended) error { return nil })
				if err != nil || r.Unknown != "" {
					b.Fatal(err, r.Unknown)
				}
				b.ReportMetric(float64(r.States), "states")
				b.ReportMetric(float64(r.Transitions), "events")
				b.ReportMetric(float64(r.Passes), "passes")
			}
		})
		b.Run(name+"/count", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				c, err := states.Count(b.Context(), m, states.Options{})
				if err != nil || c.Unknown != "" {
					b.Fatal(err, c.Unknown)
				}
				b.ReportMetric(float64(c.Nodes), "nodes")
			}
		})
	}
}

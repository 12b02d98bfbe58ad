package exhaust

import (
	"testing"

	"dporbench/algos/catalog"
	"dporbench/litmus"
)

// BenchmarkVerify checks programs from all over an enumeration, one each time.
func BenchmarkVerify(b *testing.B) {
	const samples = 2000
	bound, err := litmus.ParseBound("rwu:threads=2-3,variables=2,accesses=6")
	if err != nil {
		b.Fatal(err)
	}
	step := bound.Count() / samples
	var programs []litmus.Program
	for i, p := range bound.From(0) {
		if i%step == 0 {
			programs = append(programs, p)
		}
	}
	for _, name := range []string{"exhaustive", "pop", "trust"} {
		b.Run(name, func(b *testing.B) {
			a, _ := catalog.Lookup(name)
			v := newVerifier(a, Orders(2))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := programs[i%len(programs)]
				if problem, err := v.verify(b.Context(), p); err != nil || problem != nil {
					b.Fatal(p, problem, err)
				}
			}
		})
	}
}

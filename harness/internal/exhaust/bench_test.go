package exhaust

import (
	"testing"

	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// BenchmarkVerify checks programs from all over an enumeration, one in each iteration.
func BenchmarkVerify(b *testing.B) {
	const samples = 2000
	bound, err := smallprog.ParseBound("rwu:threads=2-3,variables=2,accesses=6")
	if err != nil {
		b.Fatal(err)
	}
	step := bound.Count() / samples
	var programs []smallprog.Program
	for i, p := range bound.From(0) {
		if i%step == 0 {
			programs = append(programs, p)
		}
	}
	for _, name := range []string{"exhaustive", "pop", "trust"} {
		b.Run(name, func(b *testing.B) {
			a, _ := catalog.Lookup(name)
			v := newVerifier(a, Orders(2, memory.SC))
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := programs[i%len(programs)]
				if failure, err := v.verify(b.Context(), p); err != nil || failure != nil {
					b.Fatal(p, failure, err)
				}
			}
		})
	}
}

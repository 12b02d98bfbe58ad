package agreement_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
)

// known are programs on which POP goes wrong without correction 14, with the numbers of their classes.
var known = []struct {
	name, program string
	classes       int
}{
	{"C1", "p: x=1 | q: y=1 | r: z=1 | s: a=y; b=z; c=x | t: z=1; d=y; e=x", 84},
	{"C2", "p: x=1 | q: y=1 | r: z=1; u=1 | s: b=y; c=u; a=x | t: z=2; d=y; f=x", 64},
	{"repeated", "p: x=1 | q: y=1 | r: z=1; a=x | s: a=y; b=z | t: b=z; b=y; b=x", 60},
	{"lost", "p: x=1 | q: y=1 | r: update z | s: a=y; b=z; b=x | t: a=z; a=y; b=x", 60},
}

// TestKnownPrograms makes each algorithm explore these in many orders.
func TestKnownPrograms(t *testing.T) {
	for _, k := range known {
		p := smallprog.MustBuild(k.program)
		want, err := algostest.Oracle(p)
		if err != nil || len(want) != k.classes {
			t.Fatalf("%s: %d classes, error %v, want %d", k.name, len(want), err, k.classes)
		}
		for _, a := range catalog.All() {
			for _, o := range someOrders(algos.Options{})[1:] {
				got, stats, err := algostest.Explore(a.New(o), p)
				if d := got.Difference(want); d != "" || err != nil || a.Optimal && stats.Redundant > 0 {
					t.Errorf("%s, %s, order %v, seed %d: %s, %d redundant, error %v", k.name, a.Name, o.Order, o.Seed, d, stats.Redundant, err)
				}
			}
		}
	}
}

package lemmas_test

import "testing"

// mutants are changes that make a claim wrong, each with that claim.
var mutants = []struct {
	name   string
	mutant mutant
	claim  claim
}{
	{"New is empty", withoutNew, eachClassOnce},
	{"New is empty", withoutNew, oneFreshNode},
	{"New is empty", withoutNew, oneFreshNodeForAny},
	{"no freshness", withoutFreshness, childrenAreRev},
	{"the walk without (B)", walkWithoutB, walkDecides},
	{"the walk without (C)", walkWithoutC, walkDecides},
}

// TestMutants shows that the claims notice each mutant, on a small program.
func TestMutants(t *testing.T) {
	for _, m := range mutants {
		t.Run(m.name+", "+m.claim.name, func(t *testing.T) {
			programs := 0
			for p := range each() {
				programs++
				for _, x := range explorations(p) {
					x.mutant, x.claims = m.mutant, []claim{m.claim}
					if x.explore(&node{}, nil); x.wrong != "" {
						t.Logf("program %d, %v, threads in order %v: %s", programs, p, x.order, x.wrong)
						return
					}
				}
			}
			t.Errorf("%d programs, and nothing is wrong", programs)
		})
	}
}

package states_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/algos/states"
	"dporbench/frontends/smallprog"
)

// TestHashedKeys: where few keys are kept, the same is found, and the answer has a reservation, with the bound n²/2^65.
func TestHashedKeys(t *testing.T) {
	random, hashed := rand.New(rand.NewPCG(*seed, 3)), 0
	for n := range *programs {
		p := smallprog.Rich(random)
		o := states.Options{Full: n%2 == 0, MaxStates: 20_000}
		want, all := decided(t, p, o)
		o.MaxKeys = 1 + n%40
		got, same := decided(t, p, o)
		doubt := got.Doubt
		if want.Doubt != 0 || (doubt > 0) != (got.States > int64(o.MaxKeys)) {
			t.Errorf("%v: %d states, of which %d keys are kept: doubt %g, and %g if all are", p, got.States, o.MaxKeys, doubt, want.Doubt)
		}
		if n := float64(got.States); doubt > 0 {
			hashed++
			if float64(doubt) != n*n/2/(1<<32)/(1<<32) || !strings.Contains(doubt.String(), "hashes of 64 bits") {
				t.Errorf("%v: %d states, doubt %g: %s", p, got.States, doubt, doubt)
			}
		}
		if got.Doubt = 0; got != want || same != all {
			t.Errorf("%v: %+v, %v, and if all keys are kept %+v, %v", p, got, same, want, all)
		}
		few, err := states.Count(t.Context(), p.Build(), o)
		many, failed := states.Count(t.Context(), p.Build(), states.Options{MaxStates: o.MaxStates})
		if err != nil || failed != nil || few.Nodes != many.Nodes || few.Unknown != many.Unknown || few.Unknown == "" && few.Classes.Cmp(many.Classes) != 0 {
			t.Errorf("%v: counted %+v, %v, and if all keys are kept %+v, %v", p, few, err, many, failed)
		}
		if (few.Doubt > 0) != (few.Nodes > int64(o.MaxKeys)) || many.Doubt != 0 {
			t.Errorf("%v: %d nodes, of which %d keys are kept: doubt %g, and %g if all are", p, few.Nodes, o.MaxKeys, few.Doubt, many.Doubt)
		}
	}
	if hashed < *programs/3 {
		t.Errorf("%d programs with keys that are not kept: too few", hashed)
	}
}

// decided returns the result of Decide, and how many executions each outcome has.
func decided(t *testing.T, p smallprog.Program, o states.Options) (r states.Result, outcomes [16]int) {
	t.Helper()
	r, err := states.Decide(t.Context(), p.Build(), o, func(e states.Ended) error {
		outcomes[e.Outcome]++
		return nil
	})
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return r, outcomes
}

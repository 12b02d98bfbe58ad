package catalog_test

import (
	"errors"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// TestRefusals: an algorithm refuses everything it does not promise, by the constraint that is about it.
func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		program  string
		options  algos.Options
		promised func(catalog.Algorithm) bool
		want     algos.Feature // that the constraint excludes
	}{
		"store buffers": {
			"p: x=1; a=y | q: y=1; b=x", algos.Options{Memory: memory.TSO},
			func(a catalog.Algorithm) bool { return a.StoreBuffers }, algos.StoreBuffers,
		},
		"commuting updates": {
			"p: x+=1 | q: x+=1 | r: a=x", algos.Options{Memory: memory.CommutingSC},
			func(a catalog.Algorithm) bool { return a.Commuting }, algos.CommutingUpdates,
		},
		"guards": {
			"p: a=await x==1 | q: x=1", algos.Options{},
			func(a catalog.Algorithm) bool { return a.Awaits }, algos.Guards,
		},
		"guards of applied variables": {
			"p: x+=1 | q: x+=1 | r: a=await x==1", algos.Options{Memory: memory.CommutingSC},
			func(a catalog.Algorithm) bool { return a.AwaitsApplied }, algos.AppliedGuards | algos.CommutingUpdates,
		},
		"a bound under store buffers": {
			"p: x=1; a=y | q: y=1; b=x", algos.Options{Memory: memory.TSO, Preemptions: algos.AtMost(1)},
			func(catalog.Algorithm) bool { return false }, algos.StoreBuffers | algos.CommutingUpdates,
		},
	} {
		for _, n := range catalog.Names() {
			a, _ := catalog.Lookup(n)
			_, err := a.New(c.options).Explore(t.Context(), smallprog.MustBuild(c.program), nil)
			refused, ok := errors.AsType[*algos.RefusedError](err)
			switch {
			case c.promised(a) && err != nil:
				t.Errorf("%s, %s: promised, and the error is %v", n, name, err)
			case !c.promised(a) && (!ok || refused.Excludes&c.want == 0):
				t.Errorf("%s, %s: not promised, and the error is %v", n, name, err)
			}
		}
	}
}

// TestGuardsWithinABound: pruning by preemptions does not go with guards.
func TestGuardsWithinABound(t *testing.T) {
	for _, n := range []string{"pop", "trust"} {
		x, err := catalog.New(n, algos.Options{Preemptions: algos.AtMost(1)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = x.Explore(t.Context(), smallprog.MustBuild("p: a=await x==1 | q: x=1 | r: x=2"), nil)
		if refused, ok := errors.AsType[*algos.RefusedError](err); !ok || refused.Feature != algos.NoBoundedGuards {
			t.Errorf("%s: the error is %v", n, err)
		}
	}
}

package catalog_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// TestUnderBuffers: where Stores are buffered, programs are explored correctly. Some await values, even with
// nothing after the wait; one flushes to variables with different numbers in the key.
func TestUnderBuffers(t *testing.T) {
	for _, text := range []string{"p: await x==1", "p: x=1; a=await x!=0; b=y | q: y=1; a=await y!=0; b=x", "p: when x==0 x=1 | q: x=2; a=y",
		"p: *x=0; a=*x | q: x=new; x=new"} {
		for _, under := range []memory.Model{memory.TSO, memory.PSO, memory.GenMCTSO} {
			p := smallprog.MustBuild(text)
			want, err := algostest.OracleUnder(p, under)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range catalog.All() {
				got, _, err := algostest.Explore(a.New(algos.Options{Memory: under}), p)
				switch {
				case err != nil:
					t.Errorf("%s, %s under %v: %v", text, a.Name, under, err)
				default:
					if d := got.Difference(want); d != "" {
						t.Errorf("%s, %s under %v: %s", text, a.Name, under, d)
					}
				}
			}
		}
	}
}

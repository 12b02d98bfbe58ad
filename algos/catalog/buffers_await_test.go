package catalog_test

import (
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/smallprog"
)

// TestAwaitsUnderBuffers: where Stores are buffered, programs that await values are explored rightly or refused, also
// if nothing comes after the wait.
func TestAwaitsUnderBuffers(t *testing.T) {
	for _, text := range []string{"p: await x==1", "p: x=1; a=await x!=0; b=y | q: y=1; a=await y!=0; b=x", "p: when x==0 x=1 | q: x=2; a=y"} {
		for _, memory := range []model.Memory{model.TSO, model.PSO} {
			p := smallprog.MustBuild(text)
			want, err := algostest.OracleUnder(p, memory)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range catalog.All() {
				got, _, err := algostest.Explore(a.New(algos.Options{Memory: memory}), p)
				switch {
				case refuses(a, memory, err) && strings.Contains(err.Error(), memory.String()) && !strings.Contains(err.Error(), "\n"):
				case err != nil:
					t.Errorf("%s, %s under %v: %v", text, a.Name, memory, err)
				default:
					if d := got.Difference(want); d != "" {
						t.Errorf("%s, %s under %v: %s", text, a.Name, memory, d)
					}
				}
			}
		}
	}
}

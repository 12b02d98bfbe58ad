package bugs_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/benchmarks/bugs"
	"dporbench/model"
)

func TestValidate(t *testing.T) {
	if err := benchmarks.Validate(append(benchmarks.All(), bugs.All()...)); err != nil {
		t.Error(err)
	}
}

// TestFound: every algorithm finds every bug, and executions that go well; and all agree on the
// number of classes of each program.
func TestFound(t *testing.T) {
	for _, b := range bugs.All() {
		t.Run(b.Name, func(t *testing.T) {
			var want map[model.Outcome]int64
			for _, a := range catalog.All() {
				p, err := b.Program()
				if err != nil {
					t.Fatal(err)
				}
				found := map[model.Outcome]int64{}
				_, err = a.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
					found[e.Outcome()]++
					return nil
				})
				switch {
				case err != nil:
					t.Fatalf("%s: %v", a.Name, err)
				case len(found) != 2 || found[model.Complete] == 0 || found[b.Outcomes[0]] == 0:
					t.Errorf("%s: %v, want %v and complete ones", a.Name, found, b.Outcomes[0])
				case a.Samples:
					continue
				case want == nil:
					want = found
				}
				for outcome, n := range want {
					if found[outcome] != n {
						t.Errorf("%s: %v, want %v", a.Name, found, want)
					}
				}
			}
			t.Log(want)
		})
	}
}

func TestLookup(t *testing.T) {
	if _, ok := bugs.Lookup("nothing"); ok {
		t.Error("found")
	}
	if b, ok := bugs.Lookup("aba"); !ok || b.Name != "aba" {
		t.Error("not found")
	}
}

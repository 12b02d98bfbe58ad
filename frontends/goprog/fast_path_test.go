package goprog_test

import (
	"context"
	"path"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

// TestFastPath: the fast path gives the same verdicts as running each execution again. Programs that are too large here are
// compared up to a number of executions.
func TestFastPath(t *testing.T) {
	most, settle := 500, 500
	if testing.Short() {
		most, settle = 50, 100
	}
	for _, file := range []string{"programs/channels.go", "programs/counters.go", "programs/timers.go", "programs/orders.go", "races/races.go", "leaks/leaks.go", "waits/waits.go", "joins/joins.go"} {
		folder := "./testdata/" + path.Dir(file)
		p := loadWith(t, folder, goprog.Options{Unroll: 2, Settle: settle})
		for _, function := range declared(t, "testdata/"+file) {
			fast, err := p.Program(function)
			if err != nil {
				continue // it has parameters, or is refused
			}
			again, err := p.Program(function)
			if err != nil {
				t.Fatal(err)
			}
			judged := (*front.Program)(again)
			judged.SetVerdict(front.VerdictFunc(judged.Verdict().Decide)) // without a fast path
			if a, b := verdicts(t, fast, most), verdicts(t, again, most); !slices.Equal(a, b) {
				t.Errorf("%s: %d and %d executions, not all the same", function, len(a), len(b))
			}
		}
	}
}

func verdicts(t *testing.T, p *model.Program, most int) (all []string) {
	t.Helper()
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = explorer.Explore(context.Background(), p, func(e *model.Execution) error {
		if all = append(all, e.Outcome().String()+" "+e.Failure()); len(all) == most {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil {
		all = append(all, err.Error())
	}
	return all
}

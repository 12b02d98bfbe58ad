package harness

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/check"
	"dporbench/harness/internal/runner"
	"dporbench/harness/internal/tables"
	"dporbench/model"
	"dporbench/smallprog"
)

// forgetful is an explorer that visits the first execution of another one only.
type forgetful struct{ algos.Explorer }

func (f forgetful) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return f.Explorer.Explore(ctx, p, func(e *model.Execution) error {
		return errors.Join(visit(e), algos.ErrStop)
	})
}

// TestCheckShowsWhatIsWrong: an execution that failed with its command, and the
// classes that are missing, in columns.
func TestCheckShowsWhatIsWrong(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: a=x; assert a!=1")
	explorer, err := catalog.New(oracle, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	named := runner.Case{Benchmark: "mine", Params: []int{3}}
	checks := []tables.Check{{Program: "mine 3", Algorithm: "forgetful", Result: check.Compare(t.Context(), p, forgetful{explorer}, explorer)}}
	var stdout, stderr strings.Builder
	if err := showFailedCheck(&stdout, defaultExploring(), named, checks, p); err != nil {
		t.Error(err)
	}
	if err := reportChecks(&stdout, &stderr, checks, p); err != errReported {
		t.Errorf("error %v", err)
	}
	const want = `
execution 1 of forgetful is the first that failed:

    p       q
────────────────────
1   x = 1
2           x → 1
            ✗ failed

failed: q: assert: assert a!=1

all of it is shown by
  dporbench trace mine 3 --algo forgetful --execution 1

a class that forgetful misses:

    p       q
─────────────────
1           x → 0
2   x = 1

complete
`
	if d := cmp.Diff(want, stdout.String()); d != "" {
		t.Error(d)
	}
	if got := stderr.String(); got != "dporbench: mine 3, forgetful: wrong: classes missing 1, duplicated 0, unknown 0\n" {
		t.Errorf("got %q", got)
	}
}

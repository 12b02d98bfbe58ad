package check

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// forgetful is an explorer that visits only the first execution of another one.
type forgetful struct{ algos.Explorer }

func (f forgetful) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	return f.Explorer.Explore(ctx, p, func(e *model.Execution) error {
		return errors.Join(visit(e), algos.ErrStop)
	})
}

// TestCheckShowsWhatIsWrong: a failed execution with its command, and the missing
// classes, in columns.
func TestCheckShowsWhatIsWrong(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	oracle, _ := r.Algorithm(program.Oracle)
	checks, err := All(t.Context(), r, program.Program{
		Spec:    program.Spec{Kind: program.Benchmark{Name: "mine", Params: []int{3}}},
		Program: smallprog.MustBuild("p: x=1 | q: a=x; assert a!=1"),
	}, []catalog.Algorithm{{
		Name: "forgetful",
		New:  func(o algos.Options) algos.Explorer { return forgetful{oracle.New(o)} },
	}}, explore.Defaults())
	if err != nil {
		t.Fatal(err)
	}
	var stdout, stderr strings.Builder
	if err := drawFailed(&stdout, "dporbench", checks); err != nil {
		t.Error(err)
	}
	c := &cobra.Command{}
	c.SetErr(&stderr)
	if err := report(c, checks, flags.FailOnNone()); err != cli.ErrReported {
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

to see all of it:
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

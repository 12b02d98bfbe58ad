package suite

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// interrupts is an explorer that is interrupted in its third exploration.
type interrupts struct {
	algos.Explorer
	explorations *int
	interrupt    func()
}

func (i interrupts) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	if *i.explorations++; *i.explorations == 3 {
		i.interrupt()
	}
	return i.Explorer.Explore(ctx, p, visit)
}

// TestInterrupted: the tests that have ended before an interruption are printed and written, and the number of the others
// is part of the error.
func TestInterrupted(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		write(t, filepath.Join(folder, "litmus/C-tests/"+name+".c"), "#define N 1\n"+storeBuffer)
	}
	write(t, filepath.Join(folder, "litmus/reference.results.txt"), "a Forbid : 3\nb Forbid : 3\nc Forbid : 3\nd Forbid : 3\ne Forbid : 3\n")
	ctx, interrupt := context.WithCancelCause(t.Context())
	pop, _ := catalog.Lookup("pop")
	explorations, create := 0, pop.New
	pop.New = func(o algos.Options) algos.Explorer {
		return interrupts{create(o), &explorations, func() { interrupt(cli.Interrupted{}) }}
	}
	var stdout, stderr bytes.Buffer
	c := &cobra.Command{Use: "dporbench"}
	c.SetContext(ctx)
	c.SetOut(&stdout)
	c.SetErr(&stderr)
	registry, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := newSuiteCommand(registry)
	s.algorithms, s.jobs, s.list = []catalog.Algorithm{pop}, 1, true
	err = s.run(c, folder)
	if _, ok := errors.AsType[cli.Interrupted](err); !ok || err.Error() != "interrupted: 3 of 5 tests are left, which are not in the table" {
		t.Errorf("error %v", err)
	}
	if got := stdout.String(); !strings.Contains(got, "litmus/a") || !strings.Contains(got, "litmus/b") || strings.Contains(got, "litmus/c") {
		t.Errorf("printed\n%s", got)
	}
}

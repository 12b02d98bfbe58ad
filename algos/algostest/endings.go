package algostest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/smallprog"
)

func (k kit) endings() error {
	errs := []error{k.panics()}
	for _, c := range []struct {
		program string
		want    outcomes
	}{
		{"p: x=1 | q: a=x; assert a!=1", outcomes{executions: 2, failed: 1}},
		{"p: x=1 | q: a=x; assume a!=1", outcomes{executions: 2, assumeBlocked: 1}},
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m", outcomes{executions: 3, deadlocked: 1}},
		{"p: lock l; lock l", outcomes{executions: 1, deadlocked: 1}},
		{"p: unlock l; x=1 | q: x=2", outcomes{executions: 1, failed: 1}},
		{"p: go { a=x; assert a!=0 }; join; x=1", outcomes{executions: 1, failed: 1}},
		{"p: go { assume a!=0 }; join; x=1", outcomes{executions: 1, assumeBlocked: 1}},
		{"p: ", outcomes{executions: 1}},
	} {
		_, stats, err := Explore(k.New(algos.Options{}), smallprog.MustBuild(c.program))
		if got := outcomesOf(stats); err != nil || !k.right(got, c.want) {
			errs = append(errs, fmt.Errorf("%s\n\t%v, error %v, want %v", c.program, got, err, c.want))
		}
	}
	return errors.Join(errs...)
}

// right only compares which outcomes occur if classes may be repeated.
func (k kit) right(got, want outcomes) bool {
	if k.ExactlyOnce {
		return got == want
	}
	return got.which() == want.which()
}

func (o outcomes) which() outcomes {
	return outcomes{min(1, o.executions), min(1, o.failed), min(1, o.assumeBlocked), min(1, o.deadlocked)}
}

func (k kit) panics() error {
	p := model.NewProgram("panics")
	x := p.Var("x", 0)
	p.Thread("writer", func(t *model.Thread) { t.Store(x, 3) })
	p.Thread("reader", func(t *model.Thread) {
		_ = [3]int{}[t.Load(x)]
		t.Store(x, 1)
	})
	var failures []string
	stats, err := k.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		if f := e.Failure(); e.Outcome() == model.Failed && !slices.Contains(failures, f) {
			failures = append(failures, f)
		}
		return nil
	})
	got, want := outcomesOf(stats), outcomes{executions: 3, failed: 1}
	if err != nil || !k.right(got, want) || len(failures) != 1 || !strings.Contains(failures[0], "index out of range") {
		return fmt.Errorf("a thread that panics: %d executions, failures %q, error %v, want 3 and one index out of range", stats.Executions, failures, err)
	}
	return nil
}

package find

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/parallel"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
)

// inParallel reports whether several workers look for the execution. In random order, their executions
// differ from an exploration without tasks.
func (s Selection) inParallel() bool {
	return s.Jobs > 1 && s.First != "" && s.Order != algos.RandomThread && s.Algorithm.Splittable
}

// first is Each with several workers, which find the same execution as a single one.
func (s Selection) first(ctx context.Context, p program.Program, unwatch func(), show func(number int64, e *model.Execution) error) error {
	s.Progress = nil // it would count each worker separately
	x := &parallel.Explorer{Splittable: s.Algorithm.New(s.Options()).(algos.Splittable), Jobs: s.Jobs}
	e, number, err := x.First(ctx, p.Program, func(e *model.Execution) bool { return s.wants(0, e) })
	unwatch()
	switch {
	case err != nil:
		return fmt.Errorf("%s, %s: %w", p, s.Algorithm.Name, err)
	case e == nil:
		return fmt.Errorf("%s, %s: no execution is %s", p, s.Algorithm.Name, s.First)
	}
	return show(number, e)
}

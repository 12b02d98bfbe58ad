// Package find finds executions of a program, all those an algorithm visits or the first one
// with a given outcome, and shows them.
package find

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model"
	"dporbench/trace"
)

// Selection selects executions of a program: all that the algorithm
// visits, the one with a number, the first with an outcome, or a limited number of
// them.
type Selection struct {
	explore.Settings
	Algorithm catalog.Algorithm
	Number    int64  // 0 for any
	First     string // an outcome; "" for any
	Limit     int64  // 0 for none
}

// Each calls show for each wanted execution, with its number in the order of the
// visits, and stores none. It explores no further than necessary. The error names
// the missing execution.
func (s Selection) Each(ctx context.Context, p program.Program, show func(number int64, e *model.Execution) error) error {
	ctx, stop := s.Within(ctx)
	defer stop()
	unwatch := func() {}
	if s.Number > 0 || s.First != "" { // otherwise progress would be mixed up with the output of show
		s.Settings, unwatch = terminal.Watch(s.Settings, p.String()+", "+s.Algorithm.Name)
	}
	defer unwatch()
	if s.inParallel() {
		return s.first(ctx, p, unwatch, show)
	}
	var visited, shown int64
	var failed error // of show
	_, err := s.Algorithm.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		visited++
		if !s.wants(visited, e) {
			return nil
		}
		unwatch()
		if failed = show(visited, e); failed != nil {
			return failed
		}
		if shown++; s.Number > 0 || s.First != "" || shown == s.Limit {
			return algos.ErrStop
		}
		return nil
	})
	found := shown > 0 || s.Number == 0 && s.First == ""
	switch {
	case failed != nil:
		return failed
	case err != nil:
		return fmt.Errorf("%s, %s: %w; it has visited %d executions", p, s.Algorithm.Name, err, visited)
	case !found && s.Number > 0:
		return fmt.Errorf("%s, %s: there is no execution %d: there are %d", p, s.Algorithm.Name, s.Number, visited)
	case !found:
		return fmt.Errorf("%s, %s: none of the %d executions is %s", p, s.Algorithm.Name, visited, s.First)
	}
	return nil
}

func (s Selection) wants(number int64, e *model.Execution) bool {
	switch {
	case s.Number > 0:
		return number == s.Number
	case s.First != "":
		return e.Outcome().String() == s.First
	}
	return true
}

// Origin names the exploration that found an execution, and its number.
func (s Selection) Origin(number int64) string {
	text := fmt.Sprintf("%s, execution %d", s.Algorithm.Name, number)
	if s.Order != algos.FirstThread {
		text += fmt.Sprintf(", order %v", s.Order)
	}
	if s.Order == algos.RandomThread {
		text += fmt.Sprintf(", seed %d", s.Seed)
	}
	return text
}

// Found is an execution found by an algorithm.
type Found struct {
	Selection
	Program program.Spec
	Trace   trace.Trace
	Easiest *Choice // nil if it is just the first one
}

// First finds the first execution with an outcome that the algorithm visits, by
// exploring up to it.
func First(ctx context.Context, p program.Program, a catalog.Algorithm, s explore.Settings, outcome model.Outcome) (*Found, error) {
	f := &Found{Selection: Selection{Settings: s, Algorithm: a, First: outcome.String()}, Program: p.Spec}
	err := f.Each(ctx, p, func(number int64, e *model.Execution) (err error) {
		f.Number = number
		f.Trace, err = trace.Of(p.Program, s.Memory, e.Events())
		return err
	})
	if err != nil {
		return nil, err
	}
	return f, nil
}

package check

import (
	"context"
	"fmt"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/find"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model"
	"dporbench/trace"
)

// Check is an algorithm compared with the oracle on a program.
type Check struct {
	Program   program.Program
	Algorithm catalog.Algorithm
	Settings  explore.Settings
	Result
}

// All compares each algorithm with the oracle of the registry, within the limits
// of the settings.
func All(ctx context.Context, r *program.Registry, p program.Program, algorithms []catalog.Algorithm, s explore.Settings) ([]Check, error) {
	oracle, ok := r.Algorithm(program.Oracle)
	if !ok {
		return nil, fmt.Errorf("there is no algorithm %s to compare with", program.Oracle)
	}
	explore.OrderPosts(p.Program, algorithms...)
	_, stop := s.Within(ctx) // even if a thread never reaches its next event
	shared := explore.CheckIsolation(p, s.Memory, nil)
	stop()
	if program.IsCoarse(shared) {
		return nil, shared
	}
	var checks []Check
	for _, a := range algorithms {
		if shared != nil {
			checks = append(checks, Check{p, a, s, Result{Verdict: Uncheckable, Reason: shared.Error()}})
			continue
		}
		limited, stop := s.Within(ctx)
		promise := Promise{EveryClass: !a.Samples, Once: a.ExactlyOnce, By: a.Equivalence, Under: s.Memory}
		watched, unwatch := terminal.Watch(s, p.String()+", "+a.Name+" and then the oracle")
		result := Compare(limited, p.Program, explore.New(a, watched.Options(), s.Jobs), oracle.New(watched.Options()), promise)
		unwatch()
		if result.Coarse != nil {
			stop()
			return nil, result.Coarse
		}
		check := Check{p, a, s, result}
		if s.Jobs > 1 {
			check.firstInOrder(limited)
		}
		stop()
		checks = append(checks, check)
	}
	return checks, nil
}

// firstInOrder replaces the executions that several workers found first by the first ones in the order of a
// single worker, or by none if these cannot be determined within the limits.
func (c *Check) firstInOrder(ctx context.Context) {
	for outcome := range c.First {
		delete(c.First, outcome)
		s := find.Selection{Settings: c.Settings, Algorithm: c.Algorithm, First: outcome.String()}
		s.Each(ctx, c.Program, func(number int64, e *model.Execution) error {
			c.first(number, e)
			return nil
		})
	}
}

// Found is the first execution of the algorithm with an outcome. It is nil if there is none, or if that is not an execution of
// the program, which the verdict says.
func (c Check) Found(outcome model.Outcome) *find.Found {
	visit := c.First[outcome]
	if visit.Execution == nil {
		return nil
	}
	t, err := trace.Of(c.Program.Program, c.Settings.Memory, visit.Execution.Events())
	if err != nil {
		return nil
	}
	return &find.Found{
		Selection: find.Selection{Settings: c.Settings, Algorithm: c.Algorithm, Number: visit.Number, First: outcome.String()},
		Program:   c.Program.Spec,
		Trace:     t,
	}
}

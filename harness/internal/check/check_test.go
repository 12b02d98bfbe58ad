package check

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/isolation"
)

// race has two threads that write x and a mutex that neither takes.
func race() *model.Program {
	p := model.NewProgram("race")
	x := p.Var("x", 0)
	p.Mutex("m")
	for range 2 {
		p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
	}
	return p
}

func execution(threads ...event.ThreadID) *model.Execution {
	var events []event.Event
	for _, t := range threads {
		events = append(events, event.Event{Thread: t, Index: 1, Kind: event.Write})
	}
	return front.NewExecution(events, model.Complete, "")
}

// The classes of race, and one in which thread 1 never runs.
var (
	zeroFirst = execution(0, 1)
	oneFirst  = execution(1, 0)
	half      = execution(0)
)

// scripted is an explorer that makes the given visits, and then returns err.
type scripted struct {
	visits []*model.Execution
	err    error
	cancel context.CancelCauseFunc // if not nil, the budget runs out at the end
}

var errBudget = errors.New("exceeded the time limit")

func (s scripted) Explore(ctx context.Context, _ *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	var stats algos.Stats
	for _, e := range s.visits {
		stats.Executions++
		if err := visit(e); err == algos.ErrStop {
			return stats, nil
		}
	}
	if s.cancel != nil {
		s.cancel(errBudget)
		return stats, context.Cause(ctx)
	}
	return stats, s.err
}

func visits(executions ...*model.Execution) scripted { return scripted{visits: executions} }

// always is the promise to visit every class once.
var always = Promise{EveryClass: true, Once: true}

// TestPromise: an algorithm is not wrong if it breaks a guarantee that it does not give.
func TestPromise(t *testing.T) {
	some := visits(oneFirst, oneFirst)
	for promise, want := range map[Promise]Verdict{
		{}: OK, {Once: true}: Wrong, {EveryClass: true}: Wrong,
	} {
		if r := Compare(t.Context(), race(), some, visits(oneFirst, zeroFirst), promise); r.Verdict != want {
			t.Errorf("%+v: %s, want %s", promise, r.Verdict, want)
		}
	}
	if r := Compare(t.Context(), race(), visits(half), visits(oneFirst), Promise{}); r.Verdict != Wrong {
		t.Errorf("a class that does not exist: %s", r.Verdict)
	}
}

func TestCompare(t *testing.T) {
	all := visits(zeroFirst, oneFirst)
	broken := errors.New("broken")
	for name, test := range map[string]struct {
		algorithm, oracle            scripted
		verdict                      Verdict
		missing, duplicated, unknown int64
		reason                       string
	}{
		"equal":            {all, visits(oneFirst, zeroFirst), OK, 0, 0, 0, ""},
		"missing":          {visits(oneFirst), all, Wrong, 1, 0, 0, "missing 1"},
		"duplicated":       {visits(oneFirst, zeroFirst, oneFirst), all, Wrong, 0, 1, 0, "duplicated 1"},
		"unknown":          {visits(oneFirst, zeroFirst, half), all, Wrong, 0, 0, 1, "unknown 1"},
		"everything":       {visits(half, half), all, Wrong, 2, 1, 1, "missing 2, duplicated 1, unknown 1"},
		"algorithm fails":  {scripted{err: broken}, all, Wrong, 0, 0, 0, "broken"},
		"oracle fails":     {all, scripted{err: broken}, Unknown, 0, 0, 0, "the oracle failed: broken"},
		"nothing explored": {visits(), visits(), OK, 0, 0, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			r := Compare(t.Context(), race(), test.algorithm, test.oracle, always)
			if r.Verdict != test.verdict || !strings.Contains(r.Reason, test.reason) {
				t.Errorf("verdict %s, reason %q", r.Verdict, r.Reason)
			}
			for _, d := range []struct {
				name string
				Difference
				want int64
			}{{"missing", r.Missing, test.missing}, {"duplicated", r.Duplicated, test.duplicated}, {"unknown", r.Unknown, test.unknown}} {
				if d.Count != d.want || (d.Example != nil) != (d.want > 0) {
					t.Errorf("%s: %d, want %d; example %v", d.name, d.Count, d.want, d.Example)
				}
			}
		})
	}
}

// TestBudget: when the budget runs out, the executions so far can prove an algorithm
// wrong, but not right.
func TestBudget(t *testing.T) {
	for name, test := range map[string]struct {
		algorithm, oracle []*model.Execution
		inOracle          bool
		want              Verdict
	}{
		"in the algorithm":                   {algorithm: []*model.Execution{half}, want: Unknown},
		"in the algorithm after a duplicate": {algorithm: []*model.Execution{half, half}, want: Wrong},
		"in the oracle":                      {algorithm: []*model.Execution{half}, oracle: []*model.Execution{half}, inOracle: true, want: Unknown},
		"in the oracle after a missing one":  {algorithm: []*model.Execution{half}, oracle: []*model.Execution{oneFirst}, inOracle: true, want: Wrong},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			algorithm, oracle := visits(test.algorithm...), visits(test.oracle...)
			if test.inOracle {
				oracle.cancel = cancel
			} else {
				algorithm.cancel = cancel
			}
			r := Compare(ctx, race(), algorithm, oracle, always)
			if r.Verdict != test.want {
				t.Errorf("verdict %s, want %s", r.Verdict, test.want)
			}
			if r.Verdict == Unknown && r.Reason != errBudget.Error() {
				t.Errorf("reason %q", r.Reason)
			}
		})
	}
}

func TestFirstFailed(t *testing.T) {
	failed := front.NewExecution(zeroFirst.Events(), model.Failed, "boom")
	r := Compare(t.Context(), race(), visits(oneFirst, failed, half, failed), visits(), always)
	if first, ok := r.First[model.Failed]; !ok || first.Execution.Failure() != "boom" || first.Number != 2 {
		t.Errorf("got %v", r.First)
	}
	if r := Compare(t.Context(), race(), visits(oneFirst), visits(), always); len(r.First) > 0 {
		t.Errorf("got %v of an exploration without a failure", r.First)
	}
}

// TestProgramsThatCannotBeChecked: errors of the program are blamed neither on the algorithm nor on the oracle.
func TestProgramsThatCannotBeChecked(t *testing.T) {
	for _, c := range []struct {
		err  error
		want Verdict
	}{
		{fmt.Errorf("exploring: %w", &behaviour.SpinError{}), Uncheckable},
		{&behaviour.EndlessError{}, Uncheckable},
		{&isolation.SharedStateError{}, Uncheckable},
		{&model.UsageError{Problem: "a mutex of another program"}, Uncheckable},
		{&algos.RefusedError{Constraint: algos.Constraint{Message: "awaits are not explored"}}, Uncheckable},
		{errors.New("a sleep set blocked"), Wrong},
	} {
		if r := Compare(t.Context(), race(), scripted{err: c.err}, visits(oneFirst), always); r.Verdict != c.want || r.Reason == "" {
			t.Errorf("the algorithm ends with %T: %q, %q, want %q", c.err, r.Verdict, r.Reason, c.want)
		}
	}
	if r := Compare(t.Context(), race(), visits(oneFirst), scripted{err: &behaviour.EndlessError{}}, always); r.Verdict != Uncheckable {
		t.Errorf("the oracle ends with an EndlessError: %q", r.Verdict)
	}
}

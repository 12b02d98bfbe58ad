// Package check compares the classes of executions that an algorithm visits
// with the classes that an oracle visits.
package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/algos/oracle"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/equivalence"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// Verdict is the result of a comparison.
type Verdict string

// The verdicts. One cut short by the budget is never OK.
const (
	OK          Verdict = "ok"
	Wrong       Verdict = "wrong"             // a difference was found, or the algorithm failed
	Unknown     Verdict = "unknown"           // no difference was found before the exploration had to stop
	Uncheckable Verdict = "cannot be checked" // the program breaks the rules, or the algorithm does not support its operations
)

// Result is the result of comparing an algorithm with the oracle. Classes are counted
// as far as the explorations got.
type Result struct {
	Verdict Verdict
	Reason  string      // why the verdict is not OK; one line
	Coarse  error       // not nil if the program is too coarse, so that there is no verdict: a [front.Refine]
	Stats   algos.Stats // of the algorithm
	Classes int64       // of the algorithm's equivalence, as far as the oracle visited them

	Missing    Difference // visited by the oracle only
	Duplicated Difference // visited again by the algorithm
	Unknown    Difference // visited by the algorithm only

	// First are the first executions of the algorithm that failed, deadlocked and so on.
	First map[model.Outcome]Visit
}

// Visit is an execution and its number in the order of the visits. Execution is
// nil if there is none.
type Visit struct {
	Number    int64
	Execution *model.Execution
}

// first notes e if it is the first execution with an outcome that is shown.
func (r *Result) first(number int64, e *model.Execution) {
	o := e.Outcome()
	if _, known := r.First[o]; known || !slices.Contains(flags.Failures(), o) {
		return
	}
	if r.First == nil {
		r.First = map[model.Outcome]Visit{}
	}
	r.First[o] = Visit{number, e.Clone()}
}

// Difference counts classes, or visits to them, that are wrong.
type Difference struct {
	Count   int64
	Example *model.Execution // of the first of them; nil if none
}

func (d *Difference) add(e *model.Execution) {
	d.Count++
	if d.Example == nil {
		d.Example = e.Clone()
	}
}

// Promise contains the guarantees that an algorithm must fulfil. None may visit a class that
// does not exist. Classes are defined by By, under a memory model.
type Promise struct {
	EveryClass, Once bool
	By               equivalence.Equivalence
	Under            memory.Model
}

// Compare explores p with both. When ctx is done, it stops and judges by the executions
// visited so far.
func Compare(ctx context.Context, p *model.Program, algorithm, trusted algos.Explorer, promise Promise) Result {
	c := comparison{ctx: ctx, program: p, promise: promise, keyer: promise.By.NewKeyer(p, promise.Under)}
	defer c.keyer.Close()
	if c.explore(algorithm) {
		if d, all := c.consult(trusted); all {
			c.findUnknown(algorithm, d.Unknown)
		}
	}
	c.judge()
	return c.Result
}

type comparison struct {
	Result
	ctx     context.Context
	program *model.Program
	promise Promise
	keyer   *equivalence.Keyer
	visited oracle.Classes // by the algorithm
	failed  error          // the algorithm's own error
	stopped error          // why not everything was explored
}

// explore runs the algorithm, and reports whether it finished.
func (c *comparison) explore(algorithm algos.Explorer) bool {
	var visited int64
	var err error
	c.visited, c.Stats, err = oracle.Collect(c.ctx, c.keyer, algorithm, c.program, func(e *model.Execution, _ string, visits int) error {
		visited++
		c.first(visited, e)
		if visits > 1 {
			c.Duplicated.add(e)
		}
		return nil
	})
	if c.stopped = context.Cause(c.ctx); c.stopped == nil {
		c.failed = err
	}
	return err == nil
}

// consult runs the oracle after the algorithm has finished, and returns how their classes differ and whether the oracle
// finished, too.
func (c *comparison) consult(trusted algos.Explorer) (oracle.Difference, bool) {
	classes, _, err := oracle.Collect(c.ctx, c.keyer, trusted, c.program, func(e *model.Execution, key string, visits int) error {
		if visits == 1 && c.visited[key] == 0 {
			c.Missing.add(e)
		}
		return nil
	})
	c.Classes = int64(len(classes))
	if c.stopped = context.Cause(c.ctx); c.stopped == nil && err != nil {
		c.stopped = fmt.Errorf("the oracle failed: %w", err)
	}
	return c.visited.Compare(classes), err == nil
}

// findUnknown lets the algorithm explore again to find an example of the classes that only it has visited.
func (c *comparison) findUnknown(algorithm algos.Explorer, unknown []string) {
	if len(unknown) == 0 {
		return
	}
	oracle.Collect(c.ctx, c.keyer, algorithm, c.program, func(e *model.Execution, key string, _ int) error {
		if _, found := slices.BinarySearch(unknown, key); !found {
			return nil
		}
		c.Unknown.add(e)
		return algos.ErrStop
	})
	c.Unknown.Count = int64(len(unknown))
}

// blamesProgram reports whether an exploration failed because of the program: no algorithm can
// explore a thread that never ends, or threads that share state the model does not see.
func blamesProgram(err error) bool {
	_, misused := errors.AsType[*model.UsageError](err)
	_, endless := errors.AsType[*behaviour.EndlessError](err)
	_, spins := errors.AsType[*behaviour.SpinError](err)
	_, nondeterministic := errors.AsType[*behaviour.NondeterminismError](err)
	_, shares := errors.AsType[*isolation.SharedStateError](err)
	_, refused := errors.AsType[*algos.RefusedError](err)
	return misused || endless || spins || nondeterministic || shares || refused
}

// judge sets the verdict. A definite error takes precedence over an unfinished comparison.
func (c *comparison) judge() {
	if err := cmp.Or(c.failed, c.stopped); program.IsCoarse(err) {
		c.Coarse = err
	}
	broken := c.promise.EveryClass && c.Missing.Count > 0 || c.promise.Once && c.Duplicated.Count > 0
	switch {
	case blamesProgram(c.failed):
		c.Verdict, c.Reason = Uncheckable, c.failed.Error()
	case blamesProgram(c.stopped):
		c.Verdict, c.Reason = Uncheckable, c.stopped.Error()
	case c.failed != nil:
		c.Verdict, c.Reason = Wrong, c.failed.Error()
	case broken || c.Unknown.Count > 0:
		c.Verdict = Wrong
		c.Reason = fmt.Sprintf("classes missing %d, duplicated %d, unknown %d", c.Missing.Count, c.Duplicated.Count, c.Unknown.Count)
	case c.stopped != nil:
		c.Verdict, c.Reason = Unknown, c.stopped.Error()
	default:
		c.Verdict = OK
	}
}

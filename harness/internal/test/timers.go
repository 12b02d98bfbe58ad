package test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"dporbench/frontends/goprog/translation"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/program"
	"dporbench/results"
)

// A test is explored first with timers that fire late: only where nothing else can move. That decides. If it has timers, it is then explored
// with timers that may fire at any moment, since a program may be slow. What fails only then is told or, with --timers any, fails the test.
const told = "both"

var whenTimers = slices.Concat([]string{told}, arguments.Timers)

// A test is explored first with ranges over maps in the order in which keys were set. If there is another order, it is then explored in all of them, and
// fails if one of them makes it fail.
var ordersOfMaps = slices.Concat([]string{told}, arguments.Orders)

const ordersUsage = "order of ranges over maps: set, in which keys were set; any, a choice each time; or both, in turn"

// anytime lets timers fire at any moment.
const anytime = "any"

const whenTimersUsage = "when timers fire: last, where nothing else can move; any, at any moment; or both: what fails only if a timer is early is told, " +
	"and does not fail the test"

// A test is explored first with a clock that only timers move, as if all else took no time. If it fails, and reads the clock, it is explored once
// more with one that each reading moves, since most clocks are fine enough for that. What does not fail then is told, and does not fail the test.
var clocks = slices.Concat([]string{told}, arguments.Clocks)

const clockUsage = arguments.ClockUsage + "; or both: what fails only if no time passes between two readings is told, and does not fail the test"

// explore explores a test in a process, up to the first execution that fails.
func (t *tester) explore(ctx context.Context, by *measure.Worker, s program.Spec) verdict {
	a := &attempt{tester: t, by: by, left: t.Time}
	return a.exploreClock(ctx, s)
}

// fewIterations bounds a loop that changes something each time, in a test that is not explored otherwise, unless --unroll is given.
const fewIterations = 2

// exploreLoops explores a test and, if some loop has to be bounded, once more with few iterations of its loops.
func (t *attempt) exploreLoops(ctx context.Context, s program.Spec) verdict {
	v := t.exploreOrders(ctx, s)
	if !v.open || t.options.Unroll > 0 || !strings.Contains(v.outcome, "--unroll") || ctx.Err() != nil {
		return v
	}
	bounded := t.exploreOrders(ctx, unrolled(s))
	bounded.elapsed += v.elapsed
	if bounded.open {
		v.outcome += fmt.Sprintf("; up to %s, %s", iterations(fewIterations), bounded.outcome)
		v.elapsed, v.advice = bounded.elapsed, bounded.advice
		return v
	}
	return bounded
}

// unrolled returns s with few iterations of each loop.
func unrolled(s program.Spec) program.Spec {
	return with(s, func(o *translation.Options) { o.Unroll = fewIterations })
}

// with returns s with other options of its Go function.
func with(s program.Spec, change func(o *translation.Options)) program.Spec {
	switch k := s.Kind.(type) {
	case program.GoFunction:
		change(&k.Options)
		s.Kind = k
	case program.Linearizable:
		k.Program = with(k.Program, change)
		s.Kind = k
	}
	return s
}

func (t *attempt) exploreOrders(ctx context.Context, s program.Spec) verdict {
	v, r := t.exploreTimers(ctx, s)
	if t.maps != told || !v.passed || !r.Report.Orders || ctx.Err() != nil {
		return v
	}
	other, r := t.exploreWith(ctx, anyOrder(timersLast(s, !r.Report.NoLateTimers && t.timers != anytime)), t.left)
	return t.ordered(v, other, r)
}

// ordered is the verdict on a test that passes with ranges over maps in the order in which keys were set, and has been explored with any orders, too.
func (t *tester) ordered(v, other verdict, r measure.Result) verdict {
	v.elapsed += other.elapsed
	v.executions += other.executions
	switch {
	case other.stopped != nil:
		v.passed, v.stopped, v.printed = false, other.stopped, other.printed
		v.outcome += "; the order of a map matters: in another one, " + other.outcome
	case r.Status == results.OK:
		v.outcome += "; in all orders of maps, " + other.outcome
	default:
		v.outcome += "; other orders of maps: " + other.outcome
	}
	return v
}

// anyOrder returns s with ranges over maps in any order.
func anyOrder(s program.Spec) program.Spec {
	return with(s, func(o *translation.Options) { o.AnyOrder = true })
}

// exploreTimers explores a test with late timers and, if need be, with early ones. The result is of the first exploration, which decides.
func (t *attempt) exploreTimers(ctx context.Context, s program.Spec) (verdict, measure.Result) {
	late, r := t.exploreWith(ctx, timersLast(s, true), t.left)
	if late.stopped != nil {
		late.outcome += without(r)
	}
	switch {
	case r.Report.NoLateTimers:
		if late, _ = t.exploreWith(ctx, timersLast(s, false), t.left); !late.open {
			late.outcome += "; timers fire at any moment, as the algorithm requires"
		}
		return late, r
	case !late.passed || t.timers == program.TimersLast || !r.Report.Timers || ctx.Err() != nil:
		return late, r
	}
	within := t.left
	if t.maps == told && r.Report.Orders { // these decide as well
		within /= 2
	}
	early, e := t.exploreWith(ctx, timersLast(s, false), within)
	return t.both(late, early, e), r
}

// timersLast returns s with timers that fire late, or at any moment.
func timersLast(s program.Spec, last bool) program.Spec {
	return with(s, func(o *translation.Options) { o.TimersLast = last })
}

// exploreWith explores s within a time, half of which is kept for samples if they are asked for.
func (t *attempt) exploreWith(ctx context.Context, s program.Spec, within time.Duration) (verdict, measure.Result) {
	if t.samples > 0 {
		within /= 2
	}
	j := job.Job{Program: s, Stop: job.Stop{Listen: true}, Beside: job.Beside{Advise: t.Preemptions == 0}}
	if t.asksStates() && within > beforeStates {
		j.Beside.States, j.Beside.MaxBytes = beforeStates, int64(float64(t.MemLimit)*statesShare)
	}
	r := t.do(ctx, j, within)
	if r.Report.Stopped != nil && !r.Report.Timers { // so that it is replayed as well without saying when timers fire
		r.Report.Stopped.Program = timersLast(r.Report.Stopped.Program, false)
	}
	v := t.verdict(r, within)
	if t.samples > 0 && v.stopped == nil && unfinished(r) && ctx.Err() == nil {
		v = t.sampled(v, t.do(ctx, job.Job{Program: s, Samples: t.samples}, within))
	}
	return v, r
}

// both is the verdict on a test that passes with late timers, and has been explored with early ones, too.
func (t *tester) both(late, early verdict, r measure.Result) verdict {
	v := late
	v.elapsed += early.elapsed
	v.executions += early.executions
	v.outcome += "; with timers that fire early, " + early.outcome
	if early.stopped != nil {
		v.outcome += passes(early.stopped)
		v.stopped, v.printed = early.stopped, early.printed
	}
	fails := early.stopped != nil || !early.passed && r.Status != results.OK
	v.passed = v.passed && (!fails || t.timers == told)
	v.open = !v.passed && early.open
	if r.Report.Ticks {
		v.outcome += "; tickers tick at most twice there"
	}
	return v
}

var passing = regexp.MustCompile(`(\S+) passes`)

// passes says which time passes in an execution.
func passes(s *job.Stopping) string {
	var all []string
	for _, step := range s.Trace.Steps {
		m := passing.FindStringSubmatch(step.Text)
		if m == nil {
			continue
		}
		if text := m[1] + " passes at " + step.Place; !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return ": " + strings.Join(all, ", ")
}

// exploreClock explores a test and, if it fails and reads the clock, once more with a clock that moves each time.
func (t *attempt) exploreClock(ctx context.Context, s program.Spec) verdict {
	v := t.exploreLoops(ctx, s)
	if t.clock != told || v.passed || v.stopped == nil || !v.reads || ctx.Err() != nil {
		return v
	}
	return v.withMoving(t.exploreLoops(ctx, with(s, func(o *translation.Options) { o.ClockReads = true })))
}

// withMoving is the verdict on a test that fails with a clock that timers alone move, and has been explored with one that each reading moves.
func (v verdict) withMoving(moving verdict) verdict {
	moving.elapsed += v.elapsed
	moving.executions += v.executions
	if !moving.passed && (moving.stopped == nil || moving.stopped.Trace.Ending() == v.stopped.Trace.Ending()) { // nothing more is known, or the same failure
		if moving.open {
			v.outcome += "; with a clock that each reading moves, " + moving.outcome
		}
		v.elapsed, v.executions = moving.elapsed, moving.executions
		return v
	}
	moving.outcome += v.standing()
	if moving.stopped == nil {
		moving.stopped, moving.printed = v.stopped, v.printed
	}
	return moving
}

// standing says how a test fails with a clock that timers alone move.
func (v verdict) standing() string {
	ending, _, _ := strings.Cut(v.stopped.Trace.Ending(), "\n")
	return "; if no time passes between two readings of the clock, " + ending
}

package test

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"time"

	"dporbench/algos/states"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/trace"
)

// A test is explored for a short time. If that is not enough, its states are visited, for half of the time that is left: they may be few where executions
// are many. If they do not decide either, the exploration continues.

// beforeStates is how long a test is explored before its states are visited.
const beforeStates = 2 * time.Second

// statesShare is the part of the memory limit that states may have.
const statesShare = 0.7

// asksStates reports whether states may decide. Where a test is explored only in part, or by an algorithm that has been named, they are not asked.
func (t *tester) asksStates() bool {
	_, bounded := t.Preemptions.Limit()
	return !bounded && t.Memory == explore.Defaults().Memory && t.samples == 0 && t.Algorithm.Name == flags.NewOne(t.registry).Algorithm.Name && t.Time > beforeStates
}

// stateful is the result of visiting the states of a test.
type stateful struct {
	states.Result
	stopped *job.Stopping // a failing execution
	failing bool          // there is one, even if no schedule repeats it
	endless bool          // there is a fair livelock
	partial bool          // loops are bounded, random numbers are samples, or timers decide when they fire, for example
}

// Decide visits the states of a test, up to the first failure.
func (h helper) Decide(ctx context.Context, j job.Job, s program.Spec) *job.Decided {
	found, err := h.visitStates(ctx, j, s)
	if err != nil {
		return nil
	}
	return found.verdict()
}

func (h helper) visitStates(ctx context.Context, j job.Job, s program.Spec) (found stateful, err error) {
	defer debug.FreeOSMemory()                           // which the exploration may need
	loaded, err := h.registry.Load(timersLast(s, false)) // which makes no difference without timers
	if err != nil {
		return found, err
	}
	o := states.Options{MaxSteps: j.Settings.MaxSteps, MaxBytes: j.Beside.MaxBytes, FinalVerdicts: true}
	err = loaded.Explore(func(string) {}, func(p program.Program) error {
		found = stateful{}
		r, err := states.Decide(ctx, p.Program, o, func(e states.Ended) error {
			if e.Repeats > 0 {
				found.endless = true
				return nil
			}
			if found.stopped == nil && slices.Contains(flags.Failures(), e.Outcome) {
				found.failing = true
				found.stopped = repeatable(p, shortest(ctx, p, o, e))
			}
			found.partial = found.partial || e.Outcome == model.AssumeBlocked
			if found.stopped != nil {
				return errFound
			}
			return nil
		})
		if errors.Is(err, errFound) {
			err = nil
		}
		declared := (*front.Program)(p.Program)
		found.Result, found.partial = r, found.partial || len(declared.Bounds()) > 0 || declared.LeavesOutTicks() || declared.HasSamples() || declared.HasTimers()
		return err
	})
	return found, err
}

// errFound ends a search at a failure.
var errFound = errors.New("a state fails")

// shortening bounds how long a shorter failing execution is looked for.
const shortening = 2 * time.Second

// shortest returns an execution that ends like e with the fewest events, if it is found soon, and otherwise e.
func shortest(ctx context.Context, p program.Program, o states.Options, e states.Ended) states.Ended {
	bounded, stop := context.WithTimeout(ctx, shortening)
	defer stop()
	if found, err := states.Shortest(bounded, p.Program, o, []model.Outcome{e.Outcome}); err == nil && len(found) == 1 {
		return found[0]
	}
	return e
}

// repeatable is a failing execution to be shown, or nil if no schedule repeats it.
func repeatable(p program.Program, e states.Ended) *job.Stopping {
	events, maximal := states.Extend(p.Program, memory.SC, e.Events)
	if !maximal {
		return nil
	}
	found, err := trace.Of(p.Program, 0, events)
	if err != nil || !slices.Contains(flags.Failures(), found.Outcome) {
		return nil
	}
	schedule, err := found.Schedule(p.Program)
	if err != nil {
		return nil
	}
	return &job.Stopping{Outcome: found.Outcome.String(), Trace: found, Schedule: schedule, Program: p.Spec}
}

// verdict judges a test by its states; it is nil if they do not decide it.
func (s *stateful) verdict() *job.Decided {
	switch {
	case s.stopped != nil && !s.partial:
		return &job.Decided{Failing: s.stopped, Outcome: s.stopped.Outcome + ", found by states"}
	case s.failing || s.partial || s.Unknown != "" || s.Doomed:
		return nil
	}
	text := fmt.Sprintf("ok, by %s, without all executions%s", table.Plural(int(s.States), "state", "states"), s.Doubt)
	if s.endless {
		text += "; a fair scheduler need not let it end"
	}
	return &job.Decided{Outcome: text}
}

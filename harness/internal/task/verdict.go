package task

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/cprog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/trace"
)

// Verdict is what is known of a task.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota
	True            // no execution violates the property, and all have been explored
	False           // there is one that does
)

// Answer is a verdict and what it rests on.
type Answer struct {
	Verdict
	Reason     string // of an Unknown
	Executions int64
	Violation  *Violation // of a False
}

// String is the verdict as the tools of the competition print it.
func (a Answer) String() string {
	switch a.Verdict {
	case True:
		return "true"
	case False:
		return "false(" + unreachCall + ")"
	}
	return "unknown (" + a.Reason + ")"
}

// Agrees reports whether the verdict is as expected, if anything is.
func (a Answer) Agrees(expected *bool) bool {
	return expected == nil || a.Verdict == Unknown || *expected == (a.Verdict == True)
}

func unknown(err error) Answer { return Answer{Reason: oneLine(err)} }

// reachError is what the failure of a thread says that has called reach_error.
const reachError = "reach_error()"

// abort is the same of one that has ended the program.
const abort = "abort()"

// decide explores the program of a task up to a violation.
func decide(ctx context.Context, d Definition, p program.Program, a catalog.Algorithm, s explore.Settings) Answer {
	ctx, stop := s.Within(ctx)
	defer stop()
	var answer Answer
	other := "" // a failure that is neither a violation nor the end of the program
	_, err := a.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		answer.Executions++
		if e.Outcome() != model.Failed {
			return nil
		}
		t, err := trace.Of(p.Program, s.Memory, e.Events())
		if err != nil {
			return err
		}
		if answer.Violation = violationIn(t); answer.Violation != nil {
			answer.Violation.nondet = cOptions(p).Nondet
			return algos.ErrStop
		}
		for _, stop := range t.Stops {
			if stop.Why == trace.Failed && failureOf(stop) != abort && failureOf(stop) != reachError {
				other = stop.Text
			}
		}
		return nil
	})
	switch cut := cutOff(d, p); {
	case answer.Violation != nil:
		answer.Verdict = False
	case err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		answer.Reason = oneLine(context.Cause(ctx))
	case err != nil:
		answer.Reason = oneLine(err)
	case other != "":
		answer.Reason = "a thread fails otherwise: " + other
	case cut != "":
		answer.Reason = cut
	default:
		answer.Verdict = True
	}
	return answer
}

// failureOf is what a thread failed at, without its place: "reach_error()".
func failureOf(s trace.Stop) string {
	if at := strings.LastIndex(s.Text, ": "); at >= 0 {
		return s.Text[at+len(": "):]
	}
	return s.Text
}

// cutOff says why an exploration without a violation is no proof; "" if it is one.
func cutOff(d Definition, p program.Program) string {
	o := cOptions(p)
	switch {
	case o.Unroll > 0:
		return "--unroll bounds loops"
	case o.Like != (cprog.Options{}).Like:
		return "--like loses executions"
	case o.Nondet == cprog.Range{}:
		return ""
	}
	from, to := o.Nondet.From, o.Nondet.To
	o.Nondet = cprog.Range{}
	if _, err := cprog.Load(d.File, o); err == nil { // nothing asks for any number
		return ""
	}
	return fmt.Sprintf("there is no violation for numbers from %d to %d, and others were not tried", from, to)
}

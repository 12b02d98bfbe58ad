package task

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// Verdict is the answer for a task: whether its property holds.
type Verdict int

// The verdicts.
const (
	Unknown Verdict = iota
	True            // no execution violates the property, and all have been explored
	False           // an execution violates it
)

// Answer is a verdict and its grounds.
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
		return "false(" + a.Violation.Check + ")"
	}
	return "unknown (" + a.Reason + ")"
}

// Agrees reports whether the verdict does not contradict the expected one; Unknown and a nil expected never do.
func (a Answer) Agrees(expected *bool) bool {
	return expected == nil || a.Verdict == Unknown || *expected == (a.Verdict == True)
}

func unknown(err error) Answer { return Answer{Reason: oneLine(err)} }

// reachError is the failure of a thread that has called reach_error.
const reachError = "reach_error()"

// abort is the failure of a thread that has ended the program.
const abort = "abort()"

// decide explores the program of a task up to a violation.
func decide(ctx context.Context, d Definition, p program.Program, a catalog.Algorithm, s explore.Settings) Answer {
	ctx, stop := s.Within(ctx)
	defer stop()
	var answer Answer
	seen := seen{property: d.Property}
	_, err := a.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		answer.Executions++
		var err error
		if answer.Violation, err = seen.violation(p, s, e); answer.Violation != nil {
			answer.Violation.nondet = cOptions(p).Nondet
			return algos.ErrStop
		}
		return err
	})
	switch cut := cmp.Or(cutOff(d, p), seen.open(p)); {
	case answer.Violation != nil && answer.Violation.Check == validDeref && d.DataModel == ILP32:
		answer.Violation, answer.Reason = nil, "files are read as LP64, and a size that this one gives as a number may be that of ILP32: "+answer.Violation.What
	case answer.Violation != nil:
		answer.Verdict = False
	case err != nil && ctx.Err() != nil && errors.Is(err, context.Cause(ctx)):
		answer.Reason = oneLine(context.Cause(ctx))
	case err != nil:
		answer.Reason = oneLine(err)
	case cut != "":
		answer.Reason = cut
	default:
		answer.Verdict = True
	}
	return answer
}

// seen sums up the executions without a violation.
type seen struct {
	property Property
	other    string // a failure that is neither a violation nor the end of the program
	early    bool   // a thread did not end
	chosen   bool   // the environment chose a number
}

// violation returns how an execution violates the property, or nil.
func (n *seen) violation(p program.Program, s explore.Settings, e *model.Execution) (*Violation, error) {
	n.early = n.early || e.Outcome() != model.Complete
	n.chosen = n.chosen || slices.ContainsFunc(e.Events(), func(e event.Event) bool { return e.Kind == event.Choice })
	switch {
	case e.Outcome() == model.Leaked && n.property.asks(memCleanup):
		return &Violation{Check: memCleanup, What: "ends: " + e.Failure()}, nil
	case e.Outcome() == model.Leaked:
		return &Violation{Check: memTrack, What: "ends: " + e.Failure()}, nil
	}
	raced := n.property.asks(noDataRace) && len(e.Races()) > 0
	if !raced && e.Outcome() != model.Failed {
		return nil, nil
	}
	t, err := trace.Of(p.Program, s.Memory, e.Events())
	if err != nil {
		return nil, err
	}
	if raced {
		what := "has a " + e.Failure()
		if e.Outcome() != model.Raced {
			what = "has a data race, and fails: " + e.Failure()
		}
		return raceIn(t, e.Races()[0], what), nil
	}
	if v := violationIn(t, n.property); v != nil {
		return v, nil
	}
	for _, stop := range t.Stops {
		if stop.Why == trace.Failed && failureOf(stop.Text) != abort && failureOf(stop.Text) != reachError {
			n.other = stop.Text
		}
	}
	return nil, nil
}

// open returns the reason why executions without a violation are no proof; "" if they are.
func (n *seen) open(p program.Program) string {
	nondet := cOptions(p).Nondet
	switch {
	case n.other != "":
		return "a thread fails otherwise: " + n.other
	case n.early && n.property.asksOfEnd():
		return "a thread does not end, so the memory left was not checked"
	case n.chosen && nondet != cprog.Range{}:
		return triedOnly(nondet)
	}
	return ""
}

func triedOnly(r cprog.Range) string {
	return fmt.Sprintf("there is no violation for numbers from %d to %d, and others were not tried", r.From, r.To)
}

// failureOf returns a thread's failure without its place: "reach_error()".
func failureOf(text string) string {
	return text[strings.LastIndex(": "+text, ": "):]
}

// cutOff returns the reason why the options make an exploration without a violation no proof; "" if they do not.
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
	tried := o.Nondet
	o.Nondet = cprog.Range{}
	if _, err := cprog.Load(d.File, o); err == nil { // nothing asks for any number
		return ""
	}
	return triedOnly(tried)
}

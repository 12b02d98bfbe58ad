package task

import (
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// Violation describes how an execution violates a property.
type Violation struct {
	Check   string       // the violated check of the property: "unreach-call"
	What    string       // the error of the execution: "calls reach_error at f.c:3"
	Steps   []trace.Step // the steps that lead to the targets
	Targets []Target     // where a thread fails, or the two accesses of a data race; none if memory is lost
	nondet  cprog.Range  // of the numbers that the environment chooses
}

// Target is a thread at a place.
type Target struct {
	Thread event.ThreadID
	Place  string
}

// violationIn looks for a violation by a thread that fails in an execution. Its Steps are the events that happen before it. A
// failure after another thread has ended the whole program, as by abort, is not a violation.
func violationIn(t trace.Trace, p Property) *Violation {
	failed := map[event.ThreadID]bool{}
	for _, s := range t.Stops {
		failed[s.Thread] = s.Why == trace.Failed
	}
	for _, s := range t.Stops {
		check := checkOf(failureOf(s.Text))
		if s.Why != trace.Failed || !p.asks(check) {
			continue
		}
		what := "fails: " + s.Text
		if check == unreachCall {
			what = "calls reach_error at " + s.Place
		}
		if steps, ok := before(t, s.Thread, failed); ok {
			return &Violation{Check: check, What: what, Steps: steps, Targets: []Target{{s.Thread, s.Place}}}
		}
	}
	return nil
}

// before returns the steps that happen before the end of a thread, its own included; ok is false if one of them joins a
// thread that has failed.
func before(t trace.Trace, of event.ThreadID, failed map[event.ThreadID]bool) (steps []trace.Step, ok bool) {
	steps = past(t.Steps, func(i int, e event.Event) bool {
		return e.Thread == of || e.Kind == event.Spawn && event.ThreadID(e.Object) == of
	})
	for _, s := range steps {
		if s.Event.Kind == event.Join && failed[event.ThreadID(s.Event.Object)] {
			return nil, false
		}
	}
	return steps, true
}

// past returns the chosen steps, and all that happen before them.
func past(steps []trace.Step, chosen func(i int, e event.Event) bool) (all []trace.Step) {
	in := make([]bool, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		in[i] = chosen(i, steps[i].Event)
		for k := i + 1; k < len(steps) && !in[i]; k++ {
			in[i] = in[k] && event.Dependent(steps[i].Event, steps[k].Event)
		}
	}
	for i, s := range steps {
		if in[i] {
			all = append(all, s)
		}
	}
	return all
}

// raceIn returns the violation by a data race of an execution.
func raceIn(t trace.Trace, r model.Race, what string) *Violation {
	v := &Violation{Check: noDataRace, What: what}
	for _, i := range []int{r.First, r.Second} {
		v.Targets = append(v.Targets, Target{t.Steps[i].Event.Thread, t.Steps[i].Place})
	}
	isTarget := func(i int, _ event.Event) bool { return i == r.First || i == r.Second }
	v.Steps = slices.DeleteFunc(past(t.Steps, isTarget), func(s trace.Step) bool {
		return s == t.Steps[r.First] || s == t.Steps[r.Second]
	})
	return v
}

// lineIn is the line of a place such as "file.c:12"; 0 if the place is in another file.
func lineIn(file, place string) int {
	name, line, _ := strings.Cut(place, ":")
	n, err := strconv.Atoi(line)
	if err != nil || name != filepath.Base(file) {
		return 0
	}
	return n
}

// cOptions are the options with which the C file of a program is read.
func cOptions(p program.Program) cprog.Options {
	f, _ := p.Spec.Kind.(program.CFile)
	return f.Options
}

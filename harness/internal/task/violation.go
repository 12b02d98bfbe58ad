package task

import (
	"path/filepath"
	"strconv"
	"strings"

	"dporbench/cprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model/event"
	"dporbench/trace"
)

// Violation is how an execution violates a property. If a thread fails, it has the part of the execution that leads to that.
type Violation struct {
	Check  string // of the property: "unreach-call"
	What   string // the execution does: "calls reach_error at f.c:3"
	Steps  []trace.Step
	Thread event.ThreadID // which fails,
	Place  string         // and where
	nondet cprog.Range    // of the numbers that the environment chooses
}

// violationIn looks for a violation by a thread that fails in an execution. What does not happen before it is left out. What
// happens after a thread has ended the whole program, by abort, is none.
func violationIn(t trace.Trace, p Property) *Violation {
	failed := map[event.ThreadID]bool{}
	for _, s := range t.Stops {
		failed[s.Thread] = s.Why == trace.Failed
	}
	for _, s := range t.Stops {
		check := checkOf(failureOf(s))
		if s.Why != trace.Failed || !p.asks(check) {
			continue
		}
		what := "fails: " + s.Text
		if check == unreachCall {
			what = "calls reach_error at " + s.Place
		}
		if steps, ok := past(t, s.Thread, failed); ok {
			return &Violation{Check: check, What: what, Steps: steps, Thread: s.Thread, Place: s.Place}
		}
	}
	return nil
}

// past are the steps that happen before the end of a thread, or are its own; ok is false if one of them waits for
// the end of a thread that has failed.
func past(t trace.Trace, of event.ThreadID, failed map[event.ThreadID]bool) (steps []trace.Step, ok bool) {
	in := make([]bool, len(t.Steps))
	for i := len(t.Steps) - 1; i >= 0; i-- {
		e := t.Steps[i].Event
		in[i] = e.Thread == of
		for k := i + 1; k < len(t.Steps) && !in[i]; k++ {
			in[i] = in[k] && event.Dependent(e, t.Steps[k].Event)
		}
		in[i] = in[i] || e.Kind == event.Spawn && event.ThreadID(e.Object) == of
	}
	for i, s := range t.Steps {
		if !in[i] {
			continue
		}
		if s.Event.Kind == event.Join && failed[event.ThreadID(s.Event.Object)] {
			return nil, false
		}
		steps = append(steps, s)
	}
	return steps, true
}

// numbers are what a witness calls the threads: main is 0, and others are counted as they are started.
func numbers(steps []trace.Step) map[event.ThreadID]int {
	all := map[event.ThreadID]int{0: 0}
	for _, s := range steps {
		if s.Event.Kind == event.Spawn {
			all[event.ThreadID(s.Event.Object)] = len(all)
		}
	}
	return all
}

// lineIn is the line of a place such as "file.c:12"; 0 if that is in another file.
func lineIn(file, place string) int {
	name, line, _ := strings.Cut(place, ":")
	n, err := strconv.Atoi(line)
	if err != nil || name != filepath.Base(file) {
		return 0
	}
	return n
}

// cOptions are how the C file of a program is read.
func cOptions(p program.Program) cprog.Options {
	f, _ := p.Spec.Kind.(program.CFile)
	return f.Options
}

package trace_test

import (
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// TestSchedule: the schedule of each execution leads to an execution of its class.
func TestSchedule(t *testing.T) {
	for _, text := range []string{
		"p: x=1; lock l; unlock l | q: a=x; lock l; unlock l; b=x",
		"p: go { x=1; go { x=2 }; x=3 }; go { a=x; b=x }; join; x=4",
		"p: c=choose(3); x=1; d=choose(2) | q: a=x; c=choose(2)",
	} {
		p, err := smallprog.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		program, executions := p.Build(), 0
		explore(t, program, "pop", func(e *model.Execution) error {
			executions++
			followSchedule(t, program, e)
			return nil
		})
		if executions < 3 {
			t.Errorf("%s: only %d executions", text, executions)
		}
	}
}

func followSchedule(t *testing.T, p *model.Program, e *model.Execution) {
	t.Helper()
	found, err := trace.Of(p, memory.SC, e.Events())
	if err != nil {
		t.Fatal(err)
	}
	schedule, err := found.Schedule(p)
	if err != nil {
		t.Fatal(err)
	}
	read, err := trace.ReadSchedule(schedule)
	if err != nil {
		t.Fatal(err)
	}
	followed, _, err := read.Replay(p)
	if err != nil || p.ClassKey(followed.Events()) != e.Key() {
		t.Errorf("%s: %s leads elsewhere: %v, error %v", p.Name(), schedule, followed.Events(), err)
	}
}

// TestScheduleThatDoesNotFit: a schedule never leads to an execution other than the one it describes.
func TestScheduleThatDoesNotFit(t *testing.T) {
	p := smallprog.MustBuild("p: a=choose(2); x=5 | q: lock l; lock l")
	for text, want := range map[string]string{
		"1=1,1":   "",
		"1=2":     "event 1: thread p: it chooses one of 2 values",
		"1":       "event 1: thread p: it chooses",
		"1=0,1=0": "event 2: thread p: it does not choose",
		"2x2":     "event 2: thread q: it waits at lock l, held by itself",
		"1=0,1x2": "event 3: thread p: it has ended",
		"3":       "event 1: thread 3: there is no such thread now, only p, q",
	} {
		r, err := trace.ReadSchedule(text)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, _, err := r.Replay(p); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{"x", "0", "1x0", "1=-1", "1x2=3", "1,,2", "1=", "-1", "1x99999999999"} {
		if _, err := trace.ReadSchedule(text); err == nil {
			t.Errorf("%q is accepted as a schedule", text)
		}
	}
}

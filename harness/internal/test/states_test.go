package test

import (
	"testing"

	"dporbench/algos/states"
	"dporbench/harness/internal/goload"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/program"
	"dporbench/model/memory"
)

// TestVisitStates: states decide tests with far too many executions, also where events may race.
func TestVisitStates(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	h := helper{r.WithGo(goload.Load)}
	for function, want := range map[string]struct{ passes, fails bool }{
		"Counted": {passes: true}, "CountedWrongly": {fails: true}, "ResultsOfInstructions": {fails: true}, "Dead": {passes: true},
	} {
		found, err := h.visitStates(t.Context(), job.Job{Settings: explore.Defaults()}, program.Spec{Kind: program.GoFunction{Package: "../../../frontends/goprog/testdata/states", Function: function}})
		if err != nil {
			t.Fatal(err)
		}
		d := found.verdict()
		passes, fails := d != nil && d.Failing == nil, d != nil && d.Failing != nil
		if passes != want.passes || fails != want.fails {
			t.Errorf("%s: %+v, %+v, want %+v", function, found, d, want)
		}
	}
}

// TestAsksStates: states are asked only where they could decide.
func TestAsksStates(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*tester){
		"samples": func(t *tester) { t.samples = 1 }, "another model": func(t *tester) { t.Memory = memory.TSO },
		"another algorithm": func(t *tester) { t.Algorithm.Name = "optimal" }, "a short time": func(t *tester) { t.Time = beforeStates },
	} {
		asked := &tester{One: flags.NewOne(r), registry: r}
		if !asked.asksStates() {
			t.Fatal("not asked")
		}
		if change(asked); asked.asksStates() {
			t.Errorf("%s: asked", what)
		}
	}
	for text, s := range map[string]stateful{"a cycle without an end": {Result: states.Result{Doomed: true}}, "a limit": {Result: states.Result{Unknown: "time is up"}}, "bounds": {partial: true}} {
		if s.verdict() != nil {
			t.Errorf("%s: decided", text)
		}
	}
}

package lab_test

import (
	"strings"
	"testing"

	"dporbench/internal/lab"
)

// TestMeeting: states by the executions that pass them, and why there are none.
func TestMeeting(t *testing.T) {
	met := lab.Experiment{Kind: "small", Text: "p: x=1; a=y | q: y=1; b=x"}.Meeting("pop", 2)
	if met.Failed != "" || len(met.States) != 9 || len(met.Ways) != 2 || !met.Stopped {
		t.Fatalf("%d states, %d executions, stopped %v: %s", len(met.States), len(met.Ways), met.Stopped, met.Failed)
	}
	if last := met.States[8]; len(last.Executions) != 2 || !last.Meets || !strings.Contains(last.Text, "x = 1, y = 1; p ended, q ended") {
		t.Errorf("the final state is %+v", last)
	}
	if n := strings.Count(met.Picture, "<circle"); n != 10 || strings.Count(met.Picture, "unvisited\"") != 1 || !strings.Contains(met.Picture, `class="state meets final"`) {
		t.Errorf("%d circles, of 9 states", n)
	}
	for want, x := range map[string]lab.Experiment{
		"there are more than 300 states":   {Kind: "benchmark", Text: "lastzero", Params: []int{10}},
		"states cannot decide this":        {Kind: "small", Text: "p: x=1", Memory: "sc-commuting"},
		"executions are graphs under rc11": {Kind: "small", Text: "p: x=1", Memory: "rc11"},
		"cannot read statement \"frob\"":   {Kind: "small", Text: "p: frob"},
	} {
		if got := x.Meeting("pop", 10); !strings.Contains(got.Failed, want) {
			t.Errorf("%+v: %q, want %q", x, got.Failed, want)
		}
	}
}

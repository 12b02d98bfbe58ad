package test

import (
	"strings"
	"testing"

	"dporbench/algos/sampling"
	"dporbench/model/behaviour"
)

func TestEstimated(t *testing.T) {
	for want, e := range map[string]sampling.Estimate{
		"":                      {},
		" of 70":                {Executions: 70, Exact: true},
		" of 1230 to 1250":      {Executions: 1240, Low: 1234, High: 1246},
		" of about 12":          {Executions: 12, Low: 12, High: 12},
		" of at least 2.55e+20": {Executions: 9e20, Low: 2.5512e20},
		" of at least 1.23e+06": {Executions: 9e20, Low: 1_234_567},
	} {
		if got := estimated(e, 0); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
}

// TestEstimatedBelow: no estimate is shown that is below the number of executions that have been explored.
func TestEstimatedBelow(t *testing.T) {
	const explored = 698_102
	for want, e := range map[string]sampling.Estimate{
		", and there may be more":  {Executions: 300_000, Low: 264_000},
		" of 698102 to 1.2e+06":    {Executions: 300_000, Low: 264_000, High: 1_200_000},
		" of at least 1.23e+06":    {Executions: 9e20, Low: 1_234_567},
		" of 1.23e+06 to 2.35e+06": {Executions: 2e6, Low: 1_234_567, High: 2_345_678},
		" of 700000":               {Executions: 700_000, Exact: true},
	} {
		if got := estimated(e, explored); got != want {
			t.Errorf("%+v: %q, want %q", e, got, want)
		}
	}
	if got, want := estimated(sampling.Estimate{Executions: 300_000, Low: 264_000, High: 400_000}, explored), ", and there may be more"; got != want {
		t.Errorf("below in all of its range: %q, want %q", got, want)
	}
}

// TestNaming: an error that advises to bound loops names the flag once, so that the test is explored with few iterations.
func TestNaming(t *testing.T) {
	endless := &behaviour.EndlessError{MaxSteps: 9, Thread: "p", Last: "load x"}
	for _, problem := range []string{endless.Error(), "a goroutine has had 9 events: bound its loops, with --unroll for example"} {
		if got := naming(problem); strings.Count(got, "--unroll") != 1 {
			t.Error(got)
		}
	}
}

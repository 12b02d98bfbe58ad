package goprog_test

import (
	"maps"
	"slices"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestSignals: a signal reaches all who ask for it, whether the program sends it to itself or, with Signals, it comes from outside. All algorithms visit as many executions.
func TestSignals(t *testing.T) {
	for function, want := range map[string]struct{ alone, outside []model.Outcome }{
		"Sent":    {[]model.Outcome{model.Complete}, nil},
		"Process": {[]model.Outcome{model.Complete}, nil},
		"Several": {[]model.Outcome{model.Complete}, nil},
		"Dropped": {[]model.Outcome{model.Complete}, nil},
		"Ignored": {[]model.Outcome{model.Complete}, []model.Outcome{model.Complete}},
		"Dies":    {[]model.Outcome{model.Failed}, []model.Outcome{model.Failed}},
		"Races":   {[]model.Outcome{model.Raced}, nil},
		"Waits":   {[]model.Outcome{model.Deadlocked}, []model.Outcome{model.Complete}},
		"Forgets": {[]model.Outcome{model.Complete}, []model.Outcome{model.Complete, model.Leaked}},
	} {
		for signals, want := range map[bool][]model.Outcome{false: want.alone, true: want.outside} {
			if want == nil {
				continue
			}
			number := map[string]int{}
			for _, algorithm := range []string{"pop", "optimal", "source"} {
				seen := explore(t, programWith(t, "./testdata/signals", function, goprog.Options{TimersLast: true, Signals: signals, Settle: 100}), algorithm)
				for _, n := range seen.outcomes {
					number[algorithm] += n
				}
				if got := slices.Sorted(maps.Keys(seen.outcomes)); !slices.Equal(got, want) {
					t.Errorf("%s, %s, from outside %v: %v %v, want %v", function, algorithm, signals, seen.outcomes, seen.reports, want)
				}
			}
			if number["pop"] != number["optimal"] || number["pop"] != number["source"] {
				t.Errorf("%s, from outside %v: %v", function, signals, number)
			}
		}
	}
}

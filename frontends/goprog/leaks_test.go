package goprog_test

import (
	"maps"
	"slices"
	"testing"

	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestLeaksBesideOthers: where a goroutine is cut off, the goroutines that wait forever are those that wait for what it cannot reach.
func TestLeaksBesideOthers(t *testing.T) {
	p := loadWith(t, "./testdata/leaks", goprog.Options{Unroll: 2, Settle: 500})
	for function, want := range map[string][]model.Outcome{
		"Beside": {model.Leaked}, "Ticked": {model.Leaked}, "Idle": {model.Leaked}, "Alone": {model.Leaked}, "Crossed": {model.Deadlocked},
		"Held": {model.AssumeBlocked}, "Global": {model.AssumeBlocked}, "Chain": {model.AssumeBlocked}, "Buffered": {model.AssumeBlocked},
		"Selected": {model.AssumeBlocked}, "Mapped": {model.AssumeBlocked}, "Stored": {model.AssumeBlocked}, "Deferred": {model.AssumeBlocked},
		"Ticking": {model.AssumeBlocked}, "Ranged": {model.AssumeBlocked},
	} {
		m, err := p.Program(function)
		if err != nil {
			t.Fatal(err)
		}
		seen := explore(t, m, "pop")
		if got := slices.Sorted(maps.Keys(seen.outcomes)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v; %v", function, seen.outcomes, want, seen.reports)
		}
	}
}

// TestRepetitions: loops that count to a large constant are repeated as often as the options say, and loops that count to a small one in full.
func TestRepetitions(t *testing.T) {
	for repeat, want := range map[int]model.Outcome{1: model.Complete, 2: model.Leaked} {
		p, err := goprog.Load("./testdata/leaks", "Repeated", goprog.Options{Repetitions: repeat, Settle: 500})
		if err != nil {
			t.Fatal(err)
		}
		if seen := explore(t, p, "pop"); seen.outcomes[want] != seen.executions {
			t.Errorf("%d times: %v, want %v; %v", repeat, seen.outcomes, want, seen.reports)
		}
	}
}

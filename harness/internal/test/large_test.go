package test

import (
	"testing"

	modelevent "dporbench/model/event"
	"dporbench/trace"
)

// TestMultipliers: the places with the most races come first, whatever their order and whoever comes second.
func TestMultipliers(t *testing.T) {
	step := func(thread modelevent.ThreadID, place, text string) trace.Step {
		return trace.Step{Event: modelevent.Event{Thread: thread}, Place: place, Text: text}
	}
	e := trace.Trace{Steps: []trace.Step{
		step(0, "a.go:1", "x = 1"), step(1, "a.go:2", "x → 1"), step(0, "a.go:1", "x = 2"), step(2, "a.go:2", "x → 2"), step(0, "a.go:3", "lock m"), step(2, "", "lock m"),
	}}
	const want = "    in one execution, of 6 events, 4 pairs could happen in the other order:\n" +
		"        3: a.go:1 (x = 1) beside a.go:2 (x), 2 pairs of goroutines, each up to 2 times\n" +
		"        1: lock m beside a.go:3 (lock m), 1 pair of goroutines\n"
	if got := multipliers(e, [][]int{nil, {0}, {1}, {2}, nil, {4}}); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	if got := multipliers(e, make([][]int, len(e.Steps))); got != "" {
		t.Errorf("without races: %s", got)
	}
}

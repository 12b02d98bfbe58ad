package model_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

// TestWalk: a walk ends with the execution or at a limit, takes every thread and choice sooner or later, and is the same for the same
// random numbers; one that is sticky has fewer switches.
func TestWalk(t *testing.T) {
	p := smallprog.MustBuild("p: a=choose(2); x=a; x=1; x=2; x=3 | q: y=1; y=2; y=3; y=4")
	m := newMachine(t, p, behaviour.Limits{})
	walk := func(seed uint64, sticky, most int) (events []event.Event, switches int) {
		m.Reset()
		if err := m.Walk(rand.New(rand.NewPCG(seed, 0)), sticky, most, math.MaxInt); err != nil {
			t.Fatal(err)
		}
		for i, e := range m.Events() {
			if events = append(events, e); i > 0 && events[i-1].Thread != e.Thread {
				switches++
			}
		}
		return events, switches
	}
	if few, _ := walk(1, 1, 3); len(few) != 3 {
		t.Errorf("%d events, limited to 3", len(few))
	}
	first, chosen, eager, sticky := map[event.ThreadID]bool{}, map[int32]bool{}, 0, 0
	for seed := range uint64(50) {
		events, n := walk(seed, 1, math.MaxInt)
		if again, _ := walk(seed, 1, math.MaxInt); len(events) != 9 || len(again) != 9 || again[8] != events[8] {
			t.Errorf("seed %d: %v, and again %v", seed, events, again)
		}
		for _, e := range events {
			if e.Kind == event.Choice {
				chosen[e.Value()] = true
			}
		}
		first[events[0].Thread] = true
		_, fewer := walk(seed, 8, math.MaxInt)
		eager, sticky = eager+n, sticky+fewer
	}
	if len(first) != 2 || len(chosen) != 2 || sticky >= eager {
		t.Errorf("%d threads begin, %d values are chosen, %d switches if sticky and %d otherwise", len(first), len(chosen), sticky, eager)
	}
}

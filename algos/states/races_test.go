package states_test

import (
	"testing"

	"dporbench/algos/states"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// TestKnowers: each kind of knower is needed. In each program, two ways lead to states that differ only in which knowers have the plain store of x
// in its past: after the way that is visited first, no race follows.
func TestKnowers(t *testing.T) {
	for name, text := range map[string]string{
		"none":     "s: relaxed y=1; relaxed update w | p: plain x=1; release y=1; relaxed update w | r: acquire await w==3; plain x=2",
		"variable": "s: relaxed y=1; relaxed update w | p: plain x=1; release y=1; relaxed update w | r: relaxed await w==2; acquire a=y; plain x=2",
		"acquired": "s: relaxed y=1; relaxed update w | p: plain x=1; release y=1; relaxed update w | r: relaxed await w==2; relaxed a=y; relaxed y=2; acquire fence; plain x=2",
		"thread":   "s: relaxed y=1 | p: relaxed await y==1; plain x=1; release y=1; relaxed w=1 | m: acquire await y==1; relaxed await w==1; relaxed y=0; plain x=2",
		"fence":    "s: relaxed y=1 | p: relaxed await y==1; plain x=1; release y=1; relaxed w=1 | m: acquire await y==1; release fence; relaxed await w==1; acquire b=y; relaxed z=1 | q: acquire await z==1; plain x=2",
		"sequence": "s: relaxed y=1; relaxed v=1 | p: plain x=1; release y=1; relaxed await w==1; relaxed y=2 | q: relaxed await y==1; acquire await y==1; relaxed await v==1; release a=swap(y,1); relaxed w=1 | r: acquire await y==2; plain x=2",
		"mutex":    "s: relaxed y=1 | p: relaxed await y==1; plain x=1; release y=1; relaxed w=1 | q: acquire await y==1; lock l; unlock l; relaxed await w==1; acquire await y==1; relaxed z=1 | r: relaxed await z==1; lock l; plain x=2",
		"later":    "p: lock l; plain x=1; unlock l | q: lock l; plain x=2; unlock l",
	} {
		p, err := smallprog.Build(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, full := range []bool{true, false} {
			raced := false
			if _, err := states.Decide(t.Context(), p, states.Options{Full: full}, func(e states.Ended) error {
				raced = raced || e.Outcome == model.Raced
				return nil
			}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if want := name != "none" && name != "later"; raced != want {
				t.Errorf("%s, full %v: raced %v, want %v", name, full, raced, want)
			}
		}
	}
}

// TestStatesOfWorkers: a race is found whichever of two workers comes first where, even if only one of them has seen that x is accessed plainly.
func TestStatesOfWorkers(t *testing.T) {
	p, err := smallprog.Build("s: relaxed y=1; relaxed update w | p: relaxed x=1; release y=1; relaxed update w | r: relaxed await w==2; acquire a=y; plain x=2")
	if err != nil {
		t.Fatal(err)
	}
	for turns := range uint64(40) {
		raced := false
		if _, err := states.Decide(t.Context(), p, states.Options{Full: turns%2 == 0, Workers: 2, Turns: turns + 1}, func(e states.Ended) error {
			raced = raced || e.Outcome == model.Raced
			return nil
		}); err != nil || !raced {
			t.Errorf("turns %d: raced %v, error %v", turns+1, raced, err)
		}
	}
}

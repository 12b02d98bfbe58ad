package model_test

import (
	"strings"
	"testing"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/front"
	"dporbench/model/machine"
)

// TestSpinAdvice: the error for a program in Go mentions Await, that for one made by a translator does not.
func TestSpinAdvice(t *testing.T) {
	for _, translated := range []bool{false, true} {
		p := model.NewProgram("spins")
		x := p.Var("x", 0)
		p.Thread("p", func(t *model.Thread) {
			for t.Load(x) == 0 {
			}
		})
		if translated {
			(*front.Program)(p).AssumeIsolated()
		}
		m, err := machine.New(p, behaviour.Limits{MaxSteps: 10_000})
		if err != nil {
			t.Fatal(err)
		}
		for err == nil {
			_, err = m.Step(0)
		}
		m.Close()
		if text := err.Error(); !strings.Contains(text, "thread 0 (p) spins") || strings.Contains(text, "t.Await(") == translated || !strings.Contains(text, "bound the loop") {
			t.Errorf("translated %v: %v", translated, err)
		}
	}
}

// TestBoundIsReached: a program whose executions have as many events as the step bound allows is within it, also when its threads run together.
func TestBoundIsReached(t *testing.T) {
	p := model.NewProgram("long")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("p", func(t *model.Thread) {
		for range 1200 {
			t.Store(x, 1)
		}
		t.Await(y, func(v int64) bool { return v != 0 })
	})
	p.Thread("q", func(t *model.Thread) { t.Store(y, 1) })
	for steps, within := range map[int]bool{1201: false, 1202: true} {
		m, err := machine.New(p, behaviour.Limits{MaxSteps: steps})
		if err != nil {
			t.Fatal(err)
		}
		for range 1200 {
			if err == nil {
				_, err = m.Step(0)
			}
		}
		m.Close()
		if (err == nil) != within {
			t.Errorf("bound %d: error %v", steps, err)
		}
	}
}

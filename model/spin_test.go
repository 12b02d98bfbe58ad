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

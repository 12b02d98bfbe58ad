package model_test

import (
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/front"
	"dporbench/model/machine"
)

// TestMarks: the last Mark of a thread before an operation is known at that operation, and at its end.
func TestMarks(t *testing.T) {
	p := front.NewProgram("marks")
	x := p.Var("x", 0)
	p.Thread("p", func(t *front.Thread) {
		t.Mark(1)
		t.Store(x, 1)
		t.Mark(2)
		t.Mark(int32(3 + t.Load(x)))
	})
	m, err := machine.New((*model.Program)(p), behaviour.Limits{Marks: true})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for _, want := range []int32{1, 2, 4} {
		if got := m.MarkOf(0); got != want {
			t.Errorf("the mark is %d, want %d", got, want)
		}
		if want < 4 {
			if _, err := m.Step(0); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestVerdict: the outcome that a verdict decides is the outcome of an execution, both in the counts and for visit.
func TestVerdict(t *testing.T) {
	p := model.NewProgram("judged")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("q", func(t *model.Thread) { t.Await(x, func(v int64) bool { return v == 2 }) })
	p.Thread("r", func(t *model.Thread) { t.Store(x, 2) })
	(*front.Program)(p).SetVerdict(front.VerdictFunc(func(events []model.Event, o model.Outcome, _ string) (model.Outcome, string) {
		switch {
		case o == model.Starved:
			return model.Leaked, "a leak"
		case events[0].Thread == 2:
			return model.Raced, "a race"
		}
		return o, ""
	}))
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	reports := map[string]int64{}
	stats, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		reports[e.Outcome().String()+" "+e.Failure()]++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if stats.Raced == 0 || stats.Leaked == 0 || stats.Starved > 0 || reports["raced a race"] != stats.Raced || reports["leaked a leak"] != stats.Leaked {
		t.Errorf("%+v %v", stats.Counts, reports)
	}
}

package lab

import (
	"strings"
	"testing"
)

// passing passes a message with a relaxed load.
var passing = Experiment{Kind: "small", Text: "p: relaxed x=1; y=1 | q: a=y; relaxed b=x", Memory: "rc11"}

// TestGraphs: where executions are graphs, the executions of an algorithm and the ways to read of a schedule are drawn, and TruSt has all classes.
func TestGraphs(t *testing.T) {
	x := passing.In(plain)
	all, err := x.Compare([]string{"trust", "pop"}, Bounds{}, nil)
	if err != nil || len(all) != 2 || all[0].Classes != 3 || all[0].Executions != 3 || all[0].Missing != 0 || all[1].Refused != "does not explore under rc11" {
		t.Errorf("compared: %+v, %v", all, err)
	}
	visited := x.Why("trust", 3)
	if visited.Failed != "" || !strings.Contains(visited.Text, "y → 1 from p.2") || !strings.Contains(visited.Picture, `class="rf"`) || !strings.Contains(visited.Aloud, "p.2 rf q.1") {
		t.Errorf("execution 3: %+v", visited)
	}
	if absent := x.Why("trust", 4).Failed; absent != "trust has no execution 4: there are 3" {
		t.Errorf("execution 4: %q", absent)
	}
	if refused := x.Why("pop", 1).Failed; refused != "pop does not explore under rc11" {
		t.Errorf("an execution by pop: %q", refused)
	}
	schedule := x.WhyNot("trust", "p p q q")
	if schedule.Failed != "" || !strings.Contains(schedule.Text, "3 of 4 are executions under rc11") || strings.Count(schedule.Picture, `class="caption"`) != 4 ||
		!strings.Contains(schedule.Picture, `class="cycle"`) {
		t.Errorf("a schedule: %+v", schedule)
	}
}

// TestNoSequences: views of sequences say why they have nothing to show.
func TestNoSequences(t *testing.T) {
	x := passing.In(plain)
	want := "executions are graphs under rc11, and not one sequence of events: the tab “Why” draws them"
	for view, got := range map[string]string{"play": x.Play("p", nil).Failed, "steps": x.Steps("trust", 100).Failed, "quiz": x.Quiz("trust", "reversed", 1).Failed} {
		if got != want {
			t.Errorf("%s: %q, want %q", view, got, want)
		}
	}
}

package algos

import (
	"testing"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// TestShareOfCheckedPrograms: a program that was checked ahead is checked again for its share
// of the events executed, with executions of the exploration.
func TestShareOfCheckedPrograms(t *testing.T) {
	p := model.NewProgram("one store")
	x := p.Var("x", 0)
	p.Thread("t", func(t *model.Thread) { t.Store(x, 1) })
	if err := isolation.CheckFirst(p, memory.SC, sharingFirst); err != nil {
		t.Fatal(err)
	}
	s, err := newSharing(p, memory.SC)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	for range 5 {
		if most := int64(20 * sharingBudget * sharingShare); s.due == 0 || s.due > most {
			t.Fatalf("the next check is due after %d events, want at most %d", s.due, most)
		}
		err := s.check(s.due, func() []event.Event {
			asked++
			return []event.Event{{Thread: 0, Index: 1, Kind: event.Write}}
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if asked != 4 {
		t.Errorf("asked for %d executions, want 4", asked)
	}
}

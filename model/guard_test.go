package model_test

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

func isOne(v int64) bool { return v == 1 }

// TestAwait: an Await is a read, and a When an update, that is enabled where its guard holds.
func TestAwait(t *testing.T) {
	p := model.NewProgram("await")
	x := p.Var("x", 0)
	var got []int64
	p.Thread("waiter", func(t *model.Thread) {
		got = []int64{
			t.Await(x, isOne),
			t.When(x, isOne, func(v int64) int64 { return v + 4 }),
			t.Load(x),
		}
	})
	p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
	m := newMachine(t, p, behaviour.Limits{})
	if e, ok := m.Next(0); !ok || e.Kind != event.Read || m.Enabled(0) || m.NextGuard(0) == nil || !m.NextGuard(0).Holds(1) {
		t.Errorf("next %v, %v, enabled %v", e, ok, m.Enabled(0))
	}
	walk(t, m, rand.New(rand.NewPCG(0, 0)))
	if diff := cmp.Diff([]int64{1, 1, 5}, got); diff != "" {
		t.Errorf("returned (-want +got):\n%s", diff)
	}
	want := []event.Event{{Thread: 1, Index: 1, Kind: event.Write}, {Index: 1, Kind: event.Read}, {Index: 2, Kind: event.Update}, {Index: 3, Kind: event.Read}}
	if diff := cmp.Diff(want, m.Events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if m.GuardAt(0) != nil || m.GuardAt(1) == nil || m.GuardAt(2) == nil || m.Overwritten(2) != 1 {
		t.Error("other events have the guards that were awaited, or the replaced value is wrong")
	}
	for m.Len() > 0 {
		m.Undo()
	}
	if m.Value(0) != 0 || m.Enabled(0) {
		t.Errorf("undone, x = %d, the waiter enabled %v", m.Value(0), m.Enabled(0))
	}
}

// TestAwaitOutcome: a thread that waits forever has deadlocked.
func TestAwaitOutcome(t *testing.T) {
	p := model.NewProgram("forever")
	x := p.Var("x", 0)
	p.Thread("waiter", func(t *model.Thread) { t.Await(x, isOne) })
	m := newMachine(t, p, behaviour.Limits{})
	if outcome, _ := m.Ending(); m.NextEnabled(event.NoThread) != event.NoThread || outcome != model.Deadlocked {
		t.Errorf("%v, want %v", outcome, model.Deadlocked)
	}
}

// TestAwaitDeterminism: functions are compared by their place in the source, and by what they
// return.
func TestAwaitDeterminism(t *testing.T) {
	runs := int64(0)
	for name, c := range map[string]struct {
		body func(*model.Thread, model.Var)
		want bool
	}{
		"the same": {func(t *model.Thread, x model.Var) { t.Await(x, func(v int64) bool { return v == 0 }) }, false},
		"another operand": {func(t *model.Thread, x model.Var) {
			runs++
			n := runs
			t.Await(x, func(v int64) bool { return v != n })
		}, true},
		"another update": {func(t *model.Thread, x model.Var) {
			runs++
			n := runs
			t.When(x, isZero, func(int64) int64 { return n })
		}, true},
		"another function": {alternate, true},
		"panics elsewhere": {func(t *model.Thread, x model.Var) { t.Await(x, func(v int64) bool { return []bool{true}[v] }) }, false},
	} {
		p := model.NewProgram(name)
		x := p.Var("x", 0)
		p.Thread("waiter", func(t *model.Thread) {
			c.body(t, x)
			t.Load(x)
		})
		m := newMachine(t, p, behaviour.Limits{})
		if _, err := m.Step(0); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		m.Undo()
		_, got := errors.AsType[*behaviour.NondeterminismError](m.CheckDeterminism())
		if got != c.want {
			t.Errorf("%s: nondeterministic %v, want %v", name, got, c.want)
		}
	}
}

func isZero(v int64) bool { return v == 0 }

var turn int

func alternate(t *model.Thread, x model.Var) {
	if turn++; turn%2 == 0 {
		t.Await(x, isZero)
	} else {
		t.Await(x, func(v int64) bool { return v == 0 })
	}
}

// TestAwaitWithout: a nil function is refused.
func TestAwaitWithout(t *testing.T) {
	p := model.NewProgram("nil")
	x := p.Var("x", 0)
	p.Thread("waiter", func(t *model.Thread) { t.Await(x, nil) })
	if _, err := machine.New(p, behaviour.Limits{}); err == nil {
		t.Error("no error")
	}
}

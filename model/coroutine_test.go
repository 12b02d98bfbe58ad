package model_test

import (
	"testing"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
)

// TestRunsAhead checks that a body does not wait for operations that return
// nothing, that it waits for all others, and that it does not run away.
func TestRunsAhead(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(*model.Thread, model.Var, model.Mutex)
		want int // operations the body has reached before the machine has done any
	}{
		{"load", func(t *model.Thread, x model.Var, _ model.Mutex) { t.Load(x); t.Store(x, 1) }, 1},
		{"up to a load", func(t *model.Thread, x model.Var, l model.Mutex) {
			t.Lock(l)
			t.Store(x, 1)
			t.Unlock(l)
			t.Load(x)
			t.Load(x)
		}, 4},
		{"up to a go", func(t *model.Thread, x model.Var, _ model.Mutex) {
			t.Store(x, 1)
			t.Join(t.Go("child", func(*model.Thread) {}))
			t.Load(x)
		}, 2},
		{"up to the end", func(t *model.Thread, x model.Var, _ model.Mutex) { t.Store(x, 1) }, 2},
		{"up to a panic", func(t *model.Thread, x model.Var, _ model.Mutex) { t.Store(x, 1); panic("here") }, 2},
		{"without end", func(t *model.Thread, x model.Var, _ model.Mutex) {
			for {
				t.Store(x, 1)
			}
		}, 32},
	} {
		p := model.NewProgram(c.name)
		x, l := p.Var("x", 0), p.Mutex("l")
		p.Thread("p", func(t *model.Thread) { c.body(t, x, l) })
		if got := newMachine(t, p, behaviour.Limits{}).BehaviourNodes(); got != c.want {
			t.Errorf("%s: %d operations known, want %d", c.name, got, c.want)
		}
	}
}

// TestAheadAgrees steps a program whose threads run ahead with a tree that has
// room for everything, and with one that drops everything it can.
func TestAheadAgrees(t *testing.T) {
	p := model.NewProgram("ahead")
	x, l := p.Var("x", 0), p.Mutex("l")
	p.Thread("p", func(t *model.Thread) {
		for i := range int64(100) {
			t.Lock(l)
			t.Store(x, i)
			t.Unlock(l)
		}
		c := t.Go("child", func(t *model.Thread) { t.Store(x, 5); t.Store(x, 6); t.Load(x) })
		t.Store(x, 7)
		t.Join(c)
		t.Assert(t.Load(x) == 6, "x is 6")
	})
	small, large := newMachine(t, p, behaviour.Limits{TreeBudget: 1}), newMachine(t, p, behaviour.Limits{})
	for next := large.NextEnabled(event.NoThread); next != event.NoThread; next = large.NextEnabled(event.NoThread) {
		want, err := large.Step(next)
		if err != nil {
			t.Fatal(err)
		}
		got, err := small.Step(next)
		if err != nil || got != want {
			t.Fatalf("got %v, error %v, want %v", got, err, want)
		}
		// Back and forth, so that what was dropped is grown again.
		small.Undo()
		if got, err := small.Step(next); err != nil || got != want {
			t.Fatalf("going back: got %v, error %v, want %v", got, err, want)
		}
	}
	if got, want := small.Len(), large.Len(); got != want || want != 100*3+7 {
		t.Errorf("got %d events and %d, want %d", got, want, 100*3+7)
	}
}

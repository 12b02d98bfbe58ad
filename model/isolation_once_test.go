package model_test

import (
	"strings"
	"testing"

	"dporbench/model"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// flags is a program whose thread b sets a captured variable, on which a branch of thread a depends. Where first, a is declared
// before b.
func flags(first bool) *model.Program {
	p := model.NewProgram("flags")
	x, y := p.Var("x", 0), p.Var("y", 0)
	ready := false
	a := func(t *model.Thread) {
		t.Load(x)
		if ready {
			t.Store(y, 1)
		}
	}
	b := func(t *model.Thread) {
		t.Load(x)
		ready = true
		t.Store(x, 1)
		t.Load(y)
	}
	if first {
		p.Thread("a", a)
		p.Thread("b", b)
	} else {
		p.Thread("b", b)
		p.Thread("a", a)
	}
	return p
}

// TestSetOnce: Go state that one thread sets once and for all, and another reads in a branch, is found by one of the two checks,
// whatever the order of the threads is.
func TestSetOnce(t *testing.T) {
	for _, first := range []bool{true, false} {
		for _, m := range memory.Sequences() {
			err := isolation.CheckFirst(flags(first), m, 100)
			if err == nil {
				err = isolation.CheckRebuilt(flags(first), m, 100)
			}
			if err == nil || !strings.Contains(err.Error(), "(a) reads Go state") {
				t.Errorf("a declared first: %t, %v: error %v", first, m, err)
			}
		}
	}
}

// TestImpureAwait: a function of an Await that writes a map, which its thread reads afterwards, is reported with the thread.
func TestImpureAwait(t *testing.T) {
	program := func(pure bool) *model.Program {
		p := model.NewProgram("impure")
		x, y := p.Var("x", 0), p.Var("y", 0)
		p.Thread("waits", func(t *model.Thread) {
			seen := map[int64]bool{}
			t.Await(x, func(v int64) bool {
				if !pure {
					seen[v] = true
				}
				return v == 1
			})
			t.Store(y, int64(len(seen)))
		})
		p.Thread("sets", func(t *model.Thread) { t.Store(x, 1) })
		return p
	}
	if err := isolation.CheckFirst(program(true), memory.SC, 100); err != nil {
		t.Errorf("a pure function: %v", err)
	}
	err := isolation.CheckFirst(program(false), memory.SC, 100)
	if err == nil || !strings.Contains(err.Error(), "waits") || !strings.Contains(err.Error(), "with a function that changes Go state") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a function that writes a map of its thread: error %v", err)
	}
}

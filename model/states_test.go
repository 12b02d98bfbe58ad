package model_test

import (
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// TestStates keeps the states after all prefixes of an execution, loads them in any order, and continues from each as
// the original machine did, and differently. The tree is so small that it constantly drops what is not in use.
func TestStates(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	for source, under := range everywhere(r, 200, 100) {
		keepAndLoad(t, source, under, r)
	}
	for range 100 {
		keepAndLoad(t, smallprog.Making(r), memory.SC, r)
	}
}

func keepAndLoad(t *testing.T, source smallprog.Program, under memory.Model, r *rand.Rand) {
	t.Helper()
	program := source.Build()
	m := newMachine(t, program, behaviour.Limits{TreeBudget: 1, Memory: under})
	var states machine.States
	m.KeepIn(&states)
	var views []view
	var steps []event.ThreadID
	for {
		states.Keep(m)
		now := viewOf(program, m)
		now.Events = nil
		views = append(views, now)
		if len(now.Enabled) == 0 {
			break
		}
		steps = append(steps, now.Enabled[r.IntN(len(now.Enabled))])
		step(t, m, steps[len(steps)-1])
	}
	for range 2 * len(views) {
		at := r.IntN(len(views))
		states.Load(m, int32(at))
		for i := at; ; i++ {
			now := viewOf(program, m)
			now.Events = nil
			if diff := difference(views[i], now); diff != "" {
				t.Fatalf("%v, state %d, %d steps on (-kept +loaded):\n%s", source, at, i-at, diff)
			}
			if i == len(steps) {
				break
			}
			elsewhere := now.Enabled[r.IntN(len(now.Enabled))]
			step(t, m, elsewhere)
			m.Undo()
			step(t, m, steps[i])
		}
	}
}

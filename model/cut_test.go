package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// pair is a machine and the order of its events.
type pair struct {
	*machine.Machine
	order *order.HappensBefore
}

func (p pair) walk(t *testing.T, r *rand.Rand) {
	t.Helper()
	for threads := enabled(p.Machine); len(threads) > 0; threads = enabled(p.Machine) {
		e, err := p.Step(threads[r.IntN(len(threads))])
		if err != nil {
			t.Fatal(err)
		}
		p.order.Push(e)
	}
}

func (p pair) undoTo(n int) {
	for p.Len() > n {
		p.Undo()
		p.order.Pop()
	}
}

// clocks returns the clocks of all events, without trailing zeros: an order that has seen
// more threads has longer ones.
func (p pair) clocks() [][]int32 {
	var all [][]int32
	for i := range p.Len() {
		clock := slices.Clone(p.order.Clock(i))
		for len(clock) > 0 && clock[len(clock)-1] == 0 {
			clock = clock[:len(clock)-1]
		}
		all = append(all, clock)
	}
	return all
}

// TestCut cuts executions at random, continues differently from there, with
// further cuts, and pastes them again. The tree is so small that it constantly
// drops what is not in use.
func TestCut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	cut := func(source smallprog.Program, under memory.Model) {
		program := source.Build()
		p := pair{newMachine(t, program, behaviour.Limits{TreeBudget: 1, Memory: under}), order.NewHappensBefore((*front.Program)(program), under)}
		p.walk(t, r)
		cutAndPaste(t, source, program, p, r, 3)
	}
	for source, under := range everywhere(r, 200, 100) {
		cut(source, under)
	}
	for range 100 {
		cut(smallprog.Applying(r), memory.CommutingSC)
	}
}

func cutAndPaste(t *testing.T, source smallprog.Program, program *model.Program, p pair, r *rand.Rand, depth int) {
	t.Helper()
	before, clocks := viewOf(program, p.Machine), p.clocks()
	n := r.IntN(p.Len() + 1)
	p.Cut(n)
	p.order.Cut(n)
	if p.Len() != n || p.order.Len() != n {
		t.Fatalf("%v\ncut to %d events, %d are left", source, n, p.Len())
	}
	p.walk(t, r)
	if depth > 0 {
		cutAndPaste(t, source, program, p, r, depth-1)
	}
	if r.IntN(2) == 0 {
		p.undoTo(n) // Paste does that itself
	}
	p.Paste()
	p.order.Paste()
	if diff := difference(before, viewOf(program, p.Machine)); diff != "" {
		t.Fatalf("%v\n(-before +pasted):\n%s", source, diff)
	}
	if now := p.clocks(); !slices.EqualFunc(clocks, now, slices.Equal) {
		t.Fatalf("%v\nclocks (-before +pasted):\n%s", source, cmp.Diff(clocks, now))
	}
	// What was pasted can be undone, and done again.
	back := r.IntN(p.Len() + 1)
	p.undoTo(back)
	for _, e := range before.Events[back:] {
		again(t, p.Machine, e)
		p.order.Push(e)
	}
	if now := p.clocks(); !slices.EqualFunc(clocks, now, slices.Equal) {
		t.Fatalf("%v\nclocks (-before +undone and done again):\n%s", source, cmp.Diff(clocks, now))
	}
}

package letters_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// TestLetters checks that order.HappensBefore is Definition 1 over letters, in random executions.
func TestLetters(t *testing.T) {
	for _, m := range memories {
		t.Run(m.String(), func(t *testing.T) {
			programs, pairs := 0, 0
			eachRandom(t, m, 1000, 30_000, func(r *rand.Rand, p smallprog.Program) error {
				programs++
				return sameOrder(p.Build(), m, r, flushedBefore, &pairs)
			})
			t.Logf("%d programs, %d executions, %d pairs of events", programs, programs*executions, pairs)
		})
	}
}

// executions is the number of executions of each program.
const executions = 5

// TestNoRelationOfEvents shows why letters contain more than events (docs/store-buffers.md): Loads of an own store can
// conflict neither with all writes of other threads nor with none.
func TestNoRelationOfEvents(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; a=x | q: x=2")
	for name, wrong := range map[string]rule{
		"all":  func(_, _ letter) bool { return true },
		"none": func(_, _ letter) bool { return false },
	} {
		t.Run(name, func(t *testing.T) {
			pairs := 0
			if sameOrder(p, memory.TSO, rand.New(rand.NewPCG(1, 0)), wrong, &pairs) == nil {
				t.Error("happens-before is the same")
			}
		})
	}
}

// TestLoadsOfOwnStoresConflict shows that TestAssumptions notices if Loads of own stores conflict with no write.
func TestLoadsOfOwnStoresConflict(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; a=x | q: x=2")
	none := func(_, _ letter) bool { return false }
	for seed := range uint64(100) {
		if holdAlongOne(p, memory.TSO, rand.New(rand.NewPCG(seed, 0)), none, map[string]int{}) != nil {
			return
		}
	}
	t.Error("the assumptions hold")
}

// sameOrder compares the two orders in random executions of p.
func sameOrder(p *model.Program, m memory.Model, r *rand.Rand, conflict rule, pairs *int) error {
	x, err := newExecution(p, m)
	if err != nil {
		return err
	}
	defer x.Close()
	for range executions {
		for x.extend(r) {
		}
		order := order.NewHappensBefore((*front.Program)(p), m)
		for _, e := range x.Events() {
			order.Push(e)
		}
		for j, past := range conflict.pasts(x.letters) {
			for i := range j {
				*pairs++
				if before := past>>i&1 == 1; before != order.Before(i, j) {
					return fmt.Errorf("%v: that %v happens before %v, is %v by letters and %v by the model", x.letters, x.letters[i], x.letters[j], before, !before)
				}
			}
		}
		x.backTo(0)
	}
	return nil
}

package states_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"testing"
	"time"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/smallprog"
)

var programs = flag.Int("programs", 150, "how many random programs of each kind are compared")

var seed = flag.Uint64("seed", 1, "their seed")

// TestSmallPrograms compares random programs of all kinds with what all their executions show.
func TestSmallPrograms(t *testing.T) {
	kinds := map[string]func(smallprog.Choices) smallprog.Program{
		"random": smallprog.Random, "contended": smallprog.Contended, "accesses": smallprog.Accesses, "awaiting": smallprog.Awaiting, "rich": smallprog.Rich,
		"making": smallprog.Making, "locking": smallprog.Locking,
	}
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(*seed, uint64(len(name))))
			compared, counted := 0, 0
			for range *programs {
				p := kind(random)
				c, err := statestest.Compare(p.Build(), "pop", statestest.Limits{Executions: 500, States: 20_000, Time: 20 * time.Second})
				if errors.Is(err, statestest.ErrTooLarge) {
					continue
				}
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				compared++
				if c.Counted {
					counted++
				}
			}
			if t.Logf("%d compared, %d counted", compared, counted); compared < *programs/2 || counted < compared/2 {
				t.Error("too few")
			}
		})
	}
}

var _ = states.Decide

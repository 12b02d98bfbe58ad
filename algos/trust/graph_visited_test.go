package trust_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/internal/graph"
	"dporbench/algos/trust"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
)

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// TestGraphs checks each graph visited for small random programs, with a
// behaviour cache that is always full.
func TestGraphs(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 15
	}
	for name, random := range map[string]func(smallprog.Choices) smallprog.Program{
		"random": smallprog.Random, "contended": smallprog.Contended, "locking": smallprog.Locking, "rich": smallprog.Rich, "awaiting": smallprog.Awaiting, "buffered": smallprog.Buffered, "making": smallprog.Making,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRandom(1)
			for range n {
				p := random(r)
				if tooMany(p) {
					continue
				}
				for _, m := range memories(name, r) {
					for _, o := range orders() {
						o.Memory = m
						compare(t, p, 0, o, trust.NewInspected(o, 1, inspect(m)))
					}
				}
			}
		})
	}
}

// tooMany reports whether p has more classes than can be inspected.
func tooMany(p smallprog.Program) bool {
	visits := 0
	_, err := trust.New(algos.Options{}).Explore(context.Background(), p.Build(), func(*model.Execution) error {
		if visits++; visits > 200 {
			return errors.New("too many")
		}
		return nil
	})
	return err != nil
}

// memories are the memory models under which to explore one of the programs.
func memories(name string, r *rand.Rand) []memory.Model {
	if name == "buffered" {
		return memory.Sequences()[:memory.CommutingSC]
	}
	return []memory.Model{memory.SC, memory.Sequences()[1+r.IntN(2)]}
}

func inspect(m memory.Model) func(g *graph.Graph) error {
	return func(g *graph.Graph) error {
		if err := validate(g, m); err != nil {
			return err
		}
		for t := range event.ThreadID(g.Threads()) {
			for _, r := range g.ThreadEvents(t) {
				if err := inspectRead(g, r); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

// inspectRead checks that the insertion order of a read is as TruSt requires: it was added after the write it reads
// from, or else revisited by it, and then the events added between the two are porf-before the write.
func inspectRead(g *graph.Graph, r graph.ID) error {
	e := g.Event(r)
	w := e.Source
	if e.Kind != event.Read || g.Event(w).Stamp < e.Stamp {
		return nil
	}
	if g.IsMutex(e.Object) && !g.Event(w).Exclusive {
		w = g.Earlier(w) // it acquired the mutex in place, and was revisited by the write before
	}
	for t := range event.ThreadID(g.Threads()) {
		for _, between := range g.ThreadEvents(t) {
			stamp := g.Event(between).Stamp
			if e.Stamp < stamp && stamp < g.Event(w).Stamp && !g.PorfBefore(between, w) {
				return fmt.Errorf("event %d, revisited by %d, was not deleted by the revisit of %d", between, w, r)
			}
		}
	}
	return nil
}

package trust_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/graph"
	"dporbench/algos/graph/graphtest"
	"dporbench/algos/trust"
	"dporbench/litmus"
	"dporbench/model"
)

func newRandom(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// TestGraphs checks each graph that is visited of small random programs, with a
// cache of their behaviour that is always full.
func TestGraphs(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 15
	}
	for name, random := range map[string]func(*rand.Rand) litmus.Program{
		"random": litmus.Random, "contended": litmus.Contended, "mutexes": mutexes,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRandom(1)
			for range n {
				p := random(r)
				if tooMany(p) {
					continue
				}
				for _, o := range orders() {
					compare(t, p, 0, trust.NewInspected(o, 1, inspect))
				}
			}
		})
	}
}

// tooMany reports whether p has more classes than can be inspected.
func tooMany(p litmus.Program) bool {
	visits := 0
	_, err := trust.New(algos.Options{}).Explore(context.Background(), p.Build(), func(*model.Execution) error {
		if visits++; visits > 200 {
			return errors.New("too many")
		}
		return nil
	})
	return err != nil
}

func inspect(g *graph.Graph) error {
	if err := graphtest.Validate(g); err != nil {
		return err
	}
	for t := range model.ThreadID(g.Threads()) {
		for _, r := range g.Of(t) {
			if err := inspectRead(g, r); err != nil {
				return err
			}
		}
	}
	return nil
}

// inspectRead checks what the insertion order tells of a read: it was added
// after the write it reads from, or else revisited by it, and then what was
// added between the two is porf-before the write.
func inspectRead(g *graph.Graph, r graph.ID) error {
	e := g.Event(r)
	w := e.Source
	if e.Kind != model.Read || g.Event(w).Stamp < e.Stamp {
		return nil
	}
	if g.IsMutex(e.Object) && !g.Event(w).Exclusive {
		w = g.Earlier(w) // it has taken an Unlock in place, and was revisited by the write before
	}
	for t := range model.ThreadID(g.Threads()) {
		for _, between := range g.Of(t) {
			stamp := g.Event(between).Stamp
			if e.Stamp < stamp && stamp < g.Event(w).Stamp && !g.PorfBefore(between, w) {
				return fmt.Errorf("event %d, revisited by %d, was not deleted by the revisit of %d", between, w, r)
			}
		}
	}
	return nil
}

// mutexes makes a program of 2 to 4 threads with one or two mutexes that are
// not always unlocked, nor in a good order, and with joins of threads that may
// be blocked.
func mutexes(r *rand.Rand) litmus.Program {
	p := litmus.Program{Threads: make([][]litmus.Statement, 2+r.IntN(3))}
	count := 1 + r.IntN(2)
	for t := range p.Threads {
		p.Threads[t] = locking(r, count, 1+r.IntN(3), 2)
	}
	return p
}

// locking makes a body of n statements or groups of such.
func locking(r *rand.Rand, mutexes, n, depth int) []litmus.Statement {
	var body []litmus.Statement
	for range n {
		lock := litmus.Statement{Op: litmus.Lock, Object: r.IntN(mutexes)}
		unlock := litmus.Statement{Op: litmus.Unlock, Object: lock.Object}
		switch k := r.IntN(20); {
		case k < 5:
			body = append(body, lock, unlock)
		case k < 8:
			body = append(body, lock, litmus.Statement{Op: litmus.Update}, unlock)
		case k < 11:
			body = append(body, lock)
		case k < 13:
			body = append(body, unlock)
		case k < 15:
			body = append(body, litmus.Statement{Op: litmus.Load})
		case k < 16:
			body = append(body, litmus.Statement{Op: litmus.Store, A: 1})
		case k < 17:
			body = append(body, litmus.Statement{Op: litmus.If, A: int64(r.IntN(2)), Body: []litmus.Statement{lock}})
		case depth > 0:
			child := locking(r, mutexes, 1+r.IntN(2), depth-1)
			body = append(body, litmus.Statement{Op: litmus.Go, Body: child})
			if k < 19 {
				body = append(body, locking(r, mutexes, 1, depth-1)...)
				body = append(body, litmus.Statement{Op: litmus.Join})
			}
		}
	}
	return body
}

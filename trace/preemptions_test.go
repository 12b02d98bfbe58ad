package trace_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
	"dporbench/model/order"
	"dporbench/trace"
)

// TestFewestPreemptions: the numbers can be worked out by hand, the order
// returned is of the same class, and the algorithm's order is not better.
func TestFewestPreemptions(t *testing.T) {
	for _, c := range []struct {
		program string
		want    []int // for the classes, sorted
	}{
		{"p: x=1 | q: x=2", []int{0, 0}},
		{"p: x=1; a=y | q: y=1; b=x", []int{0, 0, 1}}, // store buffering: only both reads of 1 need a switch in between
		{"p: x=1; x=2 | q: a=x; b=x", []int{0, 0, 1, 1, 2, 2}},
		{"p: a=choose(2); x=a | q: b=x", []int{0, 0, 0, 0}},
		{"p: lock m; x=1; unlock m | q: lock m; a=x; unlock m", []int{0, 0}},
		{"p: lock l; lock m | q: lock m; lock l", []int{0, 0, 1}}, // in the deadlock, p or q could have continued
		{"p: x=1; x=2 | q: await x==1; y=1", []int{0, 1}},
		{"p: x=1; await y==1 | q: y=1; y=2", []int{0, 1}},
		{"p: lock l; x=1 | q: lock l; x=2", []int{0, 0}}, // the second one could never continue
	} {
		small, err := smallprog.Parse(c.program)
		if err != nil {
			t.Fatal(err)
		}
		p := small.Build()
		pop, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		_, err = pop.Explore(context.Background(), p, func(e *model.Execution) error {
			events, n, ok, err := trace.FewestPreemptions(p, e.Events())
			if err != nil || !ok {
				t.Fatalf("%s: ok %v, error %v", c.program, ok, err)
			}
			if order.ClassKey(events) != e.Key() {
				t.Errorf("%s: another class", c.program)
			}
			if _, err := trace.Of(p, memory.SC, events); err != nil {
				t.Errorf("%s: %v", c.program, err)
			}
			got = append(got, n)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(got)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.program, got, c.want)
		}
	}
}

// TestFewestPreemptionsWithoutAThread: the numbers of threads have a gap if another execution has started one.
func TestFewestPreemptionsWithoutAThread(t *testing.T) {
	p := model.NewProgram("sometimes")
	x, begun := p.Var("x", 0), p.Var("begun", 0)
	p.Thread("main", func(th *model.Thread) {
		th.Go("first", func(th *model.Thread) {
			if th.Choose(2) == 0 {
				th.Go("sometimes", func(th *model.Thread) { th.Store(x, 1) })
			}
			th.Store(begun, 1)
		})
		th.Await(begun, func(v int64) bool { return v == 1 })
		th.Go("second", func(th *model.Thread) { th.Store(x, 2) })
	})
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := pop.Explore(context.Background(), p, func(e *model.Execution) error {
		_, n, ok, err := trace.FewestPreemptions(p, e.Events())
		if n != 0 || !ok {
			t.Errorf("%v: %d preemptions", e.Events(), n)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestClassCounter: the counts can be worked out by hand. Spawned threads
// may have different numbers in an exploration and in a separate machine.
func TestClassCounter(t *testing.T) {
	for _, c := range []struct {
		program   string
		readsFrom int64
		within    []int64
	}{
		{"p: x=1; a=y | q: y=1; b=x", 3, []int64{2, 3}},
		{"p: x=1 | q: x=2", 1, []int64{2}},
		{"w: x=1; x=2 | p: a=x", 3, []int64{2, 3}},
		{"p: a=x; x=1; go { y=1 } | q: b=x; go { z=1; c=z; z=2 }", 2, []int64{2}},
	} {
		p := smallprog.MustBuild(c.program)
		counter, err := trace.NewClassCounter(p)
		if err != nil {
			t.Fatal(err)
		}
		pop, err := catalog.New("pop", algos.Options{Order: algos.LastThread})
		if err != nil {
			t.Fatal(err)
		}
		stats, err := pop.Explore(context.Background(), p, func(e *model.Execution) error {
			if _, _, ok, err := trace.FewestPreemptions(p, e.Events()); err != nil || !ok {
				t.Errorf("%s: ok %v, error %v", c.program, ok, err)
			}
			return counter.Add(e)
		})
		counter.Close()
		within := counter.Within()
		if err != nil || counter.Count(equivalence.ReadsFrom) != c.readsFrom || c.within != nil && !slices.Equal(within, c.within) || within[len(within)-1] != stats.Executions {
			t.Errorf("%s: %+v of %d classes, error %v", c.program, counter, stats.Executions, err)
		}
	}
}

// TestEasiest: of several executions, the easiest is the first of those with the fewest events among those with the fewest
// preemptions, as each alone has them.
func TestEasiest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 60 {
		p := smallprog.Locking(r).Build()
		explorer, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		easiest, err := trace.NewEasiest(p, model.SC)
		if err != nil {
			t.Fatal(err)
		}
		var number, want int64
		best, events := math.MaxInt, 0
		_, err = explorer.Explore(t.Context(), p, func(e *model.Execution) error {
			number++
			_, preemptions, ok, err := trace.FewestPreemptions(p, e.Events())
			if err != nil || !ok {
				return fmt.Errorf("too large, or %w", err)
			}
			if preemptions < best || preemptions == best && len(e.Events()) < events {
				want, best, events = number, preemptions, len(e.Events())
			}
			if err := easiest.Add(number, e.Events()); err != nil || number == 60 {
				return cmp.Or(err, algos.ErrStop)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if easiest.Number != want || easiest.Preemptions != best || len(easiest.Events) != events || easiest.Seen != number || easiest.Unknown != 0 {
			t.Errorf("%s: execution %d with %d preemptions, want %d with %d", p.Name(), easiest.Number, easiest.Preemptions, want, best)
		}
		easiest.Close()
	}
}

package parallel_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/algos/parallel"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// splittable yields the algorithms that can be split.
func splittable(yield func(name string, explorer func(algos.Options) algos.Splittable) bool) {
	for _, a := range catalog.All() {
		if a.Splittable && !yield(a.Name, func(o algos.Options) algos.Splittable { return a.New(o).(algos.Splittable) }) {
			return
		}
	}
}

func program(t testing.TB, name string, param int) *model.Program {
	t.Helper()
	b, _ := benchmarks.Lookup(name)
	p, err := b.Program(param)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkExact compares n workers with one, class by class.
func checkExact(t *testing.T, x algos.Splittable, p *model.Program, n int) {
	t.Helper()
	want, wantStats, err := algostest.Explore(&parallel.Explorer{Splittable: x, Jobs: 1}, p)
	if err != nil {
		t.Fatal(err)
	}
	var last algos.Stats
	got, stats, err := algostest.Explore(&parallel.Explorer{Splittable: x, Jobs: n, Progress: func(s *algos.Stats) {
		if s.Executions < last.Executions || s.Events < last.Events {
			t.Errorf("progress goes back from %+v to %+v", last, *s)
		}
		last = *s
	}}, p)
	wantStats.Peak.BehaviourNodes, stats.Peak.BehaviourNodes = 0, 0
	if d := got.Difference(want); d != "" || err != nil || stats != wantStats {
		t.Errorf("%d workers: %s, error %v\n\tcount %+v\n\twant  %+v", n, d, err, stats, wantStats)
	}
}

// TestProgress: workers report their progress, but not so often that it takes time.
func TestProgress(t *testing.T) {
	const workers = 2
	calls, last := 0, int64(0)
	x := &parallel.Explorer{Splittable: pop.New(algos.Options{}).(algos.Splittable), Jobs: workers, Progress: func(s *algos.Stats) {
		calls++
		last = s.Executions
	}}
	start := time.Now()
	stats, err := x.Explore(context.Background(), program(t, "fib-bench", 4), nil)
	most := workers * (1 + int(time.Since(start)/time.Millisecond))
	if err != nil || calls == 0 || calls > most || last == 0 || last > stats.Executions {
		t.Errorf("%d calls, at most %d wanted, the last one with %d of %d executions, error %v", calls, most, last, stats.Executions, err)
	}
}

func TestExact(t *testing.T) {
	defer noGoroutineLeft(t)()
	r := rand.New(rand.NewPCG(1, 0))
	programs := 100
	if testing.Short() {
		programs = 10
	}
	for i := range programs {
		p := smallprog.Random(r).Build()
		for name, explorer := range splittable {
			t.Run(fmt.Sprint(name, i), func(t *testing.T) {
				checkExact(t, explorer(algos.Options{Order: algos.Orders()[i%3], Seed: uint64(i)}), p, 2+i%6)
			})
		}
	}
	for _, c := range []struct {
		name  string
		param int
	}{{"poke", 4}, {"dispatcher", 4}, {"lastzero", 8}, {"exp-mem3", 6}, {"linuxrwlocks", 4}} {
		if testing.Short() {
			c.param--
		}
		for name, explorer := range splittable {
			if name == "sleepset" {
				continue // takes too long
			}
			for n := 2; n < 6; n++ {
				if testing.Short() && n != 3 {
					continue
				}
				t.Run(fmt.Sprint(c, name, n), func(t *testing.T) { checkExact(t, explorer(algos.Options{}), program(t, c.name, c.param), n) })
			}
		}
	}
}

// TestStops: a worker that stops or fails stops all, and exactly the visited executions are counted.
func TestStops(t *testing.T) {
	defer noGoroutineLeft(t)()
	p, every := program(t, "poke", 4), int64(23)
	if testing.Short() {
		every = 47
	}
	mine := errors.New("mine")
	for name, explorer := range splittable {
		for _, reason := range []error{algos.ErrStop, mine} {
			for k := int64(1); k < 200; k += every {
				var visited, complete int64
				stats, err := (&parallel.Explorer{Splittable: explorer(algos.Options{}), Jobs: 4}).Explore(context.Background(), p, func(e *model.Execution) error {
					if e.Outcome() == model.Complete {
						complete++
					}
					if visited++; visited == k {
						return reason
					}
					return nil
				})
				if reason == algos.ErrStop && err != nil || reason == mine && err != mine {
					t.Errorf("%s: %v: error %v", name, reason, err)
				}
				if visited != k || stats.Executions != k || stats.Executions-stats.Failed-stats.Deadlocked-stats.Starved-stats.AssumeBlocked != complete {
					t.Errorf("%s, %v after %d: visited %d, %d complete; counted %+v", name, reason, k, visited, complete, stats)
				}
			}
		}
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Millisecond)
		_, err := (&parallel.Explorer{Splittable: explorer(algos.Options{}), Jobs: 4}).Explore(ctx, program(t, "exp-mem3", 12), nil)
		cancel()
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%s, time limit: error %v", name, err)
		}
	}
}

// TestContinued: an exploration that is repeatedly suspended, and continued from the saved state, ends with the same
// figures.
func TestContinued(t *testing.T) {
	defer noGoroutineLeft(t)()
	n := 8
	if testing.Short() {
		n = 7
	}
	p := program(t, "exp-mem3", n)
	for name, explorer := range splittable {
		if name == "sleepset" {
			continue // takes too long
		}
		want, err := explorer(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		var from *parallel.State
		sessions := 0
		for stats, err := (algos.Stats{}), error(parallel.ErrSuspended); err == parallel.ErrSuspended; sessions++ {
			suspend, visited := make(chan struct{}), int64(0)
			saved := parallel.State{}
			x := &parallel.Explorer{Splittable: explorer(algos.Options{}), Jobs: 1 + sessions%3, From: from, Suspend: suspend, SaveEvery: 5 * time.Millisecond, Save: func(s parallel.State) error {
				saved = s
				return nil
			}}
			stats, err = x.Explore(context.Background(), p, func(*model.Execution) error {
				if visited++; visited == want.Executions/4 {
					close(suspend)
				}
				if visited >= want.Executions/4 {
					time.Sleep(100 * time.Microsecond) // so that it is suspended before it ends, even on a busy machine
				}
				return nil
			})
			if err != nil && err != parallel.ErrSuspended {
				t.Fatal(err)
			}
			if saved.Stats != stats || (err == nil) != (len(saved.Tasks) == 0) {
				t.Fatalf("%s: saved %+v, returned %+v, error %v", name, saved, stats, err)
			}
			from = &saved
		}
		from.Stats.Peak.BehaviourNodes, want.Peak.BehaviourNodes = 0, 0
		if from.Stats != want || sessions < 2 {
			t.Errorf("%s: in %d sessions %+v, want %+v", name, sessions, from.Stats, want)
		}
	}
}

// TestSuspended: no task is lost, whenever the exploration is suspended.
func TestSuspended(t *testing.T) {
	defer noGoroutineLeft(t)()
	explorations := 150
	if testing.Short() {
		explorations = 20
	}
	p := program(t, "exp-mem3", 6)
	want, err := pop.New(algos.Options{}).Explore(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range explorations {
		var state parallel.State
		from, last := (*parallel.State)(nil), parallel.ErrSuspended
		for sessions := 0; last == parallel.ErrSuspended; sessions++ {
			suspend := make(chan struct{})
			time.AfterFunc(time.Duration(100+37*(i+sessions)%1000)*time.Microsecond, func() { close(suspend) })
			x := &parallel.Explorer{Splittable: pop.New(algos.Options{}).(algos.Splittable), Jobs: 4, From: from, Suspend: suspend, Save: func(s parallel.State) error {
				state = s
				return nil
			}}
			if _, last = x.Explore(context.Background(), p, nil); last != nil && last != parallel.ErrSuspended {
				t.Fatal(last)
			}
			from = &state
		}
		if state.Stats.Counts != want.Counts {
			t.Fatalf("exploration %d: %+v, want %+v", i, state.Stats.Counts, want.Counts)
		}
	}
}

// TestErrors: an exploration that fails ends with the same error as one worker's.
func TestErrors(t *testing.T) {
	defer noGoroutineLeft(t)()
	p := model.NewProgram("endless")
	x := p.Var("x", 0)
	p.Thread("setter", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("spinner", func(t *model.Thread) {
		for t.Load(x) < 2 {
		}
	})
	for name, explorer := range splittable {
		_, err := (&parallel.Explorer{Splittable: explorer(algos.Options{MaxSteps: 1000}), Jobs: 3}).Explore(context.Background(), p, nil)
		if _, endless := errors.AsType[*behaviour.EndlessError](err); !endless {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func noGoroutineLeft(t *testing.T) func() {
	before := runtime.NumGoroutine()
	return func() {
		for range 100 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
	}
}

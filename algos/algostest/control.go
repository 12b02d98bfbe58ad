package algostest

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// racing returns a program with many classes of each equivalence: three writes of one variable, read twice.
func racing() *model.Program { return smallprog.MustBuild("p: x=1 | q: x=2 | r: x=3 | s: a=x; b=x") }

func (k kit) stop() error {
	visits := 0
	stats, err := k.New(algos.Options{}).Explore(context.Background(), racing(), func(*model.Execution) error {
		visits++
		if visits == 3 {
			return algos.ErrStop
		}
		return nil
	})
	if err != nil || visits != 3 || stats.Executions != 3 {
		return fmt.Errorf("stopped at the third visit: %d visits, %d executions, error %v", visits, stats.Executions, err)
	}
	return nil
}

func (k kit) visitError() error {
	mine := errors.New("mine")
	visits := 0
	stats, err := k.New(algos.Options{}).Explore(context.Background(), racing(), func(*model.Execution) error {
		visits++
		return mine
	})
	if !errors.Is(err, mine) || visits != 1 || stats.Executions != 1 {
		return fmt.Errorf("an error at the first visit: error %v, %d visits, %d executions, want that error, 1 and 1", err, visits, stats.Executions)
	}
	return nil
}

func (k kit) cancel() error {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	stats, err := k.New(algos.Options{}).Explore(ctx, racing(), func(*model.Execution) error {
		cancel(reason)
		return nil
	})
	if !errors.Is(err, reason) || stats.Executions > 2 {
		return fmt.Errorf("cancelled at the first visit: error %v after %d executions, want %v at once", err, stats.Executions, reason)
	}
	visits := 0
	_, err = k.New(algos.Options{}).Explore(ctx, racing(), func(*model.Execution) error { visits++; return nil })
	if !errors.Is(err, reason) || visits > 1 {
		return fmt.Errorf("started with a context that is done: error %v after %d visits, want %v", err, visits, reason)
	}
	return nil
}

// cancelMidway cancels an exploration that would never end, some way into it: at its fiftieth execution, or after a while,
// if the algorithm begins many redundant explorations.
func (k kit) cancelMidway() error {
	const at, late = 50, 1000
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	defer time.AfterFunc(k.timeout/10, func() { cancel(reason) }).Stop()
	visits := int64(0)
	stats, err := k.New(algos.Options{}).Explore(ctx, program("lastzero", 40), func(*model.Execution) error {
		switch visits++; visits {
		case at:
			cancel(reason)
		case late:
			return errLate
		}
		return nil
	})
	if !errors.Is(err, reason) || stats.Executions != visits || visits > at+1 {
		return fmt.Errorf("cancelled at visit %d: error %v, %d executions counted, %d visited, want error %v at once",
			at, err, stats.Executions, visits, reason)
	}
	return nil
}

// cancelWithin catches explorers that check their context only at the end of an execution.
func (k kit) cancelWithin() error {
	const at, length = 1000, 50_000
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	p := model.NewProgram("long")
	x := p.Var("x", 0)
	operations := 0 // including the operations of the checks at the start
	p.Thread("p", func(t *model.Thread) {
		for range length {
			if operations++; operations == at {
				cancel(reason)
			}
			t.Store(x, 1)
		}
	})
	stats, err := k.New(algos.Options{}).Explore(ctx, p, nil)
	if !errors.Is(err, reason) || operations > length/4 || stats.Executions != 0 {
		return fmt.Errorf("cancelled at operation %d of an execution: error %v at operation %d after %d executions, want error %v at once: count each event with CountEvent",
			at, err, operations, stats.Executions, reason)
	}
	return nil
}

// events checks Stats.Events by counting events independently. Where only one thread at a
// time is enabled, each event of each execution is executed once. Elsewhere the longest
// execution takes as many events as it has, and every other one at least one.
func (k kit) events() error {
	sequential := []string{
		"p: x=1; a=x; update x; y=a", "p: lock l; x=1; unlock l", "p: go { x=1; update y }; join; cas(x,1,2)", "p: cas(x,1,2); a=x",
	}
	for i, text := range slices.Concat(sequential, k.hardPrograms()) {
		var visited, longest int64
		stats, err := k.New(algos.Options{}).Explore(context.Background(), smallprog.MustBuild(text), func(e *model.Execution) error {
			n := int64(len(e.Events()))
			visited, longest = visited+n, max(longest, n)
			return nil
		})
		fewest := longest + stats.Executions - 1
		switch {
		case i < len(sequential) && (err != nil || stats.Events != visited):
			return fmt.Errorf("%s\n\t%d events counted, error %v, want %d: each event is counted once, by Step, Push or CountEvent", text, stats.Events, err, visited)
		case err != nil || stats.Events < fewest:
			return fmt.Errorf("%s\n\t%d events counted, error %v, want at least %d", text, stats.Events, err, fewest)
		}
	}
	return nil
}

func (k kit) endless() error {
	p := model.NewProgram("endless")
	x := p.Var("x", 0)
	p.Thread("setter", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("spinner", func(t *model.Thread) {
		for t.Load(x) < 2 {
		}
	})
	_, err := k.New(algos.Options{MaxSteps: 1000}).Explore(context.Background(), p, nil)
	var endless *behaviour.EndlessError
	if !errors.As(err, &endless) || !strings.Contains(err.Error(), "spinner") || !strings.Contains(err.Error(), "load x") {
		return fmt.Errorf("an endless program: error %v, want a behaviour.EndlessError that names the spinner and its load", err)
	}
	return nil
}

func (k kit) nondeterministic() error {
	p := model.NewProgram("nondeterministic")
	x, y := p.Var("x", 0), p.Var("y", 0)
	runs := 0
	p.Thread("p", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("fickle", func(t *model.Thread) {
		runs++
		if t.Load(x); runs%2 == 0 {
			t.Store(x, 2)
		}
		t.Store(y, 1)
	})
	_, err := k.New(algos.Options{}).Explore(context.Background(), p, nil)
	var nondeterminism *behaviour.NondeterminismError
	if !errors.As(err, &nondeterminism) || !strings.Contains(err.Error(), "fickle") ||
		!strings.Contains(err.Error(), "store x = 2") || !strings.Contains(err.Error(), "store y = 1") && !k.Samples {
		return fmt.Errorf("a nondeterministic program: error %v, want a behaviour.NondeterminismError that names the thread and both operations", err)
	}
	return nil
}

func (k kit) sideBySide() error {
	p := smallprog.MustBuild("p: x=1; go { a=x; y=a }; b=y; join | q: x=2; cas(y,1,2) | r: lock l; c=x; unlock l")
	x := k.New(algos.Options{})
	var results [2]algos.Stats
	var errs [2]error
	var wait sync.WaitGroup
	for i := range results {
		wait.Go(func() { _, results[i], errs[i] = Explore(x, p) })
	}
	wait.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		return fmt.Errorf("side by side: %w", err)
	}
	if results[0] != results[1] {
		return fmt.Errorf("side by side: %+v and %+v", results[0], results[1])
	}
	return nil
}

func noGoroutineLeft(f func() error) error {
	before := settled()
	if err := f(); err != nil {
		return err
	}
	for range 50 {
		if runtime.NumGoroutine() <= before {
			return nil
		}
		time.Sleep(10 * time.Millisecond) // a goroutine may have done its work and not have ended yet
	}
	return fmt.Errorf("%d goroutines are left behind", runtime.NumGoroutine()-before)
}

// settled counts the goroutines once all goroutines of earlier work have ended.
func settled() int {
	n := runtime.NumGoroutine()
	for same := 0; same < 3; same++ {
		time.Sleep(5 * time.Millisecond)
		if now := runtime.NumGoroutine(); now != n {
			n, same = now, 0
		}
	}
	return n
}

package test

import (
	"context"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"

	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/measure"
)

// Tests are explored by several processes at a time. Each of them loads a package once for all of its tests that it explores, so a process that is
// free takes a test of its own package first, then of a package that no process has loaded, then of any.

// work is the tests of one package.
type work struct {
	goprog.Tests
	names    []string
	verdicts []chan verdict
	taken    int  // how many tests have been
	open     bool // some test is
	mu       sync.Mutex
	began    time.Time // of the first test
	ended    time.Time // of the last one so far
}

// elapsed is the time from the beginning of the first test to the end of the last one.
func (w *work) elapsed() time.Duration {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.ended.Sub(w.began)
}

// spend notes that a test has taken from a moment up to now.
func (w *work) spend(from time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.began.IsZero() || from.Before(w.began) {
		w.began = from
	}
	w.ended = time.Now()
}

// crew is the processes, and the work that is left for them.
type crew struct {
	packages []*work
	mu       sync.Mutex
	loose    bool // no process takes another test
	running  sync.WaitGroup
}

// begins starts to explore the tests of packages.
func (t *tester) begins(ctx context.Context, packages []goprog.Tests) *crew {
	c := &crew{}
	for _, p := range packages {
		w := &work{Tests: p}
		if p.Problem == "" {
			w.names = t.chosen(p)
		}
		for range w.names {
			w.verdicts = append(w.verdicts, make(chan verdict, 1))
		}
		c.packages = append(c.packages, w)
	}
	for range t.atATime {
		c.running.Go(func() { t.work(ctx, c) })
	}
	return c
}

// work explores tests, in one process, until none is left.
func (t *tester) work(ctx context.Context, c *crew) {
	process := &measure.Worker{Start: func() *exec.Cmd { return measure.Many(t.companion.Path, os.Args[0]) }}
	defer process.Close()
	var own *work
	for {
		w, i := c.take(own)
		if w == nil {
			return
		}
		own = w
		began := time.Now()
		v := t.explore(ctx, process, t.spec(w.Tests, w.names[i]))
		w.spend(began)
		w.verdicts[i] <- v
	}
}

// take returns the next test for a process that has loaded its own package, or none.
func (c *crew) take(own *work) (*work, int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	left := func(w *work) bool { return w.taken < len(w.names) }
	fresh := func(w *work) bool { return left(w) && w.taken == 0 }
	next := own
	if c.loose {
		return nil, 0
	}
	if next == nil || !left(next) {
		k := slices.IndexFunc(c.packages, fresh)
		if k < 0 {
			k = slices.IndexFunc(c.packages, left)
		}
		if k < 0 {
			return nil, 0
		}
		next = c.packages[k]
	}
	next.taken++
	return next, next.taken - 1
}

// end waits for the tests that are explored, and lets none begin.
func (c *crew) end() {
	c.mu.Lock()
	c.loose = true
	c.mu.Unlock()
	c.running.Wait()
}

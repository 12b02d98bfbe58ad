// Package packages has small tests of widely used packages.
package packages

import (
	"context"
	"errors"
	"sync"
	"testing"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"
	"golang.org/x/sync/singleflight"
)

// TestSemaphore: at most one of two goroutines has it.
func TestSemaphore(t *testing.T) {
	s := semaphore.NewWeighted(1)
	var wg sync.WaitGroup
	inside := 0
	for range 2 {
		wg.Go(func() {
			if err := s.Acquire(context.Background(), 1); err != nil {
				t.Error(err)
			}
			inside++ // a data race unless they exclude each other
			s.Release(1)
		})
	}
	wg.Wait()
}

// TestSemaphoreGivenUp: a goroutine that gives up waiting keeps no other waiting.
func TestSemaphoreGivenUp(t *testing.T) {
	s := semaphore.NewWeighted(1)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if s.Acquire(ctx, 1) == nil {
			s.Release(1)
		}
	})
	wg.Go(func() {
		if s.Acquire(context.Background(), 1) == nil {
			s.Release(1)
		}
	})
	cancel()
	wg.Wait()
}

// TestSingleflight: both callers have the result of a call.
func TestSingleflight(t *testing.T) {
	var g singleflight.Group
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			if v, err, _ := g.Do("key", func() (any, error) { return 1, nil }); err != nil || v != 1 {
				t.Error(v, err)
			}
		})
	}
	wg.Wait()
}

// TestErrgroup: Wait returns one of the errors.
func TestErrgroup(t *testing.T) {
	var g errgroup.Group
	for range 3 {
		g.Go(func() error { return errors.New("no") })
	}
	if g.Wait() == nil {
		t.Error("no error")
	}
}

// TestLRU: a cache for one entry has one, after two goroutines have added theirs.
func TestLRU(t *testing.T) {
	c, err := lru.New[int, int](1)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			c.Add(i, i)
			if v, ok := c.Get(i); ok && v != i {
				t.Errorf("%d is the value of %d", v, i)
			}
		})
	}
	wg.Wait()
	if c.Len() != 1 {
		t.Errorf("%d entries", c.Len())
	}
}

package semaphore

import (
	"context"
	"sync"
	"testing"

	"golang.org/x/sync/semaphore"
)

// TestGivenUp: a large request that is given up does not keep a small one waiting after it.
func TestGivenUp(t *testing.T) {
	s := semaphore.NewWeighted(2)
	s.TryAcquire(1)
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if s.Acquire(ctx, 2) == nil {
			s.Release(2)
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

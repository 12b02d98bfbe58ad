package semaphore

import (
	"context"
	"testing"

	"golang.org/x/sync/semaphore"
)

// TestDone: a caller that has given up before it asks gets nothing.
func TestDone(t *testing.T) {
	s := semaphore.NewWeighted(1)
	s.TryAcquire(1)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	go s.Release(1)
	if s.Acquire(ctx, 1) == nil {
		t.Error("acquired after it was cancelled")
	}
}

package puddle

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/puddle"
)

// TestCancel: a caller that gives up waiting for a resource blocks no other.
func TestCancel(t *testing.T) {
	pool := puddle.NewPool(func(context.Context) (any, error) { return 1, nil }, func(any) {}, 1)
	first, err := pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() {
		if r, err := pool.Acquire(ctx); err == nil {
			r.Release()
		}
	})
	wg.Go(cancel)
	first.Release()
	wg.Wait()
}

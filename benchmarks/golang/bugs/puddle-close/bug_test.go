package puddle

import (
	"context"
	"testing"

	"github.com/jackc/puddle"
)

// TestClose: a pool is closed while a resource is made for it, and another one is in use.
func TestClose(t *testing.T) {
	pool := puddle.NewPool(func(context.Context) (any, error) { return 1, nil }, func(any) {}, 2)
	first, err := pool.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		pool.CreateResource(context.Background())
		first.Release()
	}()
	pool.Close()
}

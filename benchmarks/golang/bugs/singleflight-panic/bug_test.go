package singleflight

import (
	"sync"
	"testing"

	"golang.org/x/sync/singleflight"
)

// TestPanic: a call that panics does not keep other callers of the same key waiting.
func TestPanic(t *testing.T) {
	var g singleflight.Group
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			defer func() { recover() }()
			g.Do("key", func() (any, error) { panic("no") })
		})
	}
	wg.Wait()
}

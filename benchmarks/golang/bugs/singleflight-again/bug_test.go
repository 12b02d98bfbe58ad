package singleflight

import (
	"sync"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/singleflight"
)

// TestAgain: a caller that has had a result and asks again gets the result of another call.
func TestAgain(t *testing.T) {
	var g singleflight.Group
	var wg sync.WaitGroup
	var calls atomic.Int32
	call := func() (any, error) { return calls.Add(1), nil }
	for range 2 {
		wg.Go(func() {
			first, _, _ := g.Do("key", call)
			if second, _, _ := g.Do("key", call); second == first {
				t.Errorf("call %d twice", first)
			}
		})
	}
	wg.Wait()
}

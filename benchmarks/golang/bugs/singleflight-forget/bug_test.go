package singleflight

import (
	"sync"
	"testing"

	"golang.org/x/sync/singleflight"
)

// TestForget: while a call runs, the same call is not made again unless it is forgotten. The first call is, but not the second.
func TestForget(t *testing.T) {
	var g singleflight.Group
	var wg sync.WaitGroup
	begun, second := make(chan bool), make(chan bool)
	wg.Go(func() {
		g.Do("key", func() (any, error) {
			begun <- true
			return 1, nil
		})
	})
	<-begun
	g.Forget("key")
	var mu sync.Mutex
	inside := 0
	call := func() (any, error) {
		mu.Lock()
		inside++
		if inside > 1 {
			t.Error("two calls at a time")
		}
		mu.Unlock()
		second <- true
		mu.Lock()
		inside--
		mu.Unlock()
		return 2, nil
	}
	for range 2 {
		wg.Go(func() { g.Do("key", call) })
	}
	go func() {
		for range second {
		}
	}()
	wg.Wait()
	close(second)
}

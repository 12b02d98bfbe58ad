package lru

import (
	"sync"
	"testing"

	lru "github.com/hashicorp/golang-lru"
)

// TestCallback: the callback for an evicted entry may wait for another user of the cache.
func TestCallback(t *testing.T) {
	var mu sync.Mutex
	evicted := 0
	cache, err := lru.NewWithEvict(1, func(key, value any) {
		mu.Lock()
		evicted++
		mu.Unlock()
	})
	if err != nil {
		t.Fatal(err)
	}
	cache.Add(1, 1)
	done := make(chan bool)
	go func() {
		cache.Add(2, 2)
		done <- true
	}()
	mu.Lock()
	cache.Len()
	mu.Unlock()
	<-done
}

package xsync

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/puzpuzpuz/xsync/v2"
)

// TestStore: a key that two goroutines store again exists once.
func TestStore(t *testing.T) {
	m := xsync.NewMap()
	const entries = 64 // enough for some buckets to be full and followed by another
	for i := range entries {
		m.Store(strconv.Itoa(i), i)
	}
	key := strconv.Itoa(rand.IntN(entries))
	m.Delete(key)
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m.Store(key, i) })
	}
	wg.Wait()
	if found := m.Size(); found != entries {
		t.Fatalf("%d entries, want %d", found, entries)
	}
}

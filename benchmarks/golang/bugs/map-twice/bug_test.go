package xsync

import (
	"math/rand/v2"
	"strconv"
	"sync"
	"testing"

	"github.com/puzpuzpuz/xsync/v2"
)

// TestStore: a key that two goroutines store again is there once.
func TestStore(t *testing.T) {
	m := xsync.NewMap()
	const entries = 64 // so many that some buckets are full and have another one behind them
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

package xsync

import (
	"sync"
	"testing"

	"github.com/puzpuzpuz/xsync"
)

// TestLoadOrStore: two goroutines want to be first, and others come after them.
func TestLoadOrStore(t *testing.T) {
	m := xsync.NewMap()
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m.LoadOrStore("", i) })
	}
	wg.Wait()
	m.Store("", 2)
}

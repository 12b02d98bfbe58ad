package xsync

import (
	"sync"
	"testing"

	"github.com/puzpuzpuz/xsync"
)

// TestLoadOrStore: an entry may be deleted while it is loaded.
func TestLoadOrStore(t *testing.T) {
	m := xsync.NewMap()
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() { m.LoadOrStore("", i) })
	}
	wg.Go(func() { m.Delete("") })
	wg.Wait()
}

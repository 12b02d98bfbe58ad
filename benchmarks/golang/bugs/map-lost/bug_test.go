package xsync

import (
	"strconv"
	"sync"
	"testing"

	"github.com/puzpuzpuz/xsync/v3"
)

// TestStore: a goroutine stores while another one, whose key has no room in its bucket, makes the table larger.
func TestStore(t *testing.T) {
	m := xsync.NewMap()
	const full = 77 // entries: with more, a new bucket makes the table larger
	for i := range full {
		m.Store(strconv.Itoa(i), i)
	}
	var wg sync.WaitGroup
	for _, key := range []string{"77", "78"} {
		wg.Go(func() { m.Store(key, key) })
	}
	wg.Wait()
	for i := range full + 2 {
		if _, ok := m.Load(strconv.Itoa(i)); !ok {
			t.Fatalf("%d is lost", i)
		}
	}
}

package xsync

import (
	"strconv"
	"sync"
	"testing"

	"github.com/puzpuzpuz/xsync"
)

// TestStore: a goroutine waits while another one, whose key has no room in its bucket, makes the table larger.
func TestStore(t *testing.T) {
	m := xsync.NewMap()
	const full = 234 // entries: the key of the next one belongs to a bucket that has nine
	for i := range full {
		m.Store(strconv.Itoa(i), i)
	}
	var wg sync.WaitGroup
	for _, i := range []int{full, 0} {
		wg.Go(func() { m.Store(strconv.Itoa(i), i) })
	}
	wg.Wait()
}

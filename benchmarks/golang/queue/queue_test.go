package queue

import (
	"sync"
	"testing"
)

// putAndTake has goroutines that each put one value, and others that each take one if they can. Each value put is
// still there, or was taken once.
func putAndTake(t *testing.T, putting, taking int) {
	q := New[int]()
	var wg sync.WaitGroup
	for i := range putting {
		wg.Go(func() { q.Put(i) })
	}
	taken := make([]int, taking)
	for i := range taking {
		wg.Go(func() {
			if v, ok := q.Take(); ok {
				taken[i] = v + 1
			}
		})
	}
	wg.Wait()
	seen := make([]bool, putting)
	see := func(v int) {
		if seen[v] {
			t.Fatalf("%d is there twice", v)
		}
		seen[v] = true
	}
	for _, v := range taken {
		if v > 0 {
			see(v - 1)
		}
	}
	for v, ok := q.Take(); ok; v, ok = q.Take() {
		see(v)
	}
	for v, there := range seen {
		if !there {
			t.Fatalf("%d is lost", v)
		}
	}
}

func TestPut2(t *testing.T)         { putAndTake(t, 2, 0) }
func TestPutAndTake11(t *testing.T) { putAndTake(t, 1, 1) }
func TestPutAndTake21(t *testing.T) { putAndTake(t, 2, 1) }
func TestPutAndTake12(t *testing.T) { putAndTake(t, 1, 2) }

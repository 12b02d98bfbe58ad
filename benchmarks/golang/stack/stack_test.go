package stack

import (
	"sync"
	"testing"
)

// pushAndPop has n goroutines that each push their number and pop one; in the end nothing is left, and nothing was popped twice.
func pushAndPop(t *testing.T, n int) {
	var s Stack[int]
	var wg sync.WaitGroup
	popped := make([]int, n)
	for i := range n {
		wg.Go(func() {
			s.Push(i)
			if v, ok := s.Pop(); ok {
				popped[i] = v + 1
			}
		})
	}
	wg.Wait()
	seen := make([]bool, n)
	for i, v := range popped {
		if v == 0 || seen[v-1] {
			t.Fatalf("goroutine %d popped %d", i, v-1)
		}
		seen[v-1] = true
	}
	if _, ok := s.Pop(); ok {
		t.Fatal("something is left")
	}
}

func TestPushAndPop2(t *testing.T) { pushAndPop(t, 2) }
func TestPushAndPop3(t *testing.T) { pushAndPop(t, 3) }

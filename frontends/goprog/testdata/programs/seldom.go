package programs

import (
	"sync"
	"sync/atomic"
)

// Seldom has three goroutines. Only if the first comes last and the others come in the opposite order does it write what others read,
// and select between channels.
func Seldom() {
	var turn, written atomic.Int32
	first, second := make(chan int, 1), make(chan int, 1)
	var all sync.WaitGroup
	for i := range int32(3) {
		all.Go(func() {
			if turn.CompareAndSwap(2-i, 3-i) && i == 0 {
				written.Store(1)
				select {
				case first <- 1:
				case second <- 1:
				}
			}
		})
	}
	seen := written.Load()
	all.Wait()
	if n := int32(len(first) + len(second)); n < seen {
		panic("sent to neither")
	}
}

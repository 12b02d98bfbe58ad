package states

import (
	"crypto/rand"
	"sync"
	"sync/atomic"
)

// In each function here, goroutines run the same code, and differ nevertheless in something that the rest of the execution depends on.

var (
	adds, more atomic.Int32
	found      atomic.Pointer[int]
)

// Captured: goroutines have captured different values. Each has taken a number before the next event.
func Captured() {
	adds.Store(0)
	for i := range 2 {
		f := func() int { return i }
		go func() {
			n := adds.Add(1)
			more.Add(1)
			if n == 1 && f() == 1 {
				panic("the second one is first")
			}
		}()
	}
}

// CapturedAndWritten: one of them is captured as a variable that changes later.
func CapturedAndWritten() {
	adds.Store(0)
	i := 0
	for range 2 {
		i++
		f := func() int { return i }
		if i == 1 {
			f = func() int { return 3 }
		}
		go func() {
			n := adds.Add(1)
			more.Add(1)
			if n == 1 && f() == 2 {
				panic("the second one is first")
			}
		}()
	}
}

// Recursive: a closure has itself among its bindings.
func Recursive() {
	adds.Store(0)
	var down func(n int32)
	down = func(n int32) {
		if n > 0 {
			adds.Add(n)
			down(n - 1)
		}
	}
	for range 2 {
		go down(2)
	}
}

// WaitedFor: one of two goroutines is waited for. If it has not been the first to add, the other one has.
func WaitedFor() {
	adds.Store(0)
	more.Store(0)
	work := func() {
		if adds.Add(1) == 1 {
			more.Add(1)
		}
	}
	var group sync.WaitGroup
	group.Go(work)
	go work()
	group.Wait()
	if adds.Load() == 2 && more.Load() == 0 {
		panic("the other one is still at it")
	}
}

// WaitedForInOrder: both are waited for, one after the other, and meanwhile a third one moves.
func WaitedForInOrder() {
	adds.Store(0)
	var group sync.WaitGroup
	for range 3 {
		group.Go(func() {
			adds.Add(1)
			adds.CompareAndSwap(2, 5)
		})
	}
	group.Wait()
	if adds.Load() == 3 {
		panic("nobody has found 2")
	}
}

// Main: another goroutine runs the same function, and the program ends with the first one. Who adds first waits forever.
func Main() {
	if more.CompareAndSwap(0, 1) {
		go Main()
	}
	n := adds.Add(1)
	more.Add(1)
	if n == 1 {
		select {}
	}
}

// Numbers: random numbers of goroutines differ.
func Numbers() {
	adds.Store(0)
	for range 2 {
		go func() {
			n := adds.Add(1)
			more.Add(1)
			var b [1]byte
			rand.Read(b[:])
			if n == 1 && b[0]%2 == 1 {
				panic("the number of one goroutine")
			}
		}()
	}
}

// Made: goroutines make objects that others find.
func Made() {
	found.Store(nil)
	for range 2 {
		go func() {
			mine := new(int)
			found.Store(mine)
			if found.Load() != mine {
				adds.Add(1)
			}
		}()
	}
}

// Known: only the goroutine that has written is known to the lock.
func Known() {
	plain = 0
	var mu sync.Mutex
	for range 2 {
		go func() {
			if mu.TryLock() {
				plain++
				mu.Unlock()
			}
			if adds.Load() == 7 {
				plain++
			}
		}()
	}
	adds.Store(7)
}

// Waiting: goroutines wait for the same channel, in an order.
func Waiting() {
	c := make(chan int)
	adds.Store(0)
	for range 3 {
		go func() {
			if v := <-c; v == 1 {
				adds.Add(1)
			}
			more.Add(1)
		}()
	}
	c <- 1
	c <- 2
}

// GroupsOfTwins: each of two goroutines has a group of its own.
func GroupsOfTwins() {
	adds.Store(0)
	for range 2 {
		go func() {
			var group sync.WaitGroup
			n := adds.Add(1)
			group.Go(func() { more.Add(n) })
			group.Wait()
			if n == 1 {
				adds.Add(1)
			}
		}()
	}
}

// WrittenLater: goroutines have captured variables of their own, which are alike when the goroutines start.
func WrittenLater() {
	adds.Store(0)
	var first *int
	start := make(chan int)
	for range 2 {
		v := 0
		if first == nil {
			first = &v
		}
		go func() {
			<-start
			n := adds.Add(1)
			more.Add(1)
			if n == 2 && v == 1 {
				panic("the first one is last")
			}
		}()
	}
	*first = 1
	close(start)
}

// KnownToOne: one goroutine has seen that the variable was written, and another one reads it. The length of a channel shows it that the first
// one has, and synchronizes nothing.
func KnownToOne() {
	plain = 0
	adds.Store(0)
	more.Store(0)
	seen := make(chan int, 2)
	go func() {
		plain = 1
		adds.Store(1)
	}()
	go more.Store(1)
	for range 2 {
		go func() {
			if adds.Load() == 1 {
				seen <- 1
			}
			if len(seen) == 1 && more.Load() == 1 {
				_ = plain + 1
				adds.Add(2)
			}
		}()
	}
}

// Package leaks has goroutines that wait forever alongside one that runs forever, and others that only seem to.
package leaks

import (
	"sync"
	"time"
)

// goOn starts a goroutine that runs forever, with a value that it may use at any time.
func goOn(use func()) {
	other := make(chan int, 1)
	go func() {
		for n := 1; ; n++ {
			other <- n
			if <-other == 0 {
				use()
			}
		}
	}()
}

func nothing() {}

// Idle waits for a channel that a goroutine would use that runs forever, but changes nothing.
func Idle() {
	c, other := make(chan int), make(chan int, 1)
	go func() {
		for {
			other <- 1
			if <-other == 2 {
				c <- 1
			}
		}
	}()
	go func() { <-c }()
}

// Beside waits for a channel that no other goroutine has.
func Beside() {
	goOn(nothing)
	go func() { <-make(chan int) }()
}

// Held waits for a channel held by the running goroutine.
func Held() {
	c := make(chan int)
	goOn(func() { c <- 1 })
	go func() { <-c }()
}

var global = make(chan int)

// Global waits for a package-level variable, which any goroutine may use.
func Global() {
	goOn(nothing)
	go func() { <-global }()
}

// Alone is Global without other goroutines.
func Alone() {
	go func() { <-global }()
}

// Chain waits for a goroutine that waits for the running one.
func Chain() {
	first, second := make(chan int), make(chan int)
	goOn(func() { first <- 1 })
	go func() {
		<-first
		second <- 1
	}()
	go func() { <-second }()
}

// Crossed has two goroutines that wait for each other, and main, which waits for them.
func Crossed() {
	goOn(nothing)
	var a, b sync.Mutex
	var all sync.WaitGroup
	all.Add(2)
	var held sync.WaitGroup
	held.Add(2)
	lock := func(x, y *sync.Mutex) {
		x.Lock()
		held.Done()
		held.Wait()
		y.Lock()
		all.Done()
	}
	go lock(&a, &b)
	go lock(&b, &a)
	all.Wait()
}

// Buffered waits for a channel in the buffer of one held by the running goroutine.
func Buffered() {
	c, box := make(chan int), make(chan chan int, 1)
	box <- c
	goOn(func() { <-<-box })
	go func() { c <- 1 }()
}

// Selected is Buffered with a channel that is in a select with another one.
func Selected() {
	c, box, other := make(chan int), make(chan chan int, 1), make(chan int)
	box <- c
	goOn(func() {
		select {
		case c := <-box:
			<-c
		case <-other:
		}
	})
	go func() {
		select {
		case <-make(chan int):
		case c <- 1:
		}
	}()
	select {
	case box <- nil:
	case <-other:
	default:
	}
}

// Mapped waits for a channel that is a key of a map in a struct that was published before.
func Mapped() {
	var all struct {
		sync.Mutex
		m map[chan int]bool
	}
	goOn(func() {
		all.Lock()
		for c := range all.m {
			c <- 1
		}
	})
	c := make(chan int)
	all.Lock()
	all.m = map[chan int]bool{c: true}
	all.Unlock()
	go func() { <-c }()
}

// Stored waits for a channel in a sync.Map.
func Stored() {
	var all sync.Map
	goOn(func() {
		all.Range(func(k, _ any) bool {
			k.(chan int) <- 1
			return true
		})
	})
	c := make(chan int)
	all.Store(c, 1)
	go func() { <-c }()
}

// Deferred waits for a channel that the running goroutine has in a deferred call.
func Deferred() {
	c, box, other := make(chan int), make(chan chan int, 2), make(chan int, 1)
	box <- c
	box <- make(chan int)
	go func() {
		for range 2 {
			defer close(<-box)
		}
		for n := 1; ; n++ {
			other <- n
			if <-other == 0 {
				return
			}
		}
	}()
	go func() { <-c }()
}

// Ranged waits for a channel that is still ahead of the goroutine in a range.
func Ranged() {
	all := map[int]chan int{1: make(chan int, 1), 2: make(chan int)}
	second, ready := all[2], make(chan int)
	go func() {
		for _, c := range all {
			delete(all, 2)
			ready <- 1
			for n := 1; ; n++ {
				c <- n
				if <-c == 0 {
					break
				}
			}
		}
	}()
	<-ready
	go func() { <-second }()
}

// Ticked waits alongside a running ticker.
func Ticked() {
	t := time.NewTicker(1)
	go func() {
		<-t.C
		<-make(chan int)
	}()
}

// Ticking waits for the ticker.
func Ticking() {
	t := time.NewTicker(1)
	go func() {
		for range 3 {
			<-t.C
		}
	}()
}

// Repeated leaks a goroutine for each repetition but one, and but two if there are three.
func Repeated() {
	c := make(chan int)
	for range 100 {
		go func() { c <- 1 }()
	}
	for i := 0; i < 1; i++ {
		<-c
	}
	for i := 0; i <= 12; i++ {
		if i == 2 {
			<-c
		}
	}
}

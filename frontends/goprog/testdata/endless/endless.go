// Package endless has functions whose goroutines never stop serving each other.
package endless

import (
	"math/rand"
	"sync"
	"sync/atomic"
)

// HandedOver goes back and forth between channels without buffers.
func HandedOver() {
	there, back := make(chan int), make(chan int)
	go func() {
		for i := range there {
			back <- i + 1
		}
	}()
	for i := 0; ; {
		there <- i
		i = <-back
	}
}

// Buffered is a stream.
func Buffered() {
	numbers := make(chan int, 2)
	go func() {
		for {
			numbers <- 1
		}
	}()
	for range numbers {
	}
}

// Selected has two goroutines that send to one that selects.
func Selected() {
	a, b := make(chan int), make(chan int)
	for _, c := range []chan int{a, b} {
		go func() {
			for {
				c <- 1
			}
		}()
	}
	for {
		select {
		case <-a:
		case <-b:
		}
	}
}

// Locked takes a lock in turn.
func Locked() {
	var mu sync.Mutex
	n := 0
	add := func() {
		for {
			mu.Lock()
			n++
			mu.Unlock()
		}
	}
	go add()
	add()
}

// Sometimes hands over forever, under some schedules only.
func Sometimes() {
	c, d := make(chan int), make(chan int)
	var set atomic.Bool
	go func() { set.Store(true) }()
	go func() {
		for v := range c {
			d <- v + 1
		}
	}()
	if set.Load() {
		for v := 0; ; {
			c <- v
			v = <-d
		}
	}
	close(c)
}

// Started starts a goroutine in each round, which takes part in the round and may never end.
func Started() {
	stop := make(chan bool)
	go func() {
		for {
			done := make(chan bool)
			go func() { done <- rand.Intn(10) > 7 }()
			select {
			case <-stop:
				return
			case <-done:
			}
		}
	}()
	go func() { stop <- true }()
}

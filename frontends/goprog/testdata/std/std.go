// Package std has programs that say at their ends how they have ended, to compare the code of package sync with its
// native replacements.
package std

import (
	"fmt"
	"sync"
)

// Exclusion has two goroutines in turn, one of which may find the lock taken.
func Exclusion() {
	var mu sync.Mutex
	var wg sync.WaitGroup
	got, tried := 0, false
	wg.Go(func() {
		mu.Lock()
		got = got*10 + 1
		mu.Unlock()
	})
	wg.Go(func() {
		if tried = mu.TryLock(); tried {
			got = got*10 + 2
			mu.Unlock()
		}
	})
	wg.Wait()
	panic(fmt.Sprint(got, tried))
}

// Readers has a reader and a writer, and one more that only tries to read.
func Readers() {
	var mu sync.RWMutex
	var wg sync.WaitGroup
	x, seen, tried := 0, 0, 0
	wg.Go(func() {
		mu.Lock()
		x = 1
		x = 2
		mu.Unlock()
	})
	wg.Go(func() {
		mu.RLock()
		seen = x
		mu.RUnlock()
		if mu.TryRLock() {
			tried = 1 + x
			mu.RUnlock()
		}
	})
	wg.Wait()
	panic(fmt.Sprint(x, seen, tried))
}

// Once has two goroutines that begin, and a function that panics.
func Once() {
	var once sync.Once
	first := 0
	begin := func(n int) (failed bool) {
		defer func() { failed = recover() != nil }()
		once.Do(func() { first = n; panic(n) })
		return false
	}
	failed := make(chan bool, 1)
	go func() { failed <- begin(1) }()
	here := begin(2)
	panic(fmt.Sprint(first, here, <-failed))
}

// Signal wakes one of two goroutines that may be waiting already.
func Signal() {
	var mu sync.Mutex
	c, n, order := sync.NewCond(&mu), 0, make(chan int, 2)
	go func() {
		mu.Lock()
		for n == 0 {
			c.Wait()
		}
		order <- n
		mu.Unlock()
	}()
	mu.Lock()
	n++
	c.Signal()
	mu.Unlock()
	panic(fmt.Sprint(<-order))
}

// Missed signals without the lock, perhaps too early.
func Missed() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	go func() { c.Broadcast() }()
	mu.Lock()
	c.Wait()
	mu.Unlock()
	panic("woken")
}

// Unlocked unlocks a mutex that another goroutine has unlocked.
func Unlocked() {
	var mu sync.Mutex
	mu.Lock()
	go func() { mu.Unlock() }()
	mu.Unlock()
}

// Reused waits twice.
func Reused() {
	var wg sync.WaitGroup
	order := make(chan int, 3)
	for i := range 2 {
		wg.Add(1)
		go func() { order <- i; wg.Done() }()
		if i == 1 {
			order <- 2
		}
		wg.Wait()
	}
	panic(fmt.Sprint(<-order, <-order, <-order))
}

// Map needs functions that look into the runtime.
func Map() {
	var m sync.Map
	m.Store(1, 2)
}

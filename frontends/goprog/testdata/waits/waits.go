// Package waits has loops that wait for others, and loops that only look like it.
package waits

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Flag waits for a flag, and sees what was written before.
func Flag() {
	var flag atomic.Bool
	x := 0
	go func() { x = 1; flag.Store(true) }()
	for !flag.Load() {
		runtime.Gosched()
	}
	if x != 1 {
		panic("too early")
	}
}

// Plain waits for a variable that is not atomic.
func Plain() {
	flag := false
	go func() { flag = true }()
	for !flag {
	}
}

// Both waits for two flags.
func Both() {
	var a, b atomic.Int32
	go func() { a.Store(1) }()
	go func() { b.Store(1) }()
	for a.Load() == 0 || b.Load() == 0 {
	}
}

// Either may leave through a flag that is read after another one.
func Either() {
	var a, b atomic.Int32
	go func() { b.Store(1) }()
	for {
		if a.Load() == 1 {
			return
		}
		if b.Load() == 1 {
			break
		}
	}
}

// Forever waits for something that never comes.
func Forever() {
	var flag atomic.Bool
	done := make(chan bool, 1)
	go func() { done <- flag.Load() }()
	for !flag.Load() {
	}
}

// Entries loops once for each entry, whether or not the flag is set.
func Entries() {
	var flag atomic.Bool
	go func() { flag.Store(true) }()
	for range map[int]int{1: 1} {
		if flag.Load() {
			return
		}
	}
	panic("not set")
}

// Runes ends whatever the flag is.
func Runes() {
	var flag atomic.Bool
	go func() { flag.Store(true) }()
	for _, r := range "aaa" {
		if r == 'b' || flag.Load() {
			return
		}
	}
	panic("not set")
}

// Counted loops three times at most.
func Counted() {
	var flag atomic.Bool
	go func() { flag.Store(true) }()
	for i := 0; !flag.Load(); i++ {
		if i == 2 {
			panic("not set")
		}
	}
}

// Deferred defers something each time.
func Deferred() {
	var flag atomic.Bool
	n := 0
	go func() { flag.Store(true) }()
	func() {
		for !flag.Load() {
			defer func() { n++ }()
		}
	}()
	if n == 2 {
		panic("two")
	}
}

// Observed locks and unlocks, which another goroutine can see.
func Observed() {
	var mu sync.Mutex
	var done atomic.Bool
	go func() {
		for !done.Load() {
			mu.Lock()
			mu.Unlock()
		}
	}()
	if mu.TryLock() {
		mu.Unlock()
		done.Store(true)
		return
	}
	done.Store(true)
	panic("seen")
}

package waits

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// The loops of this file change nothing until the event for which they wait.

// PolledUnderLock takes a lock to look.
func PolledUnderLock() {
	var mu sync.Mutex
	ready := false
	go func() { mu.Lock(); ready = true; mu.Unlock() }()
	for {
		mu.Lock()
		r := ready
		mu.Unlock()
		if r {
			return
		}
	}
}

type box struct {
	mu    sync.RWMutex
	ready bool
}

func (b *box) isReady() bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	return b.ready
}

// PolledByGetter looks by a method that defers.
func PolledByGetter() {
	var b box
	go func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ready = true
	}()
	for !b.isReady() {
		runtime.Gosched()
	}
}

// PolledChannel tries to receive.
func PolledChannel() {
	c := make(chan int)
	go func() { close(c) }()
	for {
		select {
		case <-c:
			return
		default:
		}
	}
}

// PolledContext asks for an error.
func PolledContext() {
	ctx, cancel := context.WithCancel(context.Background())
	go cancel()
	for ctx.Err() == nil {
	}
}

func locked(lock func(l *atomic.Uint32)) {
	var l atomic.Uint32
	n := 0
	done := make(chan bool)
	add := func() {
		lock(&l)
		n++
		l.Store(0)
	}
	go func() { add(); done <- true }()
	add()
	<-done
	if n != 2 {
		panic("lost")
	}
}

// Backoff has a spin lock that yields more and more often.
func Backoff() {
	locked(func(l *atomic.Uint32) {
		for backoff := 1; !l.CompareAndSwap(0, 1); {
			for range backoff {
				runtime.Gosched()
			}
			if backoff < 4 {
				backoff <<= 1
			}
		}
	})
}

// Patient yields only after it has looked often.
func Patient() {
	var a atomic.Int32
	go func() { a.Store(1) }()
	for i := 0; a.Load() == 0; i++ {
		if i > 10 {
			runtime.Gosched()
		}
	}
}

// Impatient gives up after it has looked three times: its counter matters.
func Impatient() {
	var a atomic.Int32
	go func() { a.Store(1) }()
	for i := 0; a.Load() == 0; i++ {
		if i == 2 {
			panic("impatient")
		}
	}
}

// PolledInTime looks at something that happens only after some time has passed.
func PolledInTime() {
	var b box
	go func() {
		time.Sleep(time.Second)
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ready = true
	}()
	for !b.isReady() {
	}
}

// PolledTwice waits for two flags, one of which takes its time.
func PolledTwice() {
	var a, b atomic.Bool
	go func() { a.Store(true) }()
	go func() { time.Sleep(time.Minute); b.Store(true) }()
	for !a.Load() || !b.Load() {
	}
}

// PolledForever looks at something that never happens.
func PolledForever() {
	var b box
	done := make(chan bool)
	go func() { b.isReady(); done <- true }()
	<-done
	for !b.isReady() {
	}
}

// SleptForever does so with pauses.
func SleptForever() {
	var b box
	go b.isReady()
	for !b.isReady() {
		time.Sleep(time.Millisecond)
	}
}

// Busy waits for the time to pass without sleeping.
func Busy() {
	for start := time.Now(); time.Since(start) < time.Second; {
		runtime.Gosched()
	}
}

// Deadline looks until a deadline has passed, which it never does before something has happened.
func Deadline() {
	var b box
	go func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ready = true
	}()
	for deadline := time.Now().Add(time.Second); !b.isReady(); {
		if time.Now().After(deadline) {
			panic("too late")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Expired looks whether a deadline has passed, right after it has been set.
func Expired() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if deadline, _ := ctx.Deadline(); !time.Now().Before(deadline) {
		panic("expired")
	}
}

// Permits takes one of two permits under a lock, and gives it back, until somebody waits for both.
func Permits() {
	var mu sync.Mutex
	taken, waiting := 1, false
	try := func() bool {
		mu.Lock()
		defer mu.Unlock()
		if waiting || taken == 2 {
			return false
		}
		taken++
		return true
	}
	done := make(chan bool)
	go func() {
		for try() {
			mu.Lock()
			taken--
			mu.Unlock()
		}
		done <- true
	}()
	mu.Lock()
	waiting = true
	mu.Unlock()
	<-done
}

// Stamped looks at the clock after each use of a lock, which still orders all uses.
func Stamped() {
	var mu sync.Mutex
	n := 0
	use := func() {
		mu.Lock()
		n++
		mu.Unlock()
		time.Now()
	}
	done := make(chan bool)
	go func() { use(); done <- true }()
	use()
	<-done
}

// Elapsed fails if the clock stands still between two readings.
func Elapsed() {
	begin := time.Now()
	if time.Since(begin) == 0 {
		panic("no time has passed")
	}
}

// Measuring has two goroutines that read the clock twice each: no reading is before an earlier one.
func Measuring() {
	var wg sync.WaitGroup
	measure := func() {
		begin := time.Now()
		if time.Now().Before(begin) {
			panic("backwards")
		}
	}
	wg.Go(measure)
	measure()
	wg.Wait()
}

// Stressed has two loops that change something if they find it there, until time has passed.
func Stressed() {
	var wg sync.WaitGroup
	var mu sync.Mutex
	n, stock, done := 0, 0, make(chan struct{})
	loop := func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			mu.Lock()
			if stock > 0 {
				stock--
				mu.Unlock()
				mu.Lock()
				stock++
				n++
			}
			mu.Unlock()
		}
	}
	wg.Go(loop)
	wg.Go(loop)
	time.AfterFunc(time.Millisecond, func() { close(done) })
	mu.Lock()
	stock++
	mu.Unlock()
	wg.Wait()
}

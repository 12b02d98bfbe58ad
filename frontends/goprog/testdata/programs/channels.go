package programs

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// Stream sends numbers through a channel without a buffer.
func Stream() {
	numbers := make(chan int)
	go func() {
		for i := range 3 {
			numbers <- i
		}
		close(numbers)
	}()
	sum := 0
	for n := range numbers {
		sum += n
	}
	if sum != 3 {
		panic("a number is lost")
	}
}

// Workers take jobs until they are stopped.
func Workers() {
	jobs, stop, done := make(chan int, 2), make(chan struct{}), make(chan int, 4)
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for {
				select {
				case job := <-jobs:
					done <- job * job
				case <-stop:
					return
				}
			}
		})
	}
	jobs <- 1
	jobs <- 2
	sum := <-done + <-done
	close(stop)
	group.Wait()
	if sum != 5 {
		panic("a job is lost")
	}
}

// Crossed locks two mutexes in opposite orders.
func Crossed() {
	var a, b sync.Mutex
	var group sync.WaitGroup
	cross := func(first, second *sync.Mutex) func() {
		return func() {
			first.Lock()
			second.Lock()
			second.Unlock()
			first.Unlock()
		}
	}
	group.Go(cross(&a, &b))
	group.Go(cross(&b, &a))
	group.Wait()
}

// GivenUp leaves a sender behind if the other channel is ready first.
func GivenUp() {
	result, late := make(chan int), make(chan struct{}, 1)
	go func() { result <- 1 }()
	go func() { late <- struct{}{} }()
	select {
	case <-result:
	case <-late:
	}
}

// Gate opens a gate once, for all goroutines that wait at it.
func Gate() {
	var (
		mu    sync.Mutex
		once  sync.Once
		group sync.WaitGroup
		open  bool
		n     int
	)
	gate := sync.NewCond(&mu)
	for range 2 {
		group.Go(func() {
			once.Do(func() { n++ })
			mu.Lock()
			for !open {
				gate.Wait()
			}
			mu.Unlock()
		})
	}
	mu.Lock()
	open = true
	mu.Unlock()
	gate.Broadcast()
	group.Wait()
	if n != 1 {
		panic("once is not once")
	}
}

// MissedSignal signals between the test and the wait.
func MissedSignal() {
	var mu sync.Mutex
	var ready atomic.Bool
	c := sync.NewCond(&mu)
	go func() {
		ready.Store(true)
		c.Signal()
	}()
	mu.Lock()
	for !ready.Load() {
		c.Wait()
	}
	mu.Unlock()
}

// Timeout gives up when a context says so.
func Timeout() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	answer := make(chan int, 1)
	go func() { answer <- 42 }()
	select {
	case n := <-answer:
		if n != 42 {
			panic("a wrong answer")
		}
	case <-ctx.Done():
		if ctx.Err() != context.DeadlineExceeded {
			panic("a wrong reason")
		}
	}
}

// Stopped stops a timer, after which there is nothing to receive.
func Stopped() {
	t := time.NewTimer(time.Second)
	if t.Stop() {
		select {
		case <-t.C:
			panic("a stopped timer has fired")
		default:
		}
	}
}

// Pooled uses items that others have put into a pool.
func Pooled() {
	pool := sync.Pool{New: func() any { return new(int) }}
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			p := pool.Get().(*int)
			*p++
			pool.Put(p)
		})
	}
	group.Wait()
	if n := *pool.Get().(*int); n < 0 || n > 2 {
		panic("a wrong number")
	}
}

// Shared uses a sync.Map.
func Shared() {
	var m sync.Map
	var group sync.WaitGroup
	var stored atomic.Int32
	for i := range 2 {
		group.Go(func() {
			if _, loaded := m.LoadOrStore("k", i); !loaded {
				stored.Add(1)
			}
		})
	}
	group.Wait()
	if stored.Load() != 1 {
		panic("stored twice")
	}
	if v, ok := m.Load("k"); !ok || v.(int) > 1 {
		panic("lost")
	}
}

// Ticking takes two ticks, one of which may be lost.
func Ticking() {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	<-t.C
	<-t.C
}

// Crowd has many goroutines that wait at the same channel.
func Crowd() {
	c := make(chan int)
	for i := range 150 {
		go func() { c <- i }()
	}
	for range 150 {
		<-c
	}
}

package cleanups

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Dropped: two goroutines drop a reference each; the cleanup runs once both have.
func Dropped() {
	x, done := &plain{}, make(chan bool)
	var n atomic.Int32
	runtime.AddCleanup(x, func(bool) {
		if n.Load() != 2 {
			panic("too early")
		}
		close(done)
	}, true)
	for range 2 {
		go func(x *plain) { n.Add(1); runtime.KeepAlive(x) }(x)
	}
	x = nil
	<-done
}

// Handed: the last goroutine that has a node drops it.
func Handed() {
	c, done := make(chan *plain, 1), make(chan int, 2)
	for i := range 2 {
		x := &plain{}
		runtime.AddCleanup(x, func(i int) { done <- i }, i)
		go func() { c <- x }()
	}
	a := <-c
	<-done
	runtime.KeepAlive(a)
}

// StopRace: Stop races with the drop of a reference.
func StopRace() {
	x := &plain{}
	var ran atomic.Bool
	c := runtime.AddCleanup(x, func(bool) { ran.Store(true) }, true)
	var mu sync.Mutex
	holder := x
	x = nil
	go func() { mu.Lock(); holder = nil; mu.Unlock() }()
	go func() { mu.Lock(); c.Stop(); mu.Unlock() }()
	time.Sleep(time.Second)
	mu.Lock()
	if ran.Load() {
		panic("stopped, and ran")
	}
	runtime.KeepAlive(holder)
	mu.Unlock()
}

// Spawning: a cleanup starts a goroutine, which sets another cleanup.
func Spawning() {
	done := make(chan bool, 2)
	x := &plain{}
	runtime.AddCleanup(x, func(bool) {
		go func() {
			y := &plain{}
			runtime.AddCleanup(y, func(bool) { done <- true }, true)
			done <- true
		}()
	}, true)
	x = nil
	<-done
	<-done
}

// Timed: collections between deadlines.
func Timed() {
	var order atomic.Int32
	x := &plain{}
	runtime.AddCleanup(x, func(bool) { order.CompareAndSwap(1, 2) }, true)
	time.AfterFunc(time.Second, func() { order.CompareAndSwap(0, 1); runtime.KeepAlive(x) })
	time.AfterFunc(2*time.Second, func() { order.CompareAndSwap(2, 3) })
	time.Sleep(3 * time.Second)
	if order.Load() != 3 {
		panic(order.Load())
	}
}

package cleanups

import (
	"runtime"
	"time"
)

type plain struct{ next *plain }

// Racing: two cleanups may run at the same time.
func Racing() {
	x, y, n, done := &plain{}, &plain{}, 0, make(chan bool, 2)
	count := func(bool) { n++; done <- true }
	runtime.AddCleanup(x, count, true)
	runtime.AddCleanup(y, count, true)
	x, y = nil, nil
	<-done
	<-done
}

// Ordered: a cleanup comes after all uses of the object, and of what else has happened.
func Ordered() {
	x, n, done := &plain{}, 0, make(chan bool)
	runtime.AddCleanup(x, func(bool) { n++; close(done) }, true)
	n++
	x.next = x
	<-done
	if n != 2 {
		panic(n)
	}
}

// InTurn: finalizers run one after the other.
func InTurn() {
	x, y, n, done := &plain{}, &plain{}, 0, make(chan bool, 2)
	count := func(*plain) { n++; done <- true }
	runtime.SetFinalizer(x, count)
	runtime.SetFinalizer(y, count)
	x, y = nil, nil
	<-done
	<-done
}

// Blocked: nobody waits for a cleanup that never ends.
func Blocked() {
	runtime.AddCleanup(&plain{}, func(c chan bool) { c <- true }, make(chan bool))
}

func Waiting() {
	x, done := &plain{}, make(chan bool)
	runtime.AddCleanup(x, func(bool) { close(done) }, true)
	<-done
	runtime.KeepAlive(x)
}

func WaitingForStopped() {
	x, done := &plain{}, make(chan bool)
	runtime.AddCleanup(x, func(bool) { close(done) }, true).Stop()
	runtime.KeepAlive(x)
	<-done
}

func Panics() {
	x := &plain{}
	runtime.AddCleanup(x, func(bool) { panic("too late") }, true)
	runtime.KeepAlive(x)
}

func SetTwice() {
	x := &plain{}
	runtime.SetFinalizer(x, func(*plain) {})
	runtime.SetFinalizer(x, func(*plain) {})
}

func NoPointer() { runtime.SetFinalizer(plain{}, func(*plain) {}) }

// Counted: cleanups are no goroutines of the program, before they run.
func Counted() {
	x := &plain{}
	runtime.AddCleanup(x, func(bool) {}, true)
	time.Sleep(time.Second)
	if n := runtime.NumGoroutine(); n != 2 {
		panic(n)
	}
	runtime.KeepAlive(x)
}

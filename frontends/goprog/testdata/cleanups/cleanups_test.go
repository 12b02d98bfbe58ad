// Package cleanups has tests with cleanups and finalizers, which end the same natively.
package cleanups

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"weak"
)

type node struct {
	name string
	next *node
	done chan struct{}
}

func closing(done chan struct{}) { close(done) }

// ended reports whether a channel is closed before it would take too long.
func ended(done <-chan struct{}) bool {
	for range 3 {
		runtime.GC()
		select {
		case <-done:
			return true
		case <-time.After(20 * time.Millisecond):
		}
	}
	return false
}

func TestCloses(t *testing.T) {
	x, done := &node{name: "x"}, make(chan struct{})
	runtime.AddCleanup(x, closing, done)
	x = nil
	runtime.GC()
	<-done
}

func TestInTime(t *testing.T) {
	x, done := &node{name: "x"}, make(chan struct{})
	runtime.AddCleanup(x, func(int) { close(done) }, 1)
	if x.name != "x" {
		t.Fatal("x is lost")
	}
	if !ended(done) {
		t.Fatal("no cleanup")
	}
}

func TestKeptAlive(t *testing.T) {
	x, done := &node{}, make(chan struct{})
	runtime.AddCleanup(x, closing, done)
	if ended(done) {
		t.Fatal("cleaned up while it is used")
	}
	runtime.KeepAlive(x)
}

func TestKeptByMap(t *testing.T) {
	m, done := map[string]*node{}, make(chan struct{})
	m["x"] = &node{}
	runtime.AddCleanup(m["x"], closing, done)
	if ended(done) {
		t.Fatal("cleaned up while it is in the map")
	}
	delete(m, "x")
	if !ended(done) {
		t.Fatal("no cleanup")
	}
	runtime.KeepAlive(m)
}

var global *node

func TestKeptByGlobal(t *testing.T) {
	done := make(chan struct{})
	global = &node{}
	runtime.AddCleanup(global, closing, done)
	if ended(done) {
		t.Fatal("cleaned up while a variable has it")
	}
	global = nil
	if !ended(done) {
		t.Fatal("no cleanup")
	}
}

func TestKeptByClosure(t *testing.T) {
	x, done := &node{name: "x"}, make(chan struct{})
	runtime.AddCleanup(x, closing, done)
	name := func() string { return x.name }
	if ended(done) {
		t.Fatal("cleaned up while a function has it")
	}
	if name() != "x" {
		t.Fatal("x is lost")
	}
}

func TestKeptByGoroutine(t *testing.T) {
	x, done, stop, over := &node{name: "x"}, make(chan struct{}), make(chan struct{}), make(chan struct{})
	runtime.AddCleanup(x, closing, done)
	go func(x *node) {
		<-stop
		x.name = "y"
		close(over)
	}(x)
	x = nil
	if ended(done) {
		t.Fatal("cleaned up while a goroutine has it")
	}
	close(stop)
	<-over
	if !ended(done) {
		t.Fatal("no cleanup")
	}
}

func TestKeptByChannel(t *testing.T) {
	c, done := make(chan *node, 1), make(chan struct{})
	x := &node{}
	runtime.AddCleanup(x, closing, done)
	c <- x
	x = nil
	if ended(done) {
		t.Fatal("cleaned up while the channel has it")
	}
	<-c
	if !ended(done) {
		t.Fatal("no cleanup")
	}
}

func TestKeptByTimer(t *testing.T) {
	x, done := &node{name: "x"}, make(chan struct{})
	runtime.AddCleanup(x, closing, done)
	y := x
	timer := time.AfterFunc(time.Hour, func() { y.name = "late" })
	x = nil
	if ended(done) {
		t.Fatal("cleaned up while a timer has it")
	}
	timer.Stop()
	timer = nil
	if !ended(done) {
		t.Fatal("no cleanup")
	}
}

func TestKeptByDefer(t *testing.T) {
	done := make(chan struct{})
	func() {
		x := &node{}
		runtime.AddCleanup(x, closing, done)
		defer runtime.KeepAlive(x)
		if ended(done) {
			t.Fatal("cleaned up before the deferred call")
		}
	}()
	if !ended(done) {
		t.Fatal("no cleanup")
	}
}

func TestKeptByArgument(t *testing.T) {
	x, done := &node{done: make(chan struct{})}, make(chan struct{})
	y := &node{next: x}
	runtime.AddCleanup(x, func(y *node) { close(y.done) }, y)
	done = x.done
	x, y = nil, nil
	if ended(done) {
		t.Fatal("cleaned up though the argument reaches it")
	}
}

func TestEqualArgument(t *testing.T) {
	x := &node{}
	defer func() {
		if recover() == nil {
			t.Fatal("no panic")
		}
	}()
	runtime.AddCleanup(x, func(*node) {}, x)
}

func TestNil(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Fatal("no panic")
		}
	}()
	runtime.AddCleanup((*node)(nil), func(int) {}, 1)
}

func TestStopped(t *testing.T) {
	x, stopped, done := &node{}, make(chan struct{}), make(chan struct{})
	c := runtime.AddCleanup(x, closing, stopped)
	runtime.AddCleanup(x, closing, done)
	c.Stop()
	runtime.Cleanup{}.Stop()
	runtime.KeepAlive(x)
	x = nil
	if !ended(done) {
		t.Fatal("no cleanup")
	}
	if ended(stopped) {
		t.Fatal("cleaned up though that was stopped")
	}
}

func TestTwo(t *testing.T) {
	x := &node{}
	var n sync.WaitGroup
	n.Add(2)
	for range 2 {
		runtime.AddCleanup(x, func(n *sync.WaitGroup) { n.Done() }, &n)
	}
	x = nil
	runtime.GC()
	n.Wait()
}

func TestChain(t *testing.T) {
	y, done := &node{name: "y"}, make(chan struct{})
	runtime.AddCleanup(y, closing, done)
	x, first := &node{name: "x"}, make(chan struct{})
	holder := &atomic.Pointer[node]{}
	holder.Store(y)
	y = nil
	runtime.AddCleanup(x, func(h *atomic.Pointer[node]) { h.Store(nil); close(first) }, holder)
	runtime.GC()
	<-first
	if !ended(done) {
		t.Fatal("no second cleanup")
	}
	runtime.KeepAlive(holder)
}

func TestCycle(t *testing.T) {
	x, y := &node{}, &node{}
	x.next, y.next = y, x
	done := make(chan string, 2)
	runtime.AddCleanup(x, func(s string) { done <- s }, "x")
	runtime.AddCleanup(y, func(s string) { done <- s }, "y")
	x, y = nil, nil
	runtime.GC()
	if a, b := <-done, <-done; a == b {
		t.Fatal("the same twice")
	}
}

func TestPolled(t *testing.T) {
	var done atomic.Bool
	x := &node{}
	runtime.AddCleanup(x, func(d *atomic.Bool) { d.Store(true) }, &done)
	x = nil
	for !done.Load() {
		runtime.GC()
		runtime.Gosched()
	}
}

func TestPolledInTime(t *testing.T) {
	var done atomic.Bool
	x := &node{}
	runtime.AddCleanup(x, func(d *atomic.Bool) { d.Store(true) }, &done)
	x = nil
	for i := 0; !done.Load(); i++ {
		if i == 100 {
			t.Fatal("no cleanup")
		}
		runtime.GC()
		time.Sleep(10 * time.Millisecond)
	}
}

func TestPolledUnderMutex(t *testing.T) {
	var mu sync.Mutex
	var n int
	x := &node{}
	runtime.AddCleanup(x, func(int) { mu.Lock(); n++; mu.Unlock() }, 1)
	x = nil
	for {
		runtime.GC()
		mu.Lock()
		is := n > 0
		mu.Unlock()
		if is {
			break
		}
		runtime.Gosched()
	}
}

// worker stops when nobody has its handle any more.
type handle struct{ stop chan struct{} }

func start(over chan struct{}) *handle {
	h := &handle{make(chan struct{})}
	stop := h.stop
	go func() {
		<-stop
		close(over)
	}()
	runtime.AddCleanup(h, closing, stop)
	return h
}

func TestWorker(t *testing.T) {
	over := make(chan struct{})
	h := start(over)
	if ended(over) {
		t.Fatal("the worker stops too early")
	}
	runtime.KeepAlive(h)
	h = nil
	if !ended(over) {
		t.Fatal("the worker does not stop")
	}
}

// TestAfterMain: the worker is no leak.
func TestAfterMain(t *testing.T) {
	start(make(chan struct{}))
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	x := &node{}
	runtime.AddCleanup(x, func(f context.CancelFunc) { f() }, cancel)
	x = nil
	runtime.GC()
	<-ctx.Done()
}

func TestFinalizer(t *testing.T) {
	x, done := &node{name: "x"}, make(chan string, 1)
	runtime.SetFinalizer(x, func(x *node) { done <- x.name })
	x = nil
	runtime.GC()
	if got := <-done; got != "x" {
		t.Fatal(got)
	}
}

// TestFinalizersInOrder: x leads to y, so y is kept until x has been finalized.
func TestFinalizersInOrder(t *testing.T) {
	y := &node{name: "y"}
	x := &node{name: "x", next: y}
	done := make(chan string, 2)
	runtime.SetFinalizer(x, func(x *node) { done <- x.name })
	runtime.SetFinalizer(y, func(y *node) { done <- y.name })
	x, y = nil, nil
	runtime.GC()
	first := <-done
	runtime.GC()
	if second := <-done; first != "x" || second != "y" {
		t.Fatal(first, second)
	}
}

// TestFinalizersOfCycle: neither runs.
func TestFinalizersOfCycle(t *testing.T) {
	x, y, done := &node{}, &node{}, make(chan struct{})
	x.next, y.next = y, x
	runtime.SetFinalizer(x, func(*node) { close(done) })
	x, y = nil, nil
	if ended(done) {
		t.Fatal("finalized")
	}
}

var saved *node

// TestRevived: a finalizer may make its object reachable again, and set another one. Its cleanup runs after all.
func TestRevived(t *testing.T) {
	x, first, second, last := &node{name: "x"}, make(chan struct{}), make(chan struct{}), make(chan struct{})
	runtime.AddCleanup(x, closing, last)
	runtime.SetFinalizer(x, func(x *node) {
		saved = x
		close(first)
	})
	x = nil
	runtime.GC()
	<-first
	if ended(last) || saved.name != "x" {
		t.Fatal("cleaned up though it is reached")
	}
	runtime.SetFinalizer(saved, func(any) { close(second) })
	saved = nil
	runtime.GC()
	<-second
	if !ended(last) {
		t.Fatal("no cleanup")
	}
}

func TestUnset(t *testing.T) {
	x, done := &node{}, make(chan struct{})
	runtime.SetFinalizer(x, func(*node) { close(done) })
	runtime.SetFinalizer(x, nil)
	x = nil
	if ended(done) {
		t.Fatal("finalized")
	}
}

func TestWeak(t *testing.T) {
	x := &node{name: "x"}
	w := weak.Make(x)
	if w != weak.Make(x) || w == weak.Make(&node{}) || weak.Make[node](nil).Value() != nil {
		t.Fatal("no identity")
	}
	runtime.GC()
	if w.Value() != x {
		t.Fatal("lost")
	}
	runtime.KeepAlive(x)
	runtime.GC()
	if w.Value() != nil {
		t.Fatal("kept")
	}
}

// TestWeakCache: an entry lasts as long as its object, whose cleanup takes it out.
func TestWeakCache(t *testing.T) {
	var mu sync.Mutex
	cache := map[string]weak.Pointer[node]{}
	get := func(name string) *node {
		mu.Lock()
		defer mu.Unlock()
		if p := cache[name].Value(); p != nil {
			return p
		}
		p := &node{name: name}
		cache[name] = weak.Make(p)
		runtime.AddCleanup(p, func(name string) {
			mu.Lock()
			defer mu.Unlock()
			if cache[name].Value() == nil {
				delete(cache, name)
			}
		}, name)
		return p
	}
	a := get("a")
	if get("a") != a {
		t.Fatal("another one")
	}
	runtime.KeepAlive(a)
	runtime.GC()
	for range 100 {
		mu.Lock()
		n := len(cache)
		mu.Unlock()
		if n == 0 {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Fatal("still there")
}

// TestWeakField: a weak pointer into an object keeps it no more than others do.
func TestWeakField(t *testing.T) {
	x := &node{name: "x"}
	w := weak.Make(&x.name)
	if p := w.Value(); p == nil || *p != "x" || p != &x.name {
		t.Fatal("lost")
	}
	runtime.KeepAlive(x)
	runtime.GC()
	if w.Value() != nil {
		t.Fatal("kept")
	}
}

// TestWeakRevived: weak pointers end before a finalizer runs.
func TestWeakRevived(t *testing.T) {
	x, done := &node{name: "x"}, make(chan *node, 1)
	w := weak.Make(x)
	runtime.SetFinalizer(x, func(x *node) { done <- x })
	x = nil
	runtime.GC()
	if x := <-done; x.name != "x" || w.Value() != nil {
		t.Fatal("not ended")
	}
}

// TestStrongAgain: an object that is reached again by its weak pointer stays.
func TestStrongAgain(t *testing.T) {
	w := weak.Make(&node{name: "x"})
	if x := w.Value(); x != nil {
		runtime.GC()
		if w.Value() != x {
			t.Fatal("lost")
		}
	}
}

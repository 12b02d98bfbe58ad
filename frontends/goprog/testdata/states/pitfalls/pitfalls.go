// Package pitfalls has small uses of locks, channels, atomics and memory on which a wrong local state, persistent set or verdict would show.
package pitfalls

import (
	"sync"
	"sync/atomic"
)

func TryLockBack() {
	var mu sync.Mutex
	x := 0
	_ = x
	go func() { x = 1; mu.Lock(); mu.Unlock() }()
	if mu.TryLock() {
		mu.Unlock()
		return
	}
	x = 2
	_ = x
}

func TryLockTwice() {
	var mu sync.Mutex
	x, n := 0, 0
	_ = x
	go func() { mu.Lock(); n++; mu.Unlock(); x = 1 }()
	if !mu.TryLock() {
		x = 2
	} else {
		n++
		mu.Unlock()
	}
}

func RWTry() {
	var mu sync.RWMutex
	x := 0
	_ = x
	go func() { mu.RLock(); x = 1; mu.RUnlock() }()
	go func() { mu.RLock(); mu.RUnlock() }()
	if mu.TryLock() {
		x = 2
		mu.Unlock()
	}
}

func RWUpgrade() {
	var mu sync.RWMutex
	x := 0
	_ = x
	for range 2 {
		go func() { mu.RLock(); _ = x; mu.RUnlock() }()
	}
	mu.Lock()
	x = 1
	mu.Unlock()
}

func SelectBoth() {
	a, b := make(chan int, 1), make(chan int, 1)
	x := 0
	_ = x
	go func() { x = 1; a <- 1 }()
	go func() { b <- 1 }()
	select {
	case <-a:
		x = 2
	case <-b:
		x = 3
	}
}

func SelectNil() {
	var a chan int
	b := make(chan int)
	x := 0
	_ = x
	go func() { x++; close(b) }()
	select {
	case <-a:
	case <-b:
		x++
	}
}

func CloseRace() {
	c := make(chan int, 2)
	go func() { c <- 1 }()
	go func() { defer func() { recover() }(); c <- 2 }()
	<-c
	close(c)
}

func Loser() {
	var n atomic.Int32
	for range 3 {
		go func() { v := n.Load(); n.Store(v + 1) }()
	}
	if n.Load() == 2 {
		n.Store(0)
	}
}

func CASLoop() {
	var n atomic.Int32
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() {
			for {
				v := n.Load()
				if n.CompareAndSwap(v, v+1) {
					return
				}
			}
		})
	}
	wg.Wait()
	if n.Load() != 3 {
		panic("lost")
	}
}

func ABA() {
	var top atomic.Pointer[int]
	a, b := new(int), new(int)
	top.Store(a)
	go func() { top.Store(b); top.Store(a) }()
	old := top.Load()
	*old++
	if !top.CompareAndSwap(old, b) {
		*b++
	}
}

func DeadRegister() {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	v := <-c
	w := <-c
	v = w
	if v == 3 {
		panic("no")
	}
}

func Closures() {
	var wg sync.WaitGroup
	out := make([]int, 3)
	for i := range 3 {
		wg.Go(func() { out[i] = i * i })
	}
	wg.Wait()
	if out[2] != 4 {
		panic("no")
	}
}

func ClosuresShared() {
	var wg sync.WaitGroup
	i := 0
	for range 3 {
		wg.Go(func() { i++ })
	}
	wg.Wait()
}

func CondTwo() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	n := 0
	for range 2 {
		go func() {
			mu.Lock()
			n++
			mu.Unlock()
			cond.Signal()
		}()
	}
	mu.Lock()
	for n < 2 {
		cond.Wait()
	}
	mu.Unlock()
}

func CondLost() {
	var mu sync.Mutex
	cond := sync.NewCond(&mu)
	go cond.Broadcast()
	mu.Lock()
	cond.Wait()
	mu.Unlock()
}

func OnceDeadlock() {
	var once sync.Once
	c := make(chan int)
	go once.Do(func() { <-c })
	once.Do(func() {})
	c <- 1
}

func OncePanics() {
	var once sync.Once
	f := func() { defer func() { recover() }(); once.Do(func() { panic(1) }) }
	go f()
	f()
	n := 0
	once.Do(func() { n++ })
	if n != 0 {
		panic("again")
	}
}

func PoolKeeps() {
	p := sync.Pool{New: func() any { return new(int) }}
	go func() { x := p.Get().(*int); *x = 1; p.Put(x) }()
	x := p.Get().(*int)
	if *x == 1 {
		*x = 2
	}
	p.Put(x)
}

func MapOrder() {
	var m sync.Map
	go m.Store("a", 1)
	go m.Store("b", 2)
	n := 0
	m.Range(func(k, v any) bool { n += v.(int); return true })
	m.Delete("a")
}

func LoadOrStore() {
	var m sync.Map
	won := make(chan bool, 2)
	for range 2 {
		go func() { _, loaded := m.LoadOrStore("k", 1); won <- !loaded }()
	}
	if <-won == <-won {
		panic("both")
	}
}

func Mailbox() {
	c := make(chan func(), 1)
	x := 0
	_ = x
	go func() { c <- func() { x++ } }()
	f := <-c
	f()
	x++
}

func Semaphore() {
	sem := make(chan struct{}, 2)
	var n atomic.Int32
	for range 3 {
		go func() {
			sem <- struct{}{}
			if n.Add(1) > 2 {
				panic("three")
			}
			n.Add(-1)
			<-sem
		}()
	}
}

func PingPong() {
	a, b := make(chan int), make(chan int)
	go func() {
		for v := range a {
			b <- v + 1
		}
		close(b)
	}()
	a <- 1
	<-b
	a <- 2
	<-b
	close(a)
	<-b
}

func Leak() {
	c := make(chan int)
	go func() { c <- 1 }()
	go func() { c <- 2 }()
	<-c
}

func LeakUnlessFirst() {
	c, done := make(chan int), make(chan int)
	go func() {
		select {
		case c <- 1:
		case <-done:
		}
	}()
	go func() { c <- 2 }()
	<-c
	close(done)
}

func Starved() {
	var mu sync.Mutex
	mu.Lock()
	go func() { mu.Lock() }()
	go func() { mu.Unlock() }()
	mu.Lock()
}

func SpinFlag() {
	var flag, ack atomic.Int32
	go func() {
		flag.Store(1)
		for ack.Load() == 0 {
		}
	}()
	for flag.Load() == 0 {
	}
	ack.Store(1)
}

func SpinForever() {
	var flag atomic.Int32
	go func() { flag.Store(1); flag.Store(0) }()
	for flag.Load() == 0 {
	}
}

func Livelock() {
	var a, b atomic.Int32
	go func() {
		for {
			a.Store(1)
			if b.Load() == 0 {
				return
			}
			a.Store(0)
		}
	}()
	for {
		b.Store(1)
		if a.Load() == 0 {
			return
		}
		b.Store(0)
	}
}

type node struct {
	next *node
	v    int
}

func Lists() {
	var head atomic.Pointer[node]
	for i := range 2 {
		go func() {
			n := &node{v: i}
			for {
				n.next = head.Load()
				if head.CompareAndSwap(n.next, n) {
					return
				}
			}
		}()
	}
	sum := 0
	for n := head.Load(); n != nil; n = n.next {
		sum += n.v
	}
	if sum > 1 {
		panic("sum")
	}
}

func Shape() {
	var mu sync.Mutex
	var p, q *node
	go func() { mu.Lock(); p = &node{}; mu.Unlock() }()
	go func() { mu.Lock(); q = p; mu.Unlock() }()
	mu.Lock()
	if p != nil && p == q {
		p.v = 1
	}
	same := p == q
	mu.Unlock()
	mu.Lock()
	if same && q != nil && q.v == 0 {
		panic("shape")
	}
	mu.Unlock()
}

func Interfaces() {
	var v atomic.Value
	go v.Store(1)
	go func() { defer func() { recover() }(); v.Store(2) }()
	if x, ok := v.Load().(int); ok && x == 2 {
		v.Store(3)
	}
}

func Defers() {
	c := make(chan int, 1)
	x := 0
	_ = x
	go func() {
		defer func() { c <- x }()
		defer func() { x++ }()
		x++
	}()
	if <-c != 2 {
		panic("order")
	}
}

func Nested() {
	var wg sync.WaitGroup
	var n atomic.Int32
	wg.Go(func() { wg.Go(func() { n.Add(1) }); n.Add(1) })
	wg.Wait()
	if n.Load() != 2 {
		panic("nested")
	}
}

func AddInside() {
	var wg sync.WaitGroup
	n := 0
	go func() { wg.Add(1); n++; wg.Done() }()
	wg.Wait()
	n++
}

func Slices() {
	s := make([]int, 4)
	done := make(chan bool)
	go func() { s[0], s[1] = 1, 2; done <- true }()
	s[2], s[3] = 3, 4
	<-done
	if s[0]+s[3] != 5 {
		panic("slices")
	}
}

func Bits() {
	var n atomic.Uint32
	go n.Or(1)
	go n.And(^uint32(2))
	if n.Or(2)&1 == 1 {
		n.Store(0)
	}
}

func DoubleChecked() {
	var mu sync.Mutex
	var ready atomic.Bool
	x := 0
	_ = x
	get := func() int {
		if !ready.Load() {
			mu.Lock()
			if !ready.Load() {
				x = 7
				ready.Store(true)
			}
			mu.Unlock()
		}
		return x
	}
	go get()
	if get() != 7 {
		panic("x")
	}
}

func DoubleCheckedWrong() {
	var mu sync.Mutex
	x := 0
	_ = x
	get := func() int {
		if x == 0 {
			mu.Lock()
			if x == 0 {
				x = 7
			}
			mu.Unlock()
		}
		return x
	}
	go get()
	get()
}

func Barrier() {
	var mu sync.Mutex
	n, gate := 0, make(chan int)
	for range 2 {
		go func() {
			mu.Lock()
			n++
			if n == 2 {
				close(gate)
			}
			mu.Unlock()
			<-gate
		}()
	}
	<-gate
}

func Handover() {
	var mu sync.Mutex
	x := 0
	_ = x
	mu.Lock()
	go func() { x = 1; mu.Unlock() }()
	mu.Lock()
	x = 2
	mu.Unlock()
}

func ChanOfChan() {
	c := make(chan chan int)
	go func() {
		r := make(chan int, 1)
		c <- r
		if <-r != 1 {
			panic("r")
		}
	}()
	(<-c) <- 1
}

func TwoSelects() {
	a, b := make(chan int), make(chan int)
	f := func(c, d chan int) {
		select {
		case c <- 1:
		case <-d:
		}
	}
	go f(a, b)
	f(b, a)
}

func Swapper() {
	var x atomic.Int32
	go x.Swap(1)
	go x.Swap(0)
	if x.Swap(2) == 1 && x.Load() == 1 {
		x.Store(5)
	}
}

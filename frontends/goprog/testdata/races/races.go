// Package races has programs with a data race, whose names begin with Race, and programs without.
package races

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
)

// Observing something without synchronisation orders nothing.

func RaceTryLock() {
	var mu sync.Mutex
	x := 0
	use(&x)
	go func() { x = 1; mu.Lock() }()
	if !mu.TryLock() {
		x = 2
	}
}

func RaceTryRLock() {
	var mu sync.RWMutex
	x := 0
	use(&x)
	go func() { x = 1; mu.Lock() }()
	if !mu.TryRLock() {
		x = 2
	}
}

func RaceReaders() {
	var mu sync.RWMutex
	x := 0
	go func() { mu.RLock(); x++; mu.RUnlock() }()
	mu.RLock()
	x++
	mu.RUnlock()
}

func RaceLen() {
	c := make(chan int, 1)
	x := 0
	use(&x)
	go func() { x = 1; c <- 1 }()
	if len(c) == 1 {
		x = 2
	}
}

func RaceFull() {
	c := make(chan int, 1)
	x := 0
	use(&x)
	go func() { x = 1; c <- 1 }()
	select {
	case c <- 2:
	default:
		x = 2
	}
}

func RaceClosed() {
	c := make(chan int, 1)
	x := 0
	use(&x)
	go func() { x = 1; close(c) }()
	func() {
		defer func() {
			if recover() != nil {
				x = 2
			}
		}()
		c <- 1
	}()
}

func RaceClose() { // even if no panic comes of it
	c := make(chan int, 1)
	go func() { c <- 1 }()
	defer func() { _ = recover() }()
	close(c)
}

func RaceCloseSelected() { // the send of a select is as one alone
	c := make(chan int, 1)
	go close(c)
	defer func() { _ = recover() }()
	select {
	case c <- 1:
	case <-c:
	}
}

func RaceCloseTried() { // -race sees it if the select tries its send before it chooses done
	c, done := make(chan int), make(chan int)
	go close(c)
	close(done)
	defer func() { _ = recover() }()
	select {
	case c <- 1:
	case <-done:
	}
}

func RaceDone() {
	var wg sync.WaitGroup
	x := 0
	wg.Add(2)
	for range 2 {
		go func() { wg.Done(); x++ }()
	}
	wg.Wait()
}

func RaceBuffered() { // a send to a buffer is before its receive, and not the other way about
	c := make(chan int, 1)
	x := 0
	use(&x)
	go func() { <-c; x = 1 }()
	c <- 1
	x = 2
}

func RaceAtomicStores() { // two stores order nothing
	var a atomic.Int32
	x := 0
	use(&x)
	go func() { x = 1; a.Store(1) }()
	a.Store(2)
	x = 2
}

func RaceMixed() {
	var a int32
	go func() { atomic.AddInt32(&a, 1) }()
	a = 2
}

func RaceAlwaysOverwritten() { // and another field is first accessed plainly after the race
	var g, h sync.WaitGroup
	g.Add(1)
	go func() { h = sync.WaitGroup{}; g.Done() }()
	g.Go(func() { h.Add(1) })
	g.Wait()
}

func RaceMap() {
	m := map[int]int{}
	go func() { m[1] = 1 }()
	_ = len(m)
}

func RaceFormatted() {
	p := &struct{ a, b int }{1, 2}
	go func() { p.a = 3 }()
	_ = fmt.Sprint(p)
}

func RaceCompared() {
	p, q := &struct{ a []int }{[]int{1}}, &struct{ a []int }{[]int{1}}
	go func() { p.a[0] = 3 }()
	_ = reflect.DeepEqual(p, q)
}

func RaceGroup() { // Add where nothing says that it is before Wait
	var wg sync.WaitGroup
	go func() { wg.Add(1); wg.Done() }()
	wg.Wait()
}

func RaceSlot() {
	s := make([]int, 2)
	t := s[:1]
	go func() { t = append(t, 1); _ = t }()
	_ = s[1]
}

func RaceLoopVariable() {
	total := 0
	for i := 0; i < 2; i++ {
		go func() { total += i }()
	}
}

func RaceOnceLate() {
	var once sync.Once
	x := 0
	go once.Do(func() { x = 1 })
	_ = x
}

func RaceAfterSignal() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	x := 0
	use(&x)
	go func() { c.Signal(); x = 1 }()
	mu.Lock()
	c.Wait()
	x = 2
	mu.Unlock()
}

func RaceSyncMap() { // of another key
	var m sync.Map
	x := 0
	go func() { x = 1; m.Store("a", 1) }()
	m.Load("b")
	_ = x
}

// What synchronises.

func SafeMutex() {
	var mu sync.Mutex
	x := 0
	go func() { mu.Lock(); x++; mu.Unlock() }()
	mu.Lock()
	x++
	mu.Unlock()
}

func SafeTryLock() {
	var mu sync.Mutex
	x := 0
	use(&x)
	go func() { mu.Lock(); x = 1; mu.Unlock() }()
	if mu.TryLock() {
		x = 2
		mu.Unlock()
	}
}

func SafeRWMutex() {
	var mu sync.RWMutex
	x := 0
	go func() { mu.RLock(); _ = x; mu.RUnlock() }()
	mu.Lock()
	x = 1
	mu.Unlock()
}

func SafeUnbuffered() {
	c := make(chan int)
	x := 0
	use(&x)
	go func() { <-c; x = 1; c <- 1 }()
	x = 2
	c <- 1
	<-c
	x = 3
}

func SafeReceiveFirst() { // a receive is before the send without a buffer that it completes
	c := make(chan int)
	x := 0
	use(&x)
	go func() { x = 1; <-c }()
	c <- 1
	x = 2
}

func SafeSlots() { // a buffer of one as a mutex
	c := make(chan struct{}, 1)
	x := 0
	go func() { c <- struct{}{}; x++; <-c }()
	c <- struct{}{}
	x++
	<-c
}

func SafeClose() {
	c := make(chan int)
	x := 0
	use(&x)
	go func() { x = 1; close(c) }()
	<-c
	x = 2
}

func SafeCloseSelected() {
	c, done := make(chan int), make(chan int)
	go func() {
		close(done)
		<-c
		close(c)
	}()
	select {
	case c <- 1:
		<-done
	case <-done:
		c <- 1
	}
}

func SafeSelect() {
	a, b := make(chan int), make(chan int, 1)
	x := 0
	use(&x)
	go func() {
		x = 1
		select {
		case a <- 1:
		case b <- 1:
		}
	}()
	select {
	case <-a:
	case <-b:
	}
	x = 2
}

func SafeGroup() {
	var wg sync.WaitGroup
	x := [2]int{}
	for i := range x {
		wg.Go(func() { x[i] = 1 })
	}
	wg.Wait()
	_ = x[0] + x[1]
	wg.Go(func() { x[0] = 2 })
	wg.Wait()
	x[0] = 3
}

func SafeAtomic() {
	var ready atomic.Bool
	x := 0
	use(&x)
	go func() { x = 1; ready.Store(true) }()
	if ready.Load() {
		x = 2
	}
}

func SafeUpdates() { // an update observes the one before
	var n atomic.Int32
	x := 0
	use(&x)
	for range 2 {
		go func() {
			if n.Add(1) == 2 {
				x = 2
			}
		}()
	}
}

func SafePublished() {
	type box struct{ v *int }
	var p atomic.Pointer[box]
	go func() { n := 1; p.Store(&box{&n}) }()
	if b := p.Load(); b != nil {
		*b.v = 2
	}
}

func SafeOnce() {
	var once sync.Once
	x := 0
	use(&x)
	set := func() { x = 1 }
	go once.Do(set)
	once.Do(set)
	x = 2
}

func SafeCond() {
	var mu sync.Mutex
	c := sync.NewCond(&mu)
	ready, x := false, 0
	use(&x)
	go func() {
		x = 1
		mu.Lock()
		ready = true
		mu.Unlock()
		c.Signal()
	}()
	mu.Lock()
	for !ready {
		c.Wait()
	}
	mu.Unlock()
	x = 2
}

func SafeSyncMap() {
	var m sync.Map
	x := 0
	use(&x)
	go func() { x = 1; m.Store("a", 1) }()
	if _, ok := m.Load("a"); ok {
		x = 2
	}
}

func SafePool() {
	var pool sync.Pool
	x := 0
	go func() { x = 1; pool.Put(&x) }()
	if p := pool.Get(); p != nil {
		*p.(*int) = 2
	}
}

func SafeContext() {
	ctx, cancel := context.WithCancel(context.Background())
	x := 0
	use(&x)
	go func() { x = 1; cancel() }()
	<-ctx.Done()
	x = 2
}

func SafeTimer() {
	x := 0
	use(&x)
	done := make(chan bool)
	time.AfterFunc(time.Second, func() { x = 1; close(done) })
	<-done
	x = 2
}

func SafeHeapCells() { // neighbours
	a := make([]int, 2)
	go func() { a[0] = 1 }()
	a[1] = 2
}

// use is a use of a variable that reads nothing.
func use(*int) {}

func SafeRangeWithoutElements() { // the array is not read
	var a [2]atomic.Bool
	done := make(chan bool)
	go func() {
		a[1].Store(true)
		done <- true
	}()
	for i := range a {
		a[i].Load()
	}
	<-done
}

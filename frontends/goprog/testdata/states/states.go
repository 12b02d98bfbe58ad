// Package states has functions whose states are easily mistaken for others.
package states

import (
	"runtime"
	"sync"
	"sync/atomic"
)

var total atomic.Int64

// Dead registers: the last job of a worker makes no difference to its next one.
func Dead() {
	jobs, results := make(chan int, 1), make(chan int, 1)
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() {
			for j := range jobs {
				results <- j & 1
			}
		})
	}
	go func() {
		for i := range 3 {
			jobs <- i
		}
		close(jobs)
		wg.Wait()
		close(results)
	}()
	n := 0
	for r := range results {
		n += r
	}
	if n != 1 {
		panic(n)
	}
}

// Contents: the memory of a goroutine decides its later events.
func Contents() {
	var x atomic.Int64
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			kept := []int64{x.Add(1), 0}
			m := map[string]int64{"a": kept[0]}
			p := &kept[0]
			x.Load()
			*p += m["a"]
			total.Add(kept[0] << i)
		})
	}
	wg.Wait()
	if total.Load() == 8 { // 2 + 6 is not, and 4 + 4 is
		panic("a goroutine was second, and the other one first")
	}
}

// Aliases and Reversed: two pointers are to one variable, or to two that hold the same and are made at one place. Once x is 0 again nothing else
// shows which value was read, and one result is found only from there: of the two functions, one finds it in each order of the search.
func Aliases() { aliases(1) }

func Reversed() { aliases(0) }

func aliases(other int64) {
	var x atomic.Int64
	done := make(chan int, 1)
	go func() {
		var made [2]*int
		for i := range made {
			made[i] = new(int)
		}
		p, q := made[0], made[0]
		if x.Load() == other {
			q = made[1]
		}
		if x.Load() == 1 {
			done <- 2
			return
		}
		*p = 1
		done <- *q
	}()
	x.Store(1)
	x.Store(0)
	switch <-done {
	case 0:
		panic("two variables")
	case 1:
		panic("one variable")
	}
}

// Names: objects are named by how many others a goroutine has made known before.
func Names() {
	var x atomic.Pointer[int]
	var y atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() {
		y.Store(1)
		y.Store(0)
	})
	wg.Go(func() {
		if y.Load() == 1 {
			x.Store(new(int))
			x.Store(nil)
		} else {
			x.Store(nil)
			x.Store(nil)
		}
		p := new(int)
		x.Store(p)
		if x.Load() != p {
			panic("another object")
		}
	})
	wg.Wait()
}

// Natives: the arguments of a native that calls a function are part of the state, and so is its progress.
func Natives() {
	var once sync.Once
	var x atomic.Int64
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			once.Do(func() { x.Add(int64(1 + i)) })
			total.Add(x.Load())
		})
	}
	wg.Wait()
	if total.Load() == 4 {
		panic("the second one was first")
	}
}

// Deferred calls, and panics that are recovered from.
func Deferred() {
	var mu sync.Mutex
	var x atomic.Int64
	done := make(chan bool, 2)
	for i := range 2 {
		go func() {
			defer close(done)
			defer func() {
				if r := recover(); r != nil {
					x.Add(int64(r.(int)))
				}
			}()
			mu.Lock()
			defer mu.Unlock()
			if x.Add(1) == 2 {
				panic(10 + i)
			}
			runtime.Gosched()
		}()
	}
	<-done
	<-done
}

// Groups of goroutines that are waited for: which is in which group is part of the state.
func Groups() {
	var x atomic.Int64
	var a, b, all sync.WaitGroup
	all.Add(1)
	go func() { x.Store(1); all.Done() }()
	first, second := &a, &b
	if x.Load() == 1 {
		first, second = second, first
	}
	first.Add(1)
	go func() { x.Add(2); first.Done() }()
	second.Add(1)
	go func() { x.Add(4); second.Done() }()
	a.Wait()
	total.Store(x.Load())
	b.Wait()
	all.Wait()
}

// Swaps that fail make nothing known.
func Swaps() {
	var x atomic.Pointer[int]
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			n := &i
			x.CompareAndSwap(nil, n)
			*n = 3
			x.CompareAndSwap(n, new(int))
			total.Add(int64(*x.Load()))
		})
	}
	wg.Wait()
}

// Polite goroutines let each other go first, perhaps forever.
func Polite() {
	var f [2]atomic.Bool
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			for {
				f[i].Store(true)
				if !f[1-i].Load() {
					return
				}
				f[i].Store(false)
			}
		})
	}
	wg.Wait()
}

// Patient goroutines let each other go first, and each goes in the end.
func Patient() {
	var f [2]atomic.Bool
	var wg sync.WaitGroup
	for i := range 2 {
		wg.Go(func() {
			for {
				f[i].Store(true)
				if !f[1-i].Load() {
					break
				}
				f[i].Store(false)
			}
			f[i].Store(false)
		})
	}
	wg.Wait()
}

// Counted has 3,942,202,328,064 classes of executions, and 3,745 states.
func Counted() { count(1) }

// CountedWrongly loses an update in a few of its executions.
func CountedWrongly() { count(0) }

func count(last int64) {
	var x atomic.Int64
	done := make(chan bool, 4)
	for i := range 4 {
		go func() {
			for k := range 5 {
				if i+k == 7 && last == 0 {
					x.Store(x.Load() + 1)
				} else {
					x.Add(1)
				}
			}
			done <- true
		}()
	}
	for range 4 {
		<-done
	}
	if x.Load() == 10 {
		panic("half of the updates are lost")
	}
}

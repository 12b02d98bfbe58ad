// Package programs has small concurrent programs, for tests that count their executions.
package programs

import (
	"sync"
	"sync/atomic"
)

// Locked2 to Locked4 increment a counter under a mutex.
func Locked2() { locked(2) }
func Locked3() { locked(3) }
func Locked4() { locked(4) }

func locked(n int) {
	var (
		mu    sync.Mutex
		group sync.WaitGroup
		total int
	)
	for range n {
		group.Add(1)
		go func() {
			mu.Lock()
			total++
			mu.Unlock()
			group.Done()
		}()
	}
	group.Wait()
	if total != n {
		panic("an increment is lost")
	}
}

// Unlocked does the same without the mutex.
func Unlocked() {
	var group sync.WaitGroup
	total := 0
	for range 2 {
		group.Go(func() { total++ })
	}
	group.Wait()
}

// LoadStore increments with an atomic load and an atomic store.
func LoadStore() {
	var total atomic.Int64
	ended := make(chan struct{}, 2)
	for range 2 {
		go func() {
			total.Store(total.Load() + 1)
			ended <- struct{}{}
		}()
	}
	<-ended
	<-ended
	if total.Load() != 2 {
		panic("an increment is lost")
	}
}

type ticketLock struct{ next, now atomic.Uint32 }

func (l *ticketLock) Lock() {
	mine := l.next.Add(1) - 1
	for l.now.Load() != mine {
	}
}

func (l *ticketLock) Unlock() { l.now.Add(1) }

// Tickets2 and Tickets3 increment a counter under a ticket lock.
func Tickets2() { tickets(2) }
func Tickets3() { tickets(3) }

func tickets(n int) {
	var (
		lock  ticketLock
		group sync.WaitGroup
		total int
	)
	for range n {
		group.Go(func() {
			lock.Lock()
			total++
			lock.Unlock()
		})
	}
	group.Wait()
	if total != n {
		panic("an increment is lost")
	}
}

// SpinLock takes a lock by CompareAndSwap.
func SpinLock() {
	var (
		held  atomic.Bool
		group sync.WaitGroup
		total int
	)
	for range 2 {
		group.Go(func() {
			for !held.CompareAndSwap(false, true) {
			}
			total++
			held.Store(false)
		})
	}
	group.Wait()
}

type element struct {
	value int
	below *element
}

type stack struct{ top atomic.Pointer[element] }

func (s *stack) push(v int) {
	e := &element{value: v}
	for {
		e.below = s.top.Load()
		if s.top.CompareAndSwap(e.below, e) {
			return
		}
	}
}

func (s *stack) pop() (int, bool) {
	for {
		e := s.top.Load()
		if e == nil {
			return 0, false
		}
		if s.top.CompareAndSwap(e, e.below) {
			return e.value, true
		}
	}
}

// Stack2 and Stack3 push to a lock-free stack, and pop.
func Stack2() { useStack(2) }
func Stack3() { useStack(3) }

func useStack(n int) {
	var (
		s     stack
		group sync.WaitGroup
		got   = make([]int, n)
	)
	for i := range n {
		group.Go(func() {
			s.push(i + 1)
			got[i], _ = s.pop()
		})
	}
	group.Wait()
	seen := map[int]bool{}
	for _, v := range got {
		if v == 0 || seen[v] {
			panic("an element is lost")
		}
		seen[v] = true
	}
}

// Table is a map under a lock for readers and writers.
func Table() {
	var (
		mu    sync.RWMutex
		group sync.WaitGroup
		table = map[string]int{}
	)
	for _, k := range []string{"x", "y"} {
		group.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			table[k]++
			table["both"]++
		})
	}
	mu.RLock()
	if table["both"] > 2 {
		panic("too many")
	}
	mu.RUnlock()
	group.Wait()
	if len(table) != 3 || table["both"] != 2 {
		panic("an entry is lost")
	}
}

package image

import (
	"sync"

	"dporbench/model/memory"
)

// Allocation is a block that a thread has got from malloc, or an address that is known when main ends. The allocations
// of a thread form a list.
type Allocation struct {
	Earlier        int32 // the one before it; 0 if there is none
	Address, Bytes int64
	Line           int32 // index of a position
	Kept           bool  // it is not a block, but an address that is known at the end
}

// allocations holds those of all executions, numbered from 1. The number of the last one identifies all that a thread
// has allocated.
type allocations struct {
	mu      sync.Mutex
	numbers map[Allocation]int32
	all     []Allocation
	under   memory.Model
}

// Under sets the memory model that threads run under, which Memory returns.
func (l *allocations) Under(m memory.Model) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.under = m
}

func (l *allocations) Memory() memory.Model {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.under
}

// Add returns the number of a, a new one if a is new.
func (l *allocations) Add(a Allocation) int32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	n, known := l.numbers[a]
	if !known {
		if l.numbers == nil {
			l.numbers = map[Allocation]int32{}
		}
		l.all = append(l.all, a)
		n = int32(len(l.all))
		l.numbers[a] = n
	}
	return n
}

// At returns the allocation with number n.
func (l *allocations) At(n int32) Allocation {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all[n-1]
}

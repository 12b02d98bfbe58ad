// Package queue has the mistake that README shows.
package queue

import "sync"

// Queue holds what was put until it is closed.
type Queue struct {
	mu     sync.Mutex
	closed bool
	items  chan int
}

// New returns a queue for n items.
func New(n int) *Queue { return &Queue{items: make(chan int, n)} }

// Put reports whether the queue takes v.
func (q *Queue) Put(v int) bool {
	q.mu.Lock()
	closed := q.closed
	q.mu.Unlock()
	if closed {
		return false
	}
	q.items <- v
	return true
}

// Close makes later calls of Put fail.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	q.mu.Unlock()
	close(q.items)
}

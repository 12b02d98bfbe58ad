// Package queue is the lock-free queue of Michael and Scott.
//
// Source: M. M. Michael, M. L. Scott, Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms,
// PODC 1996.
package queue

import "sync/atomic"

// Queue is a queue that any number of goroutines may use.
type Queue[T any] struct {
	head, tail atomic.Pointer[node[T]] // of a list that begins with a node whose value has been taken
}

type node[T any] struct {
	value T
	next  atomic.Pointer[node[T]]
}

// New returns an empty queue.
func New[T any]() *Queue[T] {
	var q Queue[T]
	first := new(node[T])
	q.head.Store(first)
	q.tail.Store(first)
	return &q
}

// Put adds v at the end.
func (q *Queue[T]) Put(v T) {
	n := &node[T]{value: v}
	for {
		last := q.tail.Load()
		if next := last.next.Load(); next != nil {
			q.tail.CompareAndSwap(last, next) // for a Put that has not reached this yet
			continue
		}
		if last.next.CompareAndSwap(nil, n) {
			q.tail.CompareAndSwap(last, n)
			return
		}
	}
}

// Take takes the first value; ok is false if the queue is empty.
func (q *Queue[T]) Take() (v T, ok bool) {
	for {
		first, last := q.head.Load(), q.tail.Load()
		next := first.next.Load()
		if first != q.head.Load() {
			continue
		}
		if next == nil {
			return v, false
		}
		if first == last {
			q.tail.CompareAndSwap(last, next)
			continue
		}
		if q.head.CompareAndSwap(first, next) {
			return next.value, true
		}
	}
}

// Package stack is Treiber's lock-free stack.
//
// Source: R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986.
package stack

import "sync/atomic"

// Stack is a stack that any number of goroutines may use. The zero Stack is empty.
type Stack[T any] struct {
	top atomic.Pointer[node[T]]
}

type node[T any] struct {
	value T
	below *node[T]
}

// Push puts v on top.
func (s *Stack[T]) Push(v T) {
	n := &node[T]{value: v}
	for {
		n.below = s.top.Load()
		if s.top.CompareAndSwap(n.below, n) {
			return
		}
	}
}

// Pop takes the top value; ok is false if the stack is empty.
func (s *Stack[T]) Pop() (v T, ok bool) {
	for {
		n := s.top.Load()
		if n == nil {
			return v, false
		}
		if s.top.CompareAndSwap(n, n.below) {
			return n.value, true
		}
	}
}

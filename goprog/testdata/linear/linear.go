// Package linear has a stack whose operations are marked, and a broken one.
package linear

import (
	"sync"
	"sync/atomic"

	"dporbench/linear/mark"
)

type node struct {
	value int
	next  *node
}

// stack is Treiber's, or, if it is torn, one whose pop does not compare.
type stack struct {
	top  atomic.Pointer[node]
	torn bool
}

func (s *stack) push(v int) {
	mark.Invoke("s", "push", v)
	for n := (&node{value: v}); ; {
		n.next = s.top.Load()
		if s.top.CompareAndSwap(n.next, n) {
			break
		}
	}
	mark.Respond()
}

func (s *stack) pop() {
	mark.Invoke("s", "pop")
	for {
		n := s.top.Load()
		if n == nil {
			mark.Respond()
			return
		}
		if s.torn {
			s.top.Store(n.next)
		} else if !s.top.CompareAndSwap(n, n.next) {
			continue
		}
		mark.Respond(n.value)
		return
	}
}

func use(s *stack) {
	var wg sync.WaitGroup
	s.push(1)
	for range 2 {
		wg.Go(s.pop)
	}
	wg.Wait()
	s.pop()
}

// Treiber has an element and two goroutines that take one each.
func Treiber() { use(&stack{}) }

// Torn has the same of a broken stack.
func Torn() { use(&stack{torn: true}) }

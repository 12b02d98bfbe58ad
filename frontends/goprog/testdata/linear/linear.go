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
	s.put(v)
	mark.Respond()
}

func (s *stack) put(v int) {
	for n := (&node{value: v}); ; {
		n.next = s.top.Load()
		if s.top.CompareAndSwap(n.next, n) {
			break
		}
	}
}

func (s *stack) pop() {
	mark.Invoke("s", "pop")
	mark.Respond(s.take()...)
}

func (s *stack) take() []int {
	for {
		n := s.top.Load()
		if n == nil {
			return nil
		}
		if s.torn {
			s.top.Store(n.next)
		} else if !s.top.CompareAndSwap(n, n.next) {
			continue
		}
		return []int{n.value}
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

// Torn is Treiber with a broken stack.
func Torn() { use(&stack{torn: true}) }

// clients are all clients with up to three calls in up to two goroutines.
func clients(s *stack) {
	mark.Clients("s", 3, 2,
		mark.Operation{Name: "push", Arg: mark.Value, Do: func(v int) []int { s.put(v); return nil }},
		mark.Operation{Name: "pop", Do: func(int) []int { return s.take() }})
}

func ExploreTreiber() { clients(&stack{}) }

func ExploreTorn() { clients(&stack{torn: true}) }

package linear

import "github.com/anishathalye/porcupine"

// search is [History.Linearizable] for any partial order, after Wing and Gong (Testing and Verifying Concurrent
// Objects, JPDC 1993): operations are put into an order one by one, each once all those before it are; and, as Lowe adds
// (Testing for Linearizability, 2017), a set of them that has led to a state is not tried again with that state.
func (h History) search(m porcupine.Model) bool {
	s := searcher{History: h, m: m, tried: map[uint64][]any{}}
	for i, op := range h.Operations {
		if op.Returned {
			s.needed |= 1 << i
		}
	}
	return s.from(0, m.Init())
}

type searcher struct {
	History
	m      porcupine.Model
	needed uint64           // the operations that have returned
	tried  map[uint64][]any // the states to which a set of operations has led
}

// from continues after the operations in done, which lead to state.
func (s *searcher) from(done uint64, state any) bool {
	if s.needed&^done == 0 {
		return true
	}
	for _, before := range s.tried[done] {
		if s.m.Equal(before, state) {
			return false
		}
	}
	s.tried[done] = append(s.tried[done], state)
	for i, op := range s.Operations {
		if done>>i&1 != 0 || s.Before[i]&^done != 0 {
			continue
		}
		if ok, after := s.m.Step(state, op.Input, op.output()); ok && s.from(done|1<<i, after) {
			return true
		}
	}
	return false
}

package lapor

import (
	"encoding/binary"

	"dporbench/model/event"
)

// solver looks for an order of the events of a graph that respects po, rf, co and fr, and in which the sections of each
// mutex do not overlap. A section without an Unlock ends with the last event of its thread or, if it is to stay open,
// never. Events other than Locks come as early as they can, which is never wrong; which Lock comes next is
// searched for. Most often any will do. If not, it is found first which sections must come before which (see force.go).
// Where no such order is left is remembered by how far each thread is.
type solver struct {
	g        *graph
	stayOpen bool
	after    [][]id // by event: those that must come after it
	missing  []int  // by event: how many have yet to come before it
	holder   map[int32]event.ThreadID
	done     []int // by thread: how many of its events have come
	ready    []id
	order    []id
	failed   map[string]bool
	hasty    bool // it has not been found which sections must come before which
}

// solve returns such an order of the events of g.
func solve(g *graph, stayOpen bool) (order []id, ok bool) {
	s := &solver{
		g: g, stayOpen: stayOpen, after: make([][]id, len(g.nodes)), missing: make([]int, len(g.nodes)),
		holder: map[int32]event.ThreadID{}, done: make([]int, len(g.threads)), failed: map[string]bool{}, hasty: true,
	}
	s.relate()
	if s.begin() {
		return s.order, true
	}
	s.hasty = false
	clear(s.failed)
	return s.order, s.force() && s.begin()
}

// begin searches from the start.
func (s *solver) begin() bool {
	s.ready = nil
	for e, n := range s.missing {
		if n == 0 {
			s.ready = append(s.ready, id(e))
		}
	}
	return s.search()
}

// relate finds which events must come before which.
func (s *solver) relate() {
	for t := range s.g.threads {
		previous := s.g.threads[t].spawn
		for _, e := range s.g.threads[t].nodes {
			s.precede(previous, e)
			previous = e
		}
	}
	for e := range s.g.nodes {
		switch n := &s.g.nodes[e]; n.kind {
		case event.Join:
			s.precede(s.g.last(event.ThreadID(n.object)), id(e))
		case event.Read:
			s.precede(n.source, id(e))
			if i := s.g.rank(n.object, n.source); i < len(s.g.writes(n.object)) {
				s.precede(id(e), s.g.co[n.object][i])
			}
		}
	}
	for _, writes := range s.g.co {
		for i := 1; i < len(writes); i++ {
			s.precede(writes[i-1], writes[i])
		}
	}
}

func (s *solver) precede(e, f id) {
	if e != none {
		s.after[e] = append(s.after[e], f)
		s.missing[f]++
	}
}

func (s *solver) search() bool {
	mark := len(s.order)
	s.advance()
	if len(s.order) == len(s.g.nodes) {
		return true
	}
	key := s.key()
	if !s.failed[key] {
		for _, e := range s.ready { // Locks, all of them
			if _, held := s.holder[s.g.nodes[e].object]; held {
				continue
			}
			ready := s.ready
			s.ready = without(ready, e)
			s.do(e)
			if s.search() {
				return true
			}
			s.undo()
			s.ready = ready
			if s.hasty {
				break
			}
		}
		s.failed[key] = true
	}
	for len(s.order) > mark {
		s.undo()
	}
	return false
}

func without(all []id, e id) []id {
	left := make([]id, 0, len(all))
	for _, f := range all {
		if f != e {
			left = append(left, f)
		}
	}
	return left
}

// advance does all that can be done without a Lock.
func (s *solver) advance() {
	locks := []id(nil)
	for len(s.ready) > 0 {
		e := s.ready[len(s.ready)-1]
		s.ready = s.ready[: len(s.ready)-1 : len(s.ready)-1]
		if n := &s.g.nodes[e]; n.kind == event.Lock && !n.waits {
			locks = append(locks, e)
		} else {
			s.do(e)
		}
	}
	s.ready = locks
}

func (s *solver) do(e id) {
	s.order = append(s.order, e)
	n := &s.g.nodes[e]
	s.done[n.thread]++
	switch {
	case n.waits:
	case n.kind == event.Lock:
		s.holder[n.object] = n.thread
	case n.kind == event.Unlock:
		delete(s.holder, n.object)
	}
	for _, f := range s.after[e] {
		if s.missing[f]--; s.missing[f] == 0 {
			s.ready = append(s.ready, f)
		}
	}
	s.close(n.thread)
}

// close ends the sections of a thread whose last event has come.
func (s *solver) close(t event.ThreadID) {
	if s.stayOpen || s.done[t] < len(s.g.threads[t].nodes) {
		return
	}
	for m, u := range s.holder {
		if u == t {
			delete(s.holder, m)
		}
	}
}

// undo takes the last event back. What is ready is left to the caller.
func (s *solver) undo() {
	e := s.order[len(s.order)-1]
	s.order = s.order[:len(s.order)-1]
	n := &s.g.nodes[e]
	s.done[n.thread]--
	for _, f := range s.after[e] {
		s.missing[f]++
	}
	clear(s.holder)
	for _, e := range s.order {
		switch n := &s.g.nodes[e]; {
		case n.waits || !n.kind.OnMutex():
		case n.kind == event.Unlock:
			delete(s.holder, n.object)
		default:
			s.holder[n.object] = n.thread
		}
	}
	for t := range s.g.threads {
		s.close(event.ThreadID(t))
	}
}

func (s *solver) key() string {
	var key []byte
	for _, n := range s.done {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}

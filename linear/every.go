package linear

import (
	"math/bits"
	"slices"

	"github.com/anishathalye/porcupine"
)

// interleavings searches for an interleaving of points with a history that a specification does not allow.
//
// It orders the ends of operations one by one, each after the points that must come before it, so that every operation begins as late as
// possible: whatever is not allowed with earlier beginnings is not allowed with these, either. On the way it keeps, as a set of configurations,
// everything that a specification may have done so far. If no configuration is left, the history is not allowed. A set of points that has led to
// a set of configurations is not tried again with more of them.
type interleavings struct {
	operations []Operation
	points     []point
	before     Order
	m          porcupine.Model
	tried      map[uint64][][]configuration
	path       []int // the points so far
}

// configuration is a possible past of a specification: these operations, in an order that leads to that state.
type configuration struct {
	done  uint64
	state any
}

// same reports whether one order of the operations explains every interleaving: an order that the specification allows, and in which
// each operation comes after all operations that may return before it is called. Most classes have one, and it is soon found.
func (s *interleavings) same() bool {
	n := len(s.operations)
	calls, returns := make([]int, n), slices.Repeat([]int{none}, n)
	for i, p := range s.points {
		if p.begin {
			calls[p.operation] = i
		}
		if p.end {
			returns[p.operation] = i
		}
	}
	after := make(Order, n)
	for i, call := range calls {
		for j, ret := range returns {
			if i != j && ret != none && !s.before.Before(call, ret) {
				after.set(j, i)
			}
		}
	}
	return History{s.operations, after}.search(s.m)
}

// bad returns the points of an interleaving in order, up to the first end that cannot be explained; nil if all can.
func (s *interleavings) bad() []int {
	s.tried = map[uint64][][]configuration{}
	if s.from(0, 0, []configuration{{0, s.m.Init()}}) {
		return nil
	}
	return s.path
}

// from reports whether everything can be explained after the points in past; called are the operations that have begun.
func (s *interleavings) from(past, called uint64, now []configuration) bool {
	for _, fewer := range s.tried[past] {
		if !slices.ContainsFunc(fewer, func(c configuration) bool { return !s.contains(now, c) }) {
			return true
		}
	}
	length := len(s.path)
	for i, p := range s.points {
		if !p.end || past>>i&1 != 0 || !s.mayEnd(past, i) {
			continue
		}
		begun := called
		for rest := s.before[i] &^ past; rest != 0; rest &= rest - 1 {
			j := bits.TrailingZeros64(rest)
			begun |= 1 << s.points[j].operation
			s.path = append(s.path, j)
		}
		begun |= 1 << p.operation
		s.path = append(s.path, i)
		next := s.ended(now, begun, p.operation)
		if len(next) == 0 || !s.from(past|s.before[i]|1<<i, begun, next) {
			return false
		}
		s.path = s.path[:length]
	}
	s.tried[past] = append(s.tried[past], now)
	return true
}

// mayEnd reports whether the ends that must come before point i are all in past.
func (s *interleavings) mayEnd(past uint64, i int) bool {
	for rest := s.before[i] &^ past; rest != 0; rest &= rest - 1 {
		if s.points[bits.TrailingZeros64(rest)].end {
			return false
		}
	}
	return true
}

// ended returns the possible configurations when operation i returns: other operations that have begun may have been performed before it.
func (s *interleavings) ended(now []configuration, begun uint64, i int) []configuration {
	var next []configuration
	seen := slices.Clone(now)
	for at := 0; at < len(seen); at++ {
		c := seen[at]
		if c.done>>i&1 != 0 {
			next = append(next, c)
			continue
		}
		for rest := begun &^ c.done; rest != 0; rest &= rest - 1 {
			j := bits.TrailingZeros64(rest)
			op := s.operations[j]
			if ok, after := s.m.Step(c.state, op.Input, op.output()); ok {
				if d := (configuration{c.done | 1<<j, after}); !s.contains(seen, d) {
					seen = append(seen, d)
				}
			}
		}
	}
	return next
}

func (s *interleavings) contains(all []configuration, c configuration) bool {
	return slices.ContainsFunc(all, func(d configuration) bool { return c.done == d.done && s.m.Equal(c.state, d.state) })
}

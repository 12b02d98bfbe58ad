package trust

import (
	"dporbench/algos"
	"dporbench/algos/internal/bound"
	"dporbench/model/event"
)

// With a bound of preemptions this is Buster (Marmanis, Kokologiannakis, Vafeiadis, Reconciling Preemption Bounding with
// DPOR, TACAS 2023): graphs are left out that take more preemptions than the bound and a slack, counted as in package
// bound. What a revisit deletes may take more than what it leads to; with N threads, by N-2 at most, which is the
// paper's slack. What it visits beyond the bound is left out in the end. All this is so where next goes by the order of
// threads. Where it is random, more slack would be needed, and nothing is left out before the end:
//
//	p: a=x; a=x | q: a=x; b=x; update x; x=1 | r: x=1; x=1
//
// The paper has no awaits, so programs with these are refused under a bound.

// limit is nil without a bound.
type limit struct {
	most    int
	counter bound.Counter
	events  []event.Event
}

func newLimit(s *algos.Session) *limit {
	k, any := s.Bound().Limit()
	if !any || s.Order == algos.RandomThread {
		return nil
	}
	return &limit{most: k}
}

// isBeyond reports whether the graph takes too many preemptions.
func (x *exploration) isBeyond() (bool, error) {
	l := x.limit
	if x.behaviour.Awaits() {
		return false, &algos.RefusedError{Memory: x.memory, Bounded: true}
	}
	l.events = x.graph.Linearise(l.events[:0])
	slack := max(x.graph.Threads()-2, 0)
	return l.counter.Exceeds(l.most+slack, l.events, func(int) bool { return false }), nil
}

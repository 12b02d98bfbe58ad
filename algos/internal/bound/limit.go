// Package bound leaves prefixes out of explorations that take too many preemptions.
package bound

import (
	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/preemption"
)

// Limit says which prefixes an algorithm leaves out that may take more preemptions than what they lead to. It is nil if
// that is none.
type Limit struct {
	most, fewer int
	counter     preemption.Prefix
}

// NewLimit is for an algorithm whose prefixes, of an execution of N threads, take up to N-fewer preemptions more than what
// they lead to, if the next thread is not chosen at random. With a bound, guards are refused.
func NewLimit(s *algos.Session, fewer int) *Limit {
	k, any := s.Bound().Limit()
	s.NoGuards = s.NoGuards || any
	if !any || s.Order == algos.RandomThread {
		return nil
	}
	return &Limit{most: k, fewer: fewer}
}

// IsExceeded reports whether E, a prefix without awaits of an execution of that many threads, is left out.
func (l *Limit) IsExceeded(e []event.Event, threads int) bool {
	return l != nil && l.counter.Exceeds(l.most+max(threads-l.fewer, 0), e, func(int) bool { return false })
}

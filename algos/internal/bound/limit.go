// Package bound prunes prefixes that take too many preemptions.
package bound

import (
	"dporbench/algos"
	"dporbench/model/event"
	"dporbench/model/preemption"
)

// Limit decides which prefixes to prune in an algorithm whose prefixes may take more preemptions than the executions
// they lead to. A nil Limit prunes none.
type Limit struct {
	most, fewer int
	counter     preemption.Prefix
}

// NewLimit is for an algorithm whose prefixes, with N threads, take up to N-fewer preemptions more than the
// executions they lead to, unless the next thread is chosen otherwise than by its number. With a bound, guards are refused.
func NewLimit(s *algos.Session, fewer int) *Limit {
	k, any := s.Bound().Limit()
	if any {
		_ = s.Declare(algos.NoBoundedGuards) // no guard has been found yet
	}
	if !any || s.Order == algos.RandomThread || s.Order.FollowsFirst() {
		return nil
	}
	return &Limit{most: k, fewer: fewer}
}

// IsExceeded reports whether to prune E, a prefix without awaits of an execution of that many threads.
func (l *Limit) IsExceeded(e []event.Event, threads int) bool {
	return l != nil && l.counter.Exceeds(l.most+max(threads-l.fewer, 0), e, func(int) bool { return false })
}

package parsimonious

import (
	"dporbench/algos"
	"dporbench/algos/internal/bound"
)

// limit leaves out schedules beyond a bound of preemptions; nil without one. E with the schedule may take more than what
// it leads to: with N threads, up to N-1 more in all programs that have been tried. There is no proof. N-2, which
// is enough for TruSt, is not:
//
//	p: a=x; b=x | q: x=1; x=1                               needs 1
//	p: a=x; a=y; x=1 | q: y=1; x=1 | r: a=y; a=x            needs 2
//
// Where the next thread is random, N-1 is not enough either, and nothing is left out before the end:
//
//	p: x=a+0; x=1; x=0; a=y | q: y=0 | r: a=y; a=x; update x; b=y
type limit struct {
	most    int
	counter bound.Counter
}

func (t *MarkedSequence) newLimit() *limit {
	k, any := t.Run.Bound().Limit()
	if !any {
		return nil
	}
	t.Run.NoGuards = true
	if t.Run.Order == algos.RandomThread {
		return nil
	}
	return &limit{most: k}
}

// isBeyond reports whether E takes too many preemptions.
func (x *eager) isBeyond() bool {
	slack := max(x.Run.Machine.Threads()-1, 0)
	return x.limit.counter.Exceeds(x.limit.most+slack, x.Run.Machine.Events(), func(int) bool { return false })
}

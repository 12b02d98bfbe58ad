package characterization

import (
	"slices"

	"dporbench/algos/internal/parsimonious"
)

// characterised reports whether SchedChar(σ) matters: whether hd(σ) is a read (line 9
// of Algorithm 1), or a CompareAndSwap, which may become a read again (correction 11).
func characterised(s *parsimonious.Schedule) bool { return s.IsRead() || s.HeadCAS }

// inherits reports whether SchedChar(σ) inherits SchedChar(σ_i) (line 6), where h, which
// is in the tail of r, is the head of σ_i.
func inherits(r *parsimonious.Schedule, h parsimonious.Head) bool {
	if !characterised(h.Schedule) {
		return false
	}
	// Within E2, a CompareAndSwap that writes is not the head of a read-schedule.
	// But e' itself, now reversed further, may become one (corrections 3 and 11).
	l := r.InTail(h)
	return isSecond(r, l) || r.Tail[l].Event.Kind.Commutes()
}

// size is the number of sleep set expressions in SchedChar(σ).
func size(r *parsimonious.Schedule) int {
	n := 1
	for _, h := range r.Heads {
		if inherits(r, h) {
			n += characterizationOf(h.Schedule).size
		}
	}
	return n
}

// mkSchedChar is MkSchedChar (lines 1 to 6): SchedChar(σ) as it is when |E| = born.
func (x *Set) mkSchedChar(r *parsimonious.Schedule, born int) *expression {
	s := x.unused()
	s.schedule, s.born = r, born
	for range r.Tail {
		s.removed = append(s.removed, parsimonious.EventRef{})
	}
	for i, h := range r.Heads {
		if inherits(r, h) {
			s.addInner(x.mkSchedChar(h.Schedule, born), int32(i))
		}
	}
	return s
}

func (s *expression) addInner(e *expression, heads int32) {
	n := len(s.inner)
	s.inner = slices.Grow(s.inner, 1)[:n+1]
	s.inner[n] = inner{expression: e, headsBefore: heads, heads: s.inner[n].heads[:0]}
}

func (x *Set) unused() *expression {
	n := len(x.idle) - 1
	if n < 0 {
		return &expression{}
	}
	s := x.idle[n]
	x.idle = x.idle[:n]
	return s
}

// release keeps s, which may be nil, and its inner expressions for reuse.
func (x *Set) release(s *expression) {
	if s == nil {
		return
	}
	for _, in := range s.inner {
		x.release(in.expression)
	}
	*s = expression{conflicts: s.conflicts[:0], removed: s.removed[:0], reads: s.reads[:0], inner: s.inner[:0]}
	x.idle = append(x.idle, s)
}

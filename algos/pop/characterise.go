package pop

import (
	"slices"

	"dporbench/algos"
	"dporbench/model"
)

// characterise finds out, at E1·σ without its head, whether hd(σ), the next
// event of thread t, makes σ a read-schedule, and what SchedChar(σ) consists of
// (lines 9 to 11, and MkSchedChar).
func (x *exploration) characterise(n int, t model.ThreadID) {
	r := &x.reversals[n]
	// The head's kind is determined here and now: a CompareAndSwap that wrote
	// after e may fail before it, and the reverse.
	r.head, _ = x.Machine.Next(t)
	r.awake = r.head.Kind == model.Read
	r.characterised = r.awake || x.Machine.AtCompareAndSwap(t)
	if !r.characterised {
		return
	}
	r.size = 1
	for l := r.from + 1; l < r.to; l++ {
		if x.inherits(r, l) {
			r.size += x.reversals[x.saved[l].mark.reversal].size
		}
	}
}

// inherits reports whether saved[l], in the tail of r, is the head of a schedule
// σ_i whose characterisation SchedChar(σ) inherits.
func (x *exploration) inherits(r *reversal, l int32) bool {
	c := &x.saved[l]
	if c.mark.where != head || !x.reversals[c.mark.reversal].characterised {
		return false
	}
	// Within E2, a CompareAndSwap that writes is no head of a read-schedule;
	// but e' itself is reversed further, and may become one.
	isSecond := l == r.to-1 && !r.pending
	return isSecond || c.event.Kind == model.Read
}

// newExpression makes SchedChar(σ) of reversal n as it is in E1·σ, which is
// born long.
func (x *exploration) newExpression(n, born int32) *expression {
	r := &x.reversals[n]
	s := x.unused()
	s.reversal, s.born = n, born
	for range r.to - r.from {
		s.gone = append(s.gone, moment{})
	}
	for l := r.from + 1; l < r.to; l++ {
		if x.inherits(r, l) {
			c := &x.saved[l]
			s.addInner(x.newExpression(c.mark.reversal, born), c.heads)
		}
	}
	return s
}

// addInner adds an inner that has met nothing, in memory that is there.
func (s *expression) addInner(e *expression, heads int32) {
	n := len(s.inner)
	s.inner = slices.Grow(s.inner, 1)[:n+1]
	s.inner[n] = inner{expression: e, heads: heads, done: s.inner[n].done[:0]}
}

func (x *exploration) unused() *expression {
	n := len(x.idle) - 1
	if n < 0 {
		return &expression{}
	}
	s := x.idle[n]
	x.idle = x.idle[:n]
	return s
}

// release puts s, which may be nil, and what is in it aside for reuse.
func (x *exploration) release(s *expression) {
	if s == nil {
		return
	}
	for _, in := range s.inner {
		x.release(in.expression)
	}
	*s = expression{met: s.met[:0], gone: s.gone[:0], reads: s.reads[:0], inner: s.inner[:0]}
	x.idle = append(x.idle, s)
}

// countExpressions counts the sleep set expressions in SSChar[E] (Lemma 4).
func (x *exploration) countExpressions() {
	n := 0
	for _, h := range x.awake {
		if int(h) >= x.LastWrite(x.Event(int(h)).Object) {
			n += int(x.reversals[x.marks[h].reversal].size)
		}
	}
	algos.Reached(&x.Stats.Peak.SleepEntries, n)
}

package pop

import (
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
	x.eachInherited(r, func(i int32, heads int32) { r.size += x.reversals[i].size })
}

// eachInherited calls yield for each schedule σ_i in the tail of r whose
// characterisation SchedChar(σ) inherits, with the reversal that made σ_i and
// with i-1.
func (x *exploration) eachInherited(r *reversal, yield func(reversal, heads int32)) {
	for l := r.from + 1; l < r.to; l++ {
		c := &x.saved[l]
		if c.mark.where != head || !x.reversals[c.mark.reversal].characterised {
			continue
		}
		// Within E2, a CompareAndSwap that writes is no head of a
		// read-schedule; but e' itself is reversed further, and may become one.
		isSecond := l == r.to-1 && !r.pending
		if isSecond || c.event.Kind == model.Read {
			yield(c.mark.reversal, c.heads)
		}
	}
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
	x.eachInherited(r, func(reversal, heads int32) {
		s.inner = append(s.inner, inner{expression: x.newExpression(reversal, born), heads: heads})
	})
	return s
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

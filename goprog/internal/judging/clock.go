// Package judging judges executions of Go programs by Go's memory model: whether they have a data race, what has been
// leaked, and what is to be said about it.
package judging

// clock says how many events of each thread happen before something.
type clock []int32

// join makes c include o.
func (c *clock) join(o clock) {
	for len(*c) < len(o) {
		*c = append(*c, 0)
	}
	for t, n := range o {
		(*c)[t] = max((*c)[t], n)
	}
}

// copyOf makes c equal to o.
func (c *clock) copyOf(o clock) { *c = append((*c)[:0], o...) }

// knows reports whether the nth event of thread t happens before.
func (c clock) knows(t, n int32) bool { return int(t) < len(c) && n <= c[t] }

// last are the last events of each thread that did something.
type last []int32

func (l *last) set(t, n int32) {
	for len(*l) <= int(t) {
		*l = append(*l, 0)
	}
	(*l)[t] = n
}

// unknown is a thread other than t whose last event c does not know.
func (l last) unknown(t int32, c clock) (thread, n int32, ok bool) {
	for u, n := range l {
		if int32(u) != t && n > 0 && !c.knows(int32(u), n) {
			return int32(u), n, true
		}
	}
	return 0, 0, false
}

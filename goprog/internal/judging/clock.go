// Package judging judges executions of Go programs by Go's memory model: whether they have a data race, what has been
// leaked, and what is to be said about it.
package judging

// clock says how many events of each thread happen before something.
type clock []int32

// at is the number of those of thread t.
func (c clock) at(t int32) int32 {
	if int(t) < len(c) {
		return c[t]
	}
	return 0
}

// last are the last events of each thread that did something.
type last clock

// unknown is a thread other than t whose last event c does not know.
func (l last) unknown(t int32, c clock) (thread, n int32, ok bool) {
	for u, n := range l {
		if int32(u) != t && n > c.at(int32(u)) {
			return int32(u), n, true
		}
	}
	return 0, 0, false
}

// history changes clocks, one event after the other, and can go back.
type history struct {
	saved    []saved
	contents []int32 // of them, one after the other
	begun    []int   // how many had been saved when each event began
}

// saved is what a clock was: so many of the contents.
type saved struct {
	of *clock
	n  int
}

// begin begins an event.
func (h *history) begin() { h.begun = append(h.begun, len(h.saved)) }

// back goes back to where there were n events.
func (h *history) back(n int) {
	if n >= len(h.begun) {
		return
	}
	for len(h.saved) > h.begun[n] {
		s := h.saved[len(h.saved)-1]
		from := len(h.contents) - s.n
		*s.of = append((*s.of)[:0], h.contents[from:]...)
		h.saved, h.contents = h.saved[:len(h.saved)-1], h.contents[:from]
	}
	h.begun = h.begun[:n]
}

func (h *history) save(c *clock) {
	h.saved = append(h.saved, saved{c, len(*c)})
	h.contents = append(h.contents, *c...)
}

// set sets a number.
func (h *history) set(c *clock, t, n int32) {
	h.save(c)
	for len(*c) <= int(t) {
		*c = append(*c, 0)
	}
	(*c)[t] = n
}

// join makes c include o.
func (h *history) join(c *clock, o clock) {
	if c.includes(o) {
		return
	}
	h.save(c)
	for len(*c) < len(o) {
		*c = append(*c, 0)
	}
	for t, n := range o {
		(*c)[t] = max((*c)[t], n)
	}
}

func (c clock) includes(o clock) bool {
	for t, n := range o {
		if n > c.at(int32(t)) {
			return false
		}
	}
	return true
}

// copy makes c equal to o.
func (h *history) copy(c *clock, o clock) {
	h.save(c)
	*c = append((*c)[:0], o...)
}

package judging

import (
	"slices"

	"dporbench/model/event"
)

// stamp is a clock: how many events of each thread happen before something. It does not change; 0 knows of nothing.
type stamp int32

// clocks has stamps. What holds them changes from one event to the next, and can go back.
type clocks struct {
	width int     // of a stamp: there are as many threads at most
	all   []int32 // of each stamp, a number for each thread
	saved []saved
	begun []state // before each event
}

// saved is what a number was.
type saved struct {
	of  *int32
	was int32
}

type state struct{ saved, all int }

// begin begins an event.
func (c *clocks) begin() { c.begun = append(c.begun, state{len(c.saved), len(c.all)}) }

// back goes back to where there were n events.
func (c *clocks) back(n int) {
	if n == len(c.begun) {
		return
	}
	to := c.begun[n]
	for i := len(c.saved) - 1; i >= to.saved; i-- {
		*c.saved[i].of = c.saved[i].was
	}
	c.saved, c.all, c.begun = c.saved[:to.saved], c.all[:to.all], c.begun[:n]
}

// widen makes room for that many threads, and for some more where there are many, before there is any event.
func (c *clocks) widen(threads int) {
	c.width = threads + threads/16
	c.all = slices.Grow(c.all[:0], c.width)[:c.width]
	clear(c.all)
}

func (c *clocks) change(of *int32, n int32) {
	if *of != n {
		c.saved = append(c.saved, saved{of, *of})
		*of = n
	}
}

func (c *clocks) set(of *stamp, s stamp) { c.change((*int32)(of), int32(s)) }

// numbers are those of a stamp, by thread.
func (c *clocks) numbers(s stamp) []int32 { return c.all[s:][:c.width] }

// with is s with n events of a thread.
func (c *clocks) with(s stamp, t event.ThreadID, n int32) stamp {
	if c.numbers(s)[t] == n {
		return s
	}
	made := c.copy(s)
	c.numbers(made)[t] = n
	return made
}

// join includes a and b.
func (c *clocks) join(a, b stamp) stamp {
	switch {
	case a == b || b == 0 || c.includes(a, b):
		return a
	case c.includes(b, a):
		return b
	}
	return c.merge(a, b)
}

// joinWith is join with n events of a thread.
func (c *clocks) joinWith(a, b stamp, t event.ThreadID, n int32) stamp {
	if b == 0 || c.includes(a, b) {
		return c.with(a, t, n)
	}
	made := c.merge(a, b)
	c.numbers(made)[t] = n
	return made
}

func (c *clocks) merge(a, b stamp) stamp {
	made := c.copy(a)
	numbers := c.numbers(made)
	for t, n := range c.numbers(b) {
		numbers[t] = max(numbers[t], n)
	}
	return made
}

func (c *clocks) copy(s stamp) stamp {
	made := stamp(len(c.all))
	c.all = append(c.all, c.numbers(s)...)
	return made
}

func (c *clocks) includes(a, b stamp) bool {
	x := c.numbers(a)
	for t, n := range c.numbers(b) {
		if n > x[t] {
			return false
		}
	}
	return true
}

// unknown is the first thread, other than t, of which last has events that s does not know, and the last of these.
func (c *clocks) unknown(last stamp, t event.ThreadID, s stamp) (thread, n int32, ok bool) {
	known := c.numbers(s)
	for u, n := range c.numbers(last) {
		if n > known[u] && u != int(t) {
			return int32(u), n, true
		}
	}
	return 0, 0, false
}

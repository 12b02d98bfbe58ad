package judging

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// stamp is a clock: how many events of each thread happen before something. It does not change; 0 knows of nothing.
type stamp int32

// clocks has stamps. What holds them changes from one event to the next, and can go back.
type clocks struct {
	width int     // of a stamp: there are as many threads at most
	all   []int32 // of each stamp, a number for each thread; of events, one with its thread, and where the others are
	saved []saved
	begun []state // before each event
}

// saved is what a number was.
type saved struct {
	of  *int32
	was int32
}

type state struct{ saved, all int32 }

// begin begins an event.
func (c *clocks) begin() { c.begun = append(c.begun, state{int32(len(c.saved)), int32(len(c.all))}) }

// back goes back to where there were n events.
func (c *clocks) back(n int) {
	if n == len(c.begun) {
		return
	}
	to := c.begun[n]
	for i := len(c.saved) - 1; i >= int(to.saved); i-- {
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
	made := c.room(c.width)
	copy(c.numbers(made), c.numbers(s))
	c.numbers(made)[t] = n
	return made
}

// room makes room for n numbers, and says where.
func (c *clocks) room(n int) stamp {
	stack.Extend(&c.all, n)
	return stamp(len(c.all) - n)
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
	made := c.merge(a, b)
	c.numbers(made)[t] = n
	return made
}

func (c *clocks) merge(a, b stamp) stamp {
	made := c.room(c.width)
	numbers := c.numbers(made)
	x, y := c.numbers(a)[:len(numbers)], c.numbers(b)[:len(numbers)]
	for t := range numbers {
		numbers[t] = max(x[t], y[t])
	}
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

// events are the last one of each thread that did something; 0 is none. They do not change.
type events int32

// and has event n of a thread in place of the one that the events have of it.
func (c *clocks) and(e events, t event.ThreadID, n int32) events {
	if e != 0 {
		e = c.without(e, int32(t))
	}
	return c.add(int32(t), n, e)
}

func (c *clocks) add(t, n int32, to events) events {
	made := c.room(3)
	at := c.all[made:][:3]
	at[0], at[1], at[2] = t, n, int32(to)
	return events(made)
}

func (c *clocks) without(e events, t int32) events {
	if e == 0 {
		return 0
	}
	u, n, others := c.first(e)
	if u == t {
		return others
	}
	if rest := c.without(others, t); rest != others {
		return c.add(u, n, rest)
	}
	return e
}

// first is one of the events with its thread, and the others.
func (c *clocks) first(e events) (t, n int32, others events) {
	at := c.all[e:][:3]
	return at[0], at[1], events(at[2])
}

// unknown is the first of the events, other than that of t, which s does not know.
func (c *clocks) unknown(e events, t event.ThreadID, s stamp) (thread, n int32, ok bool) {
	known := c.numbers(s)
	for e != 0 {
		u, n, others := c.first(e)
		if n > known[u] && u != int32(t) {
			return u, n, true
		}
		e = others
	}
	return 0, 0, false
}

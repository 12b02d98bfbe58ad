package races

import "math"

// clock names a vector clock among clocks: how many operations of each thread happen before something.
type clock int32

// zero is the clock of what nothing happens before.
const zero clock = 0

// maxPlace is after all operations of a thread.
const maxPlace = math.MaxInt32

// clocks are vector clocks, of which those made last are dropped first. They are not changed.
type clocks struct {
	width int
	at    []int32 // width numbers for each
}

func (c *clocks) of(a clock) []int32 { return c.at[int(a)*c.width:][:c.width:c.width] }

// add is a copy of a, to be changed before it is used.
func (c *clocks) add(a clock) (clock, []int32) {
	next := len(c.at)
	c.at = append(c.at, c.of(a)...)
	return clock(next / c.width), c.at[next:]
}

// join is the least clock that includes a and b.
func (c *clocks) join(a, b clock) clock {
	if b == zero || a == b {
		return a
	}
	if a == zero {
		return b
	}
	of, other := c.of(a), c.of(b)
	for t, n := range other {
		if n > of[t] {
			joined, into := c.add(a)
			for t, n := range other {
				into[t] = max(into[t], n)
			}
			return joined
		}
	}
	return a
}

// with is a with the first n operations of thread t.
func (c *clocks) with(a clock, t, n int32) clock {
	if n <= c.of(a)[t] {
		return a
	}
	grown, into := c.add(a)
	into[t] = n
	return grown
}

package races

import (
	"math"

	"dporbench/model/stack"
)

// clock is the offset of a vector clock in clocks: how many operations of each thread happen before something.
type clock int32

// zero is the empty clock.
const zero clock = 0

// maxPlace is a place after all operations of a thread.
const maxPlace = math.MaxInt32

// release is the data that an operation has released: a clock, and the first place operations of a thread. If these
// are the operations up to the releasing one, any thread with them in its past has all of the clock in its past. In a
// release that joins several, thread is none.
type release struct {
	clock         clock
	thread, place int32
}

// nothing is the empty release: the first 0 operations of thread 0, which every clock includes.
var nothing = release{zero, 0, 0}

// clocks is a stack of vector clocks, which are not changed.
type clocks struct {
	width int
	at    []int32 // width numbers for each
}

func (c *clocks) of(a clock) []int32 { return c.at[a:][:c.width:c.width] }

// add pushes a copy of a, to be changed before it is used.
func (c *clocks) add(a clock) (clock, []int32) {
	next := len(c.at)
	c.at = append(c.at, c.of(a)...)
	return clock(next), c.at[next:]
}

// join returns the least clock that includes a and b.
func (c *clocks) join(a, b clock) clock {
	if b == zero || a == b {
		return a
	}
	if a == zero {
		return b
	}
	if c.includes(a, b) {
		return a
	}
	joined, into := c.add(a)
	for t, n := range c.of(b)[:len(into)] {
		into[t] = max(into[t], n)
	}
	return joined
}

// includes reports whether a includes b.
func (c *clocks) includes(a, b clock) bool {
	known := c.of(a)
	for t, n := range c.of(b) {
		if n > known[t] {
			return false
		}
	}
	return true
}

// released reports whether r includes the operation of a thread at that place.
func (c *clocks) released(r release, thread, place int32) bool {
	return r.thread == thread && place <= r.place || place <= c.of(r.clock)[thread]
}

// acquire returns the least clock that includes a and r.
func (c *clocks) acquire(a clock, r release) clock {
	switch {
	case r.thread == none:
		return c.join(a, r.clock)
	case c.at[int32(a)+r.thread] >= r.place:
		return a
	}
	return c.advance(a, r)
}

// advance is acquire for a release of one thread that a does not include.
func (c *clocks) advance(a clock, r release) clock {
	if a == zero {
		a = r.clock
	}
	joined := clock(len(c.at))
	into := stack.Extend(&c.at, c.width)
	known, more := c.at[a:][:len(into)], c.at[r.clock:][:len(into)]
	for t := range into {
		into[t] = max(known[t], more[t])
	}
	into[r.thread] = max(into[r.thread], r.place)
	return joined
}

// include raises each number of a clock to the number of the same thread in r, if that is larger.
func (c *clocks) include(into []int32, r release) {
	for t, n := range c.of(r.clock)[:len(into)] {
		into[t] = max(into[t], n)
	}
	if r.thread != none {
		into[r.thread] = max(into[r.thread], r.place)
	}
}

// both returns the least release that includes r and s.
func (c *clocks) both(r, s release) release {
	switch {
	case r == nothing:
		return s
	case s == nothing:
		return r
	}
	joined, into := c.add(r.clock)
	if r.thread != none {
		into[r.thread] = max(into[r.thread], r.place)
	}
	c.include(into, s)
	return release{joined, none, 0}
}

// fence returns the release of a fence after the first n operations of thread t: others may have these operations in
// their past, but not the operations that the thread has acquired since.
func (c *clocks) fence(a clock, t, n int32) release {
	return release{c.acquire(a, release{a, t, n}), none, 0}
}

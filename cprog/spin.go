package cprog

import (
	"slices"

	"dporbench/model"
	"dporbench/model/event"
)

// changes tells whether a thread has changed what others see. Its state is the same at
// two times if what the thread did in between has no net effect: a failed
// compare-and-swap, an update that writes what it has read, the lock and unlock of a
// mutex, +d and -d, with no other change between the two.
type changes struct {
	settled uint64 // numbers the changes that cannot be taken back
	pending []change
}

// change is an addition that the opposite one may take back.
type change struct {
	address, delta int64
	number         uint64 // of it and all that were made before it
}

func (c *changes) state() uint64 {
	if k := len(c.pending); k > 0 {
		return c.pending[k-1].number
	}
	return c.settled
}

// note is called for a change that cannot be taken back.
func (c *changes) note() {
	c.settled++
	c.pending = c.pending[:0]
}

func (c *changes) wrote(seen, written int64) {
	if seen != written {
		c.note()
	}
}

// add is called after delta has been added to what is at address.
func (c *changes) add(address, delta int64) {
	if k := len(c.pending) - 1; k >= 0 && c.pending[k].address == address && c.pending[k].delta == -delta {
		c.pending = c.pending[:k]
		return
	}
	// What is taken back and done again is as before.
	number := event.Mix(event.Mix(c.state(), uint64(address)), uint64(delta))
	c.pending = append(c.pending, change{address, delta, number})
}

func (c *changes) fetched(address int64, op model.FetchOp, seen, operand int64) {
	if !c.added(address, op, operand) {
		c.wrote(seen, op.Apply(seen, operand))
	}
}

// applied is called for an update of what nobody has seen.
func (c *changes) applied(address int64, op model.FetchOp, operand int64) {
	if !c.added(address, op, operand) {
		c.note()
	}
}

// added is add for an update; ok is false if it adds nothing, but does something else.
func (c *changes) added(address int64, op model.FetchOp, operand int64) (ok bool) {
	switch op.As(model.Int64) {
	case model.FetchAdd:
		c.add(address, operand)
	case model.FetchSub:
		c.add(address, -operand)
	default:
		return false
	}
	return true
}

// iteration is what a thread was like when an iteration of a loop began.
type iteration struct {
	times   int // since the loop was entered
	state   uint64
	live    []int64 // the registers that the iteration may use
	private []byte
	origins origins // of those registers when the loop was entered; like GenMC
}

func (l *iteration) enter() { l.times = 0 }

// iterate is called where an iteration of a loop begins.
func (th *thread) iterate(c *call, i *instruction) {
	l := &c.loops[i.n]
	l.times++
	switch {
	case th.options.Unroll == 0 || c.f.unbounded:
	case th.likeGenMC() && l.times > th.options.Unroll:
		th.model.Return(0)
	case l.times > th.options.Unroll+1:
		th.model.Assume(false)
	}
	if !th.options.Spin {
		return
	}
	live := c.f.loops[i.n]
	if l.times > 1 && l.state == th.changes.state() && l.same(c, live) && slices.Equal(l.private, th.private[:th.top]) {
		th.model.Assume(false)
	}
	l.remember(th, c, live)
}

func (l *iteration) remember(th *thread, c *call, live []register) {
	l.state = th.changes.state()
	l.live = l.live[:0]
	for _, r := range live {
		l.live = append(l.live, c.r[r])
	}
	if c.origins != nil && l.times == 1 {
		l.rememberOrigins(c, live)
	}
	l.private = append(l.private[:0], th.private[:th.top]...)
}

func (l *iteration) same(c *call, live []register) bool {
	if c.origins != nil {
		return l.sameAsLast(c, live)
	}
	for k, r := range live {
		if l.live[k] != c.r[r] {
			return false
		}
	}
	return true
}

package waiting

import (
	"dporbench/model"
	"dporbench/model/event"
)

// Changes tracks whether a thread has changed what others see. Its state is the same at
// two times if what the thread did in between has no net effect: a failed
// compare-and-swap, an update that writes what it has read, the lock and unlock of a
// mutex, +d and -d, with no other change between the two.
type Changes struct {
	settled uint64 // number of changes that cannot be undone
	pending []change
}

// change is an addition that the opposite one may undo.
type change struct {
	address, delta int64
	number         uint64 // identifies it and all changes before it
}

// State returns a number that is the same at two times if there was no net effect in between.
func (c *Changes) State() uint64 {
	if k := len(c.pending); k > 0 {
		return c.pending[k-1].number
	}
	return c.settled
}

// Note is called for a change that cannot be undone.
func (c *Changes) Note() {
	c.settled++
	c.pending = c.pending[:0]
}

// Wrote is called for an update that has replaced seen.
func (c *Changes) Wrote(seen, written int64) {
	if seen != written {
		c.Note()
	}
}

// Add is called after delta has been added to the value at address.
func (c *Changes) Add(address, delta int64) {
	if k := len(c.pending) - 1; k >= 0 && c.pending[k].address == address && c.pending[k].delta == -delta {
		c.pending = c.pending[:k]
		return
	}
	// A change undone and redone has the same number.
	number := event.Mix(event.Mix(c.State(), uint64(address)), uint64(delta))
	c.pending = append(c.pending, change{address, delta, number})
}

// Fetched is called for an update whose old value is known.
func (c *Changes) Fetched(address int64, op model.FetchOp, seen, operand int64) {
	if !c.added(address, op, operand) {
		c.Wrote(seen, op.Apply(seen, operand))
	}
}

// Applied is called for an update whose old value is not known.
func (c *Changes) Applied(address int64, op model.FetchOp, operand int64) {
	if !c.added(address, op, operand) {
		c.Note()
	}
}

// added is Add for an update; ok is false if the update is not an addition.
func (c *Changes) added(address int64, op model.FetchOp, operand int64) (ok bool) {
	switch op.As(model.Int64) {
	case model.FetchAdd:
		c.Add(address, operand)
	case model.FetchSub:
		c.Add(address, -operand)
	default:
		return false
	}
	return true
}

package primitives

import (
	"iter"

	"dporbench/model"
	"dporbench/model/guarded"
)

// Chan is a Go channel of int64. Its state, and the state of all channels of its Group, is one
// variable: an operation that need not wait is one event, and one that waits is two,
// when it begins and once another thread has served it. Waiting threads are served in the
// order in which they arrived, as in Go.
type Chan struct {
	group *Group
	plain guarded.Case // a receive
	name  string
}

// NewChan declares an open, empty channel in a new group. With capacity 0 it is
// unbuffered.
func NewChan(p *model.Program, name string, capacity int) Chan {
	return NewGroup(p, name).Chan(name, capacity)
}

// Send sends v, and waits until the buffer has room or a receiver takes it. It fails if c
// is closed, or is closed while it waits.
func (c Chan) Send(t *model.Thread, v int64) { c.group.communicate(t, []Case{c.SendCase(v)}, false) }

// Recv receives a value; ok is false, and the value 0, if c is closed and empty.
func (c Chan) Recv(t *model.Thread) (v int64, ok bool) {
	_, v, ok = c.group.communicate(t, []Case{c.RecvCase()}, false)
	return v, ok
}

// Close closes c, which must be open. Values in the buffer can still be received.
func (c Chan) Close(t *model.Thread) {
	o := c.group.execute(t, c.group.steps.Close(c.plain), "close "+c.name, nil)
	t.Assert(!o.Panics, "close of closed channel")
}

// All ranges over the values received until c is closed and empty.
func (c Chan) All(t *model.Thread) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for v, ok := c.Recv(t); ok && yield(v); v, ok = c.Recv(t) {
		}
	}
}

// Case is a case of a Select.
type Case struct {
	plain guarded.Case
	group *Group
	name  string
}

// SendCase is the case that sends v.
func (c Chan) SendCase(v int64) Case {
	send := c.RecvCase()
	send.plain.Sends, send.plain.Value = true, v
	return send
}

// RecvCase is the case that receives.
func (c Chan) RecvCase() Case { return Case{c.plain, c.group, c.name} }

// Select waits until one of the cases is ready, and does it; if several are, any of them.
// All channels must be of one Group. It returns the index of the case and, if the case
// receives, what Recv returns.
func Select(t *model.Thread, cases ...Case) (chosen int, v int64, ok bool) {
	return group(t, cases).communicate(t, cases, false)
}

// SelectDefault is Select with a default: chosen is -1 if no case is ready.
func SelectDefault(t *model.Thread, cases ...Case) (chosen int, v int64, ok bool) {
	return group(t, cases).communicate(t, cases, true)
}

// group returns the group of the channels of cases.
func group(t *model.Thread, cases []Case) *Group {
	g := cases[0].group
	for _, c := range cases {
		t.Assert(c.group == g, "select on channels of different groups: declare them with Group.Chan of one NewGroup")
	}
	return g
}

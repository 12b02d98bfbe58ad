package machine

import (
	"fmt"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// A channel with a buffer that is in no select with others is a variable of its own, and each operation is one event: waiting goroutines
// are invisible, so they need not announce themselves. At other channels a goroutine first arrives, an event that is the whole operation if
// that is possible; otherwise, once another goroutine has completed the operation, a second event follows. Channels in a common
// select share a variable. Package guarded has the steps.

// mostBuffer bounds the buffer of a channel.
const mostBuffer = 1 << 20

// MakeChan makes a channel.
func (th *Thread) MakeChan(s *memory.Site, n int64) value {
	if n < 0 || n > mostBuffer {
		th.Panic("makechan: size out of range")
	}
	o := &object{Site: s, Cells: make([]value, 1), Cap: n}
	o = th.publisher.Publish(o).Obj // its word is its key in states
	if th.t == nil {
		th.Gen.early = append(th.Gen.early, o)
	}
	return value{R: o}
}

// earlyState returns the state of the channels of a group that were made while packages were initialised.
func (g *Generation) earlyState(group *memory.Group) int64 {
	all := &guarded.Channels{}
	for _, o := range g.early {
		if o.Site.Group.Root() == group {
			all.Add(guarded.ChannelsOf(g.Table, o.Shared.First(0)))
		}
	}
	return g.Table.Number(all)
}

// LenChan returns the number of elements in the buffer of a channel.
func (th *Thread) LenChan(ch value) int64 {
	o, _ := ch.R.(*object)
	if o == nil {
		return 0
	}
	c := th.caseOf(ch, false, value{})
	s := guarded.ChannelsOf(th.Gen.Table, th.chanWord(o))
	if s == nil {
		return 0
	}
	return int64(s.Buffered(c.Key))
}

// chanWord returns the word of a channel's state.
func (th *Thread) chanWord(o *object) int64 {
	if th.t == nil || o.Site.Group.Root() == nil {
		return th.State(value{R: o})
	}
	th.event()
	return th.t.Load(o.Site.Group.Root().Var)
}

// chanCase is a case with its channel, nil for a nil one.
type chanCase struct {
	guarded.Case
	o *object
}

// caseOf returns a send or a receive.
func (th *Thread) caseOf(ch value, sends bool, v value) chanCase {
	c := chanCase{Case: guarded.Case{Sends: sends}}
	th.Sound(ch)
	if c.o, _ = ch.R.(*object); c.o != nil {
		c.Capacity, c.Key = c.o.Cap, c.o.Shared.Word
	}
	c.Never = c.o == nil
	if sends {
		c.Value, _ = th.Encode(v)
	}
	return c
}

// alone reports whether waiting at the channel is invisible.
func (c chanCase) alone() bool { return c.o.Site.Group.Root() == nil && c.Capacity > 0 }

// atChannel executes a step as an event on the state of the channel of c.
func (th *Thread) atChannel(c chanCase, what string, step *guarded.Step) *guarded.Outcome {
	var before int64
	since := th.since
	if group := c.o.Site.Group.Root(); group == nil || th.t == nil {
		before = th.When(value{R: c.o}, what, step.Enabled, step.Next)
	} else {
		th.event()
		_, note := c.o.Shared.Noted(th.t, 0, what, noteFor)
		th.t.Note(note, nil)
		before = th.t.When(group.Var, step.Enabled, step.Next)
		if th.history != nil {
			th.wrote(write{group: group, before: before, after: step.Next(before)})
		}
	}
	o := step.Outcome(before)
	if th.describes {
		th.since = since.outcome(o) // not the state before, of which only the outcome matters
	}
	if th.open {
		th.effect = Effect(o.Mark)
	}
	return o
}

// communicate performs one of the cases. If none is ready, it waits, or chooses -1 if there is a default.
func (th *Thread) communicate(what string, hasDefault bool, cases ...chanCase) guarded.Result {
	first := -1
	th.awaits()
	for i, c := range cases {
		if c.o != nil {
			first = i
			th.awaited = append(th.awaited, c.o.Shared)
		}
	}
	switch {
	case first < 0 && hasDefault:
		return guarded.Result{Chosen: -1}
	case first < 0 && len(cases) > 0:
		th.never(what + " nil channel")
	case first < 0:
		th.never(what)
	case len(cases) > 1:
		th.join(cases)
	}
	var o *guarded.Outcome
	if x := cases[first]; len(cases) == 1 && x.alone() {
		o = th.atChannel(x, what, th.Gen.steps.Immediate(x.Case, hasDefault))
	} else {
		var few [4]guarded.Case
		plain := few[:0]
		for _, c := range cases {
			plain = append(plain, c.Case)
		}
		o = th.Gen.steps.Communicate(plain, hasDefault, func(s *guarded.Step) *guarded.Outcome {
			return th.atChannel(x, describe(what, s), s)
		}, th.Choose)
	}
	if o.Panics {
		th.Panic("send on closed channel")
	}
	return o.Result
}

// describe describes a step of an operation.
func describe(what string, s *guarded.Step) string {
	switch {
	case s.Kind == guarded.Choice:
		return fmt.Sprintf("%s case %d", what, s.N)
	case s.Kind != guarded.Completion:
		return what
	case what == sending:
		return "wait to send to"
	case what == receiving:
		return "wait to receive from"
	}
	return "wait to " + what
}

const (
	sending   = "send to"
	receiving = "receive from"
)

// never waits forever.
func (th *Thread) never(what string) {
	if th.t == nil {
		th.Refuse("%s waits while packages are initialised", what)
	}
	th.event()
	th.awaits()
	th.t.Note(what, nil)
	th.t.Await(th.Gen.never, func(int64) bool { return false })
}

// join makes the channels of a select share a variable. If they did not already, everything starts again.
func (th *Thread) join(cases []chanCase) {
	if th.t == nil {
		th.Refuse("a select while packages are initialised")
	}
	im := th.Gen.Image
	im.mu.Lock()
	defer im.mu.Unlock()
	var into *memory.Group
	news := false
	var sites []*memory.Site
	for _, c := range cases {
		if c.o == nil {
			continue
		}
		s := c.o.Site
		sites = append(sites, s)
		if s.Group == nil {
			s.Group, news = &memory.Group{}, true
			im.groups = append(im.groups, s.Group)
		}
		if into == nil {
			into = s.Group
		} else if s.Group.Root() != into.Root() {
			s.Group.Join(into)
			news = true
		}
	}
	if news {
		th.outdate(groupFact(sites), "a select between channels with separate states")
	}
}

// Send sends v.
func (th *Thread) Send(ch, v value) { th.communicate(sending, false, th.caseOf(ch, true, v)) }

// TrySend sends v if that is possible at once.
func (th *Thread) TrySend(ch, v value) bool {
	return th.communicate(sending, true, th.caseOf(ch, true, v)).Chosen == 0
}

// TryReceive receives an element if that is possible at once.
func (th *Thread) TryReceive(ch value) bool {
	return th.communicate(receiving, true, th.caseOf(ch, false, value{})).OK
}

// Receive receives an element of that layout; ok is false if the channel is closed.
func (th *Thread) Receive(ch value, l *layout) (v value, ok bool) {
	r := th.communicate(receiving, false, th.caseOf(ch, false, value{}))
	return th.received(r, l), r.OK
}

// received returns the value of a receive.
func (th *Thread) received(r guarded.Result, l *layout) value {
	if !r.OK {
		return l.Zero()
	}
	if l.Agg {
		return th.Decode(memory.Reference, r.Value)
	}
	return th.Decode(l.Kind, r.Value)
}

// SelectCase is a case of a select statement.
type SelectCase struct {
	Chan, Value value
	Sends       bool
	Elem        *layout
}

// Select is a select statement: it returns which case it did, or -1 for the default, and what it received.
func (th *Thread) Select(states []SelectCase, hasDefault bool) (chosen int, v value, ok bool) {
	cases := make([]chanCase, len(states))
	for i, s := range states {
		cases[i] = th.caseOf(s.Chan, s.Sends, s.Value)
	}
	what := "select on"
	if len(cases) == 0 {
		what = "select without cases"
	}
	r := th.communicate(what, hasDefault, cases...)
	if chosen = int(r.Chosen); chosen >= 0 && !states[chosen].Sends {
		v = th.received(r, states[chosen].Elem)
	}
	return chosen, v, r.OK
}

// Close closes a channel.
func (th *Thread) Close(ch value) {
	c := th.caseOf(ch, false, value{})
	if c.o == nil {
		th.Panic("close of nil channel")
	}
	if th.atChannel(c, "close", th.Gen.steps.Close(c.Case)).Panics {
		th.Panic("close of closed channel")
	}
}

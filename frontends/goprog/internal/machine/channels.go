package machine

import (
	"fmt"

	"dporbench/frontends/goprog/internal/memory"
)

// A channel with a buffer that is in no select with others is a variable of its own, and each operation is one event: waiting goroutines
// are invisible, so they need not announce themselves. At other channels a goroutine first comes, an event that does the operation if
// it can be done; otherwise, once another goroutine has served it, it goes on with a second event. Channels in a common
// select share a variable.

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
	all := &chanState{}
	for _, o := range g.early {
		if o.Site.Group.Root() == group {
			s := knownState(g.Table, o.Shared.First(0))
			for _, ch := range s.chans {
				*all.find(ch.key) = ch
			}
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
	s := th.chanState(th.chanWord(o))
	return int64(len(s.peek(c.key).buffer))
}

// chanWord returns the word of a channel's state.
func (th *Thread) chanWord(o *object) int64 {
	if th.t == nil || o.Site.Group.Root() == nil {
		return th.State(value{R: o})
	}
	th.event()
	return th.t.Load(o.Site.Group.Root().Var)
}

// chanState returns the state that a word stands for.
func (th *Thread) chanState(word int64) *chanState {
	if s := knownState(th.Gen.Table, word); s != nil {
		return s
	}
	return &chanState{}
}

func knownState(t *memory.Table, word int64) *chanState {
	if word == 0 {
		return &chanState{}
	}
	s, _ := t.State(word).(*chanState)
	return s
}

// caseOf returns a send or a receive.
func (th *Thread) caseOf(ch value, sends bool, v value) chanCase {
	c := chanCase{sends: sends}
	th.Sound(ch)
	if c.o, _ = ch.R.(*object); c.o != nil {
		c.capacity, c.key = c.o.Cap, c.o.Shared.Word
	}
	if sends {
		c.value, _ = th.Encode(v)
	}
	return c
}

// alone reports whether waiting at the channel is invisible.
func (c chanCase) alone() bool { return c.o.Site.Group.Root() == nil && c.capacity > 0 }

// whenChan is an event on the state of the channel of c.
func (th *Thread) whenChan(c chanCase, what string, step *chanStep) chanResult {
	var before int64
	if group := c.o.Site.Group.Root(); group == nil || th.t == nil {
		before = th.When(value{R: c.o}, what, step.ready, step.next)
	} else {
		th.event()
		_, note := c.o.Shared.Noted(th.t, 0, what, noteFor)
		th.t.Note(note, nil)
		before = th.t.When(group.Var, step.ready, step.next)
	}
	r := step.of(before).result
	if th.open {
		th.effect = r.effect
	}
	return r
}

// communicate does one of the cases, and returns its index and outcome. If none is ready, it waits, or returns -1 if
// there is a default.
func (th *Thread) communicate(cases []chanCase, hasDefault bool, what string) (chosen int, r outcome) {
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
		return -1, outcome{}
	case first < 0 && len(cases) > 0:
		th.never(what + " nil channel")
	case first < 0:
		th.never(what)
	case len(cases) > 1:
		th.join(cases)
	case cases[0].alone():
		return th.alone(cases[0], hasDefault, what)
	}
	chosen, r = th.selectFrom(cases, cases[first], hasDefault, what)
	if r.panics {
		th.Panic("send on closed channel")
	}
	return chosen, r
}

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

func (th *Thread) alone(c chanCase, hasDefault bool, what string) (int, outcome) {
	r := th.whenChan(c, what, th.Gen.step(stepAlone, memory.Bool(hasDefault).N, []chanCase{c}, func(step *chanStep) {
		step.can = func(s *chanState) bool { return hasDefault || s.isReady(c) }
		step.do = func(s *chanState) (r chanResult) {
			if r.chosen = -1; s.isReady(c) {
				r.outcome = s.perform(c)
			}
			r.effect = th.Gen.Effects.Number(append(attempt(c), r.steps...)...)
			return r
		}
	}))
	if r.panics {
		th.Panic("send on closed channel")
	}
	return int(r.chosen), r.outcome
}

// selectFrom is for channels at which waiting is visible; x is a case whose channel has the state of all.
func (th *Thread) selectFrom(cases []chanCase, x chanCase, hasDefault bool, what string) (int, outcome) {
	r := th.whenChan(x, what, th.Gen.step(stepComes, memory.Bool(hasDefault).N, cases, func(step *chanStep) {
		step.can = func(s *chanState) bool { return !s.selecting }
		step.do = func(s *chanState) chanResult {
			r := s.come(cases, hasDefault)
			if len(r.choice) == 0 {
				steps := append(attempt(cases...), r.steps...)
				if r.waits {
					steps = append(steps, SyncOp{Park, r.ticket, 0})
				}
				r.effect = th.Gen.Effects.Number(steps...)
			}
			return r
		}
	}))
	switch {
	case r.waits:
		return th.beServed(x, r.ticket, what)
	case len(r.choice) > 0:
		return th.choose(cases, x, r.choice, what)
	}
	return int(r.chosen), r.outcome
}

// attempt is the step of a send whatever its outcome: it must not be concurrent with a close.
func attempt(cases ...chanCase) []SyncOp {
	if len(cases) == 1 && cases[0].sends {
		return []SyncOp{{SendAttempt, cases[0].key, 0}}
	}
	return nil
}

// beServed waits until another goroutine has done its part.
func (th *Thread) beServed(x chanCase, ticket int64, what string) (int, outcome) {
	r := th.whenChan(x, waitTo(what), th.Gen.step(stepServed, ticket, nil, func(step *chanStep) {
		step.can = func(s *chanState) bool { return !s.selecting && s.servedAt(ticket) >= 0 }
		step.do = func(s *chanState) (r chanResult) {
			at := s.servedAt(ticket)
			r.outcome, r.effect = s.served[at].result, th.Gen.Effects.Number(SyncOp{Resume, ticket, 0})
			s.served = append(s.served[:at], s.served[at+1:]...)
			return r
		}
	}))
	return int(r.chosen), r.outcome
}

// waitTo describes waiting for an operation at a channel.
func waitTo(what string) string {
	switch what {
	case "send to":
		return "wait to send to"
	case "receive from":
		return "wait to receive from"
	}
	return "wait to " + what
}

// choose does any one of the ready cases.
func (th *Thread) choose(cases []chanCase, x chanCase, ready []int, what string) (int, outcome) {
	chosen := ready[th.Choose(len(ready))]
	r := th.whenChan(x, fmt.Sprintf("%s case %d", what, chosen), th.Gen.step(stepChosen, int64(chosen), cases, func(step *chanStep) {
		step.can = func(s *chanState) bool { return s.selecting }
		step.do = func(s *chanState) (r chanResult) {
			s.selecting = false
			r.outcome = s.perform(cases[chosen])
			r.effect = th.Gen.Effects.Number(r.steps...)
			return r
		}
	}))
	return chosen, r.outcome
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
func (th *Thread) Send(ch, v value) {
	th.communicate([]chanCase{th.caseOf(ch, true, v)}, false, "send to")
}

// TrySend sends v if that is possible at once.
func (th *Thread) TrySend(ch, v value) bool {
	chosen, _ := th.communicate([]chanCase{th.caseOf(ch, true, v)}, true, "send to")
	return chosen == 0
}

// TryReceive receives an element if that is possible at once.
func (th *Thread) TryReceive(ch value) bool {
	chosen, r := th.communicate([]chanCase{th.caseOf(ch, false, value{})}, true, "receive from")
	return chosen == 0 && r.ok
}

// Receive receives an element of that layout; ok is false if the channel is closed.
func (th *Thread) Receive(ch value, l *layout) (v value, ok bool) {
	_, r := th.communicate([]chanCase{th.caseOf(ch, false, value{})}, false, "receive from")
	return th.received(r, l), r.ok
}

// received returns the value of a receive.
func (th *Thread) received(r outcome, l *layout) value {
	if !r.ok {
		return l.Zero()
	}
	if l.Agg {
		return th.Decode(memory.Reference, r.value)
	}
	return th.Decode(l.Kind, r.value)
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
	chosen, r := th.communicate(cases, hasDefault, what)
	if chosen >= 0 && !states[chosen].Sends {
		v = th.received(r, states[chosen].Elem)
	}
	return chosen, v, r.ok
}

// Close closes a channel.
func (th *Thread) Close(ch value) {
	c := th.caseOf(ch, false, value{})
	if c.o == nil {
		th.Panic("close of nil channel")
	}
	r := th.whenChan(c, "close", th.Gen.step(stepCloses, 0, []chanCase{c}, func(step *chanStep) {
		step.can = func(s *chanState) bool { return !s.selecting }
		step.do = func(s *chanState) (r chanResult) {
			if r.panics = s.peek(c.key).closed; !r.panics {
				r.effect = th.Gen.Effects.Number(s.close(c.key)...)
			}
			return r
		}
	}))
	if r.panics {
		th.Panic("close of closed channel")
	}
}

package machine

import (
	"fmt"

	"dporbench/goprog/internal/memory"
)

// A channel with a buffer that is in no select with others is a variable of its own, and each operation one event: who waits
// is not to be seen, so nobody need say so. At other channels a goroutine comes, which is an event that does the operation if
// it can be done, and otherwise, once another has served it, goes on with a second one. Channels between which a goroutine
// selects share a variable.

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

// earlyState is the state of the channels of a group that were made while packages were initialised.
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

// LenChan is how many elements are in the buffer of a channel.
func (th *Thread) LenChan(ch value) int64 {
	o, _ := ch.R.(*object)
	if o == nil {
		return 0
	}
	c := th.caseOf(ch, false, value{})
	s := th.chanState(th.chanWord(o))
	return int64(len(s.peek(c.key).buffer))
}

// chanWord is the word of a channel's state.
func (th *Thread) chanWord(o *object) int64 {
	if th.t == nil || o.Site.Group.Root() == nil {
		return th.State(value{R: o})
	}
	th.event()
	return th.t.Load(o.Site.Group.Root().Var)
}

// chanState is the state that a word stands for.
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

// caseOf is a send or a receive.
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

// alone reports whether nobody can see who waits at the channel.
func (c chanCase) alone() bool { return c.o.Site.Group.Root() == nil && c.capacity > 0 }

// whenChan is an event on the state of the channel of c.
func (th *Thread) whenChan(c chanCase, what string, ready func(int64) bool, next func(int64) int64) *chanState {
	group := c.o.Site.Group.Root()
	ready, next = remembered(ready), remembered(next)
	if group == nil || th.t == nil {
		return th.chanState(th.When(value{R: c.o}, what, ready, next))
	}
	th.event()
	th.t.Note(what+" "+c.o.Shared.Name, nil)
	return th.chanState(th.t.When(group.Var, ready, next))
}

// remembered is f, which computes nothing twice: states are few, and are asked for often.
func remembered[T any](f func(int64) T) func(int64) T {
	type known struct {
		word   int64
		result T
	}
	var all []known
	return func(word int64) T {
		for i := range all {
			if all[i].word == word {
				return all[i].result
			}
		}
		r := f(word)
		if len(all) < mostRemembered {
			all = append(all, known{word, r})
		}
		return r
	}
}

// mostRemembered bounds how many results are kept.
const mostRemembered = 32

// after is the word of what change makes of the state of a word.
func after(t *memory.Table, word int64, change func(*chanState)) int64 {
	s := knownState(t, word)
	if s == nil {
		return word
	}
	s = s.clone()
	change(s)
	return t.Number(s)
}

// communicate does one of the cases, and returns which one, and what it received. If none is ready, it waits, or returns -1 if
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

// never waits for ever.
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
	t := th.Gen.Table
	s := th.whenChan(c, what, func(word int64) bool {
		s := knownState(t, word)
		return s != nil && (hasDefault || s.isReady(c))
	}, func(word int64) int64 {
		return after(t, word, func(s *chanState) {
			if s.isReady(c) {
				s.perform(c)
			}
		})
	})
	if !s.isReady(c) {
		th.Did(attempt([]chanCase{c})...)
		return -1, outcome{}
	}
	r := s.clone().perform(c)
	th.Did(append(attempt([]chanCase{c}), r.steps...)...)
	if r.panics {
		th.Panic("send on closed channel")
	}
	return 0, r
}

// selectFrom is for channels where others may see it wait; x is a case whose channel has the state of all.
func (th *Thread) selectFrom(cases []chanCase, x chanCase, hasDefault bool, what string) (int, outcome) {
	t := th.Gen.Table
	s := th.whenChan(x, what, func(word int64) bool {
		s := knownState(t, word)
		return s != nil && !s.selecting
	}, func(word int64) int64 {
		return after(t, word, func(s *chanState) { s.come(cases, hasDefault) })
	})
	switch ready := s.ready(cases); {
	case len(ready) == 0 && hasDefault:
		th.Did(attempt(cases)...)
		return -1, outcome{}
	case len(ready) == 0:
		ticket := s.freeTicket()
		th.Did(append(attempt(cases), Step{Come, ticket, 0})...)
		return th.beServed(x, ticket, what)
	case len(ready) > 1:
		return th.choose(cases, x, ready, what)
	default:
		r := s.clone().perform(cases[ready[0]])
		th.Did(append(attempt(cases), r.steps...)...)
		return ready[0], r
	}
}

// attempt is what a send does whatever comes of it: it must not be concurrent with a close.
func attempt(cases []chanCase) []Step {
	if len(cases) == 1 && cases[0].sends {
		return []Step{{Sends, cases[0].key, 0}}
	}
	return nil
}

// beServed waits until another goroutine has done its part.
func (th *Thread) beServed(x chanCase, ticket int64, what string) (int, outcome) {
	t := th.Gen.Table
	s := th.whenChan(x, "wait to "+what, func(word int64) bool {
		s := knownState(t, word)
		return s != nil && !s.selecting && s.servedAt(ticket) >= 0
	}, func(word int64) int64 {
		return after(t, word, func(s *chanState) {
			if at := s.servedAt(ticket); at >= 0 {
				s.served = append(s.served[:at], s.served[at+1:]...)
			}
		})
	})
	th.Did(Step{Served, ticket, 0})
	r := s.served[s.servedAt(ticket)].result
	return int(r.chosen), r
}

// choose does any one of the cases that are ready.
func (th *Thread) choose(cases []chanCase, x chanCase, ready []int, what string) (int, outcome) {
	t := th.Gen.Table
	chosen := ready[th.Choose(len(ready))]
	s := th.whenChan(x, fmt.Sprintf("%s case %d", what, chosen), func(word int64) bool {
		s := knownState(t, word)
		return s != nil && s.selecting
	}, func(word int64) int64 {
		return after(t, word, func(s *chanState) {
			s.selecting = false
			s.perform(cases[chosen])
		})
	})
	r := s.clone().perform(cases[chosen])
	th.Did(r.steps...)
	return chosen, r
}

// join makes the channels of a select share a variable. If they did not, everything begins anew.
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
		th.outdate(groupFact(sites), "a select between channels that had a state each")
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

// received is what a receive returns.
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
	t := th.Gen.Table
	s := th.whenChan(c, "close", func(word int64) bool {
		s := knownState(t, word)
		return s != nil && !s.selecting
	}, func(word int64) int64 {
		if s := knownState(t, word); s == nil || s.peek(c.key).closed {
			return word
		}
		return after(t, word, func(s *chanState) { s.close(c.key) })
	})
	if s.peek(c.key).closed {
		th.Panic("close of closed channel")
	}
	th.Did(s.clone().close(c.key)...)
}

package machine

import (
	"cmp"
	"slices"

	"dporbench/frontends/goprog/internal/memory"
)

// chanState has the contents of some channels and the goroutines that wait at them; channels like new ones are left out. It does not
// change once it has a word.
type chanState struct {
	chans     []channel // by key
	served    []served  // by ticket
	selecting bool      // a goroutine is choosing among several ready cases
}

// channel is one of them. Its key is the word of its object.
type channel struct {
	key                int64
	closed             bool
	buffer             []int64
	senders, receivers []waiter
}

// waiter is a goroutine that waits with one of its cases.
type waiter struct{ ticket, chosen, value int64 }

type served struct {
	ticket int64
	result outcome
}

// outcome is the result of a case; steps are for judges.
type outcome struct {
	chosen, value int64
	ok, panics    bool
	steps         []SyncOp
}

// Describe lists everything in s.
func (s *chanState) Describe() (all []int64) {
	s.chans = slices.DeleteFunc(s.chans, func(c channel) bool {
		return !c.closed && len(c.buffer)+len(c.senders)+len(c.receivers) == 0
	})
	if len(s.chans)+len(s.served) == 0 && !s.selecting {
		return nil
	}
	bit := func(b bool) int64 { return memory.Bool(b).N }
	all = append(all, bit(s.selecting), int64(len(s.chans)))
	for _, c := range s.chans {
		all = append(all, c.key, bit(c.closed), int64(len(c.buffer)), int64(len(c.senders)), int64(len(c.receivers)))
		all = append(all, c.buffer...)
		for _, w := range slices.Concat(c.senders, c.receivers) {
			all = append(all, w.ticket, w.chosen, w.value)
		}
	}
	for _, v := range s.served {
		all = append(all, v.ticket, v.result.chosen, v.result.value, bit(v.result.ok), bit(v.result.panics))
	}
	return all
}

func (s *chanState) clone() *chanState {
	c := &chanState{slices.Clone(s.chans), slices.Clone(s.served), s.selecting}
	for i := range c.chans {
		ch := &c.chans[i]
		ch.buffer, ch.senders, ch.receivers = slices.Clone(ch.buffer), slices.Clone(ch.senders), slices.Clone(ch.receivers)
	}
	return c
}

// find returns the channel with that key, to be changed.
func (s *chanState) find(key int64) *channel {
	i, ok := slices.BinarySearchFunc(s.chans, key, func(c channel, k int64) int { return cmp.Compare(c.key, k) })
	if !ok {
		s.chans = slices.Insert(s.chans, i, channel{key: key})
	}
	return &s.chans[i]
}

// peek returns the channel with that key.
func (s *chanState) peek(key int64) channel {
	for _, c := range s.chans {
		if c.key == key {
			return c
		}
	}
	return channel{key: key}
}

// chanCase is a send or a receive.
type chanCase struct {
	o        *object // nil for a nil channel, which is never ready
	key      int64
	sends    bool
	value    int64
	capacity int64 // of the channel
}

func (s *chanState) isReady(c chanCase) bool {
	if c.o == nil {
		return false
	}
	ch := s.peek(c.key)
	if c.sends {
		return ch.closed || len(ch.receivers) > 0 || int64(len(ch.buffer)) < c.capacity
	}
	return ch.closed || len(ch.senders) > 0 || len(ch.buffer) > 0
}

func (s *chanState) ready(cases []chanCase) (ready []int) {
	for i, c := range cases {
		if s.isReady(c) {
			ready = append(ready, i)
		}
	}
	return ready
}

// come is the first step of an operation. It does the case that is ready; if several are, it keeps all others out until one
// is chosen; if none is, it waits at all the channels, or does nothing if there is a default.
func (s *chanState) come(cases []chanCase, hasDefault bool) (r chanResult) {
	switch ready := s.ready(cases); {
	case len(ready) == 1:
		r.outcome = s.perform(cases[ready[0]])
		r.chosen = int64(ready[0])
	case len(ready) > 1:
		s.selecting = true
		r.choice = ready
	case hasDefault:
		r.chosen = -1
	default:
		r.waits, r.ticket = true, s.freeTicket()
		for i, c := range cases {
			if c.o == nil {
				continue
			}
			ch := s.find(c.key)
			w := waiter{r.ticket, int64(i), c.value}
			if c.sends {
				ch.senders = append(ch.senders, w)
			} else {
				ch.receivers = append(ch.receivers, w)
			}
		}
	}
	return r
}

// perform does a case that is ready.
func (s *chanState) perform(c chanCase) (r outcome) {
	ch := s.find(c.key)
	switch {
	case c.sends && ch.closed:
		r.panics = true
	case c.sends && len(ch.receivers) > 0:
		w := ch.receivers[0]
		r.steps = meeting(Send, ReceiveFor, c, w)
		s.serve(w, outcome{value: c.value, ok: true})
	case c.sends:
		r.steps = []SyncOp{{Send, c.key, c.capacity}}
		ch.buffer = append(ch.buffer, c.value)
	case len(ch.buffer) > 0:
		r.value, r.ok = ch.buffer[0], true
		r.steps = []SyncOp{{Receive, c.key, c.capacity}}
		ch.buffer = ch.buffer[1:]
		if len(ch.senders) > 0 {
			w := ch.senders[0]
			r.steps = append(r.steps, SyncOp{SendFor, c.key, w.ticket})
			ch.buffer = append(ch.buffer, w.value)
			s.serve(w, outcome{})
		}
	case len(ch.senders) > 0:
		w := ch.senders[0]
		r.value, r.ok = w.value, true
		r.steps = meeting(Receive, SendFor, c, w)
		s.serve(w, outcome{})
	default: // it is closed
		r.steps = []SyncOp{{Acquire, c.key, 0}}
	}
	return r
}

// meeting returns the steps of c with a waiter: a channel that has a buffer passes on elements as if through it.
func meeting(own, other SyncKind, c chanCase, w waiter) []SyncOp {
	if c.capacity > 0 {
		return []SyncOp{{own, c.key, c.capacity}, {other, c.key, w.ticket}}
	}
	return []SyncOp{{Rendezvous, w.ticket, 0}}
}

// close closes a channel that is not closed.
func (s *chanState) close(key int64) (steps []SyncOp) {
	steps = []SyncOp{{Close, key, 0}, {Release, key, 0}}
	s.find(key).closed = true
	for ch := s.find(key); len(ch.receivers) > 0; ch = s.find(key) {
		steps = append(steps, SyncOp{Ready, ch.receivers[0].ticket, 0})
		s.serve(ch.receivers[0], outcome{})
	}
	for ch := s.find(key); len(ch.senders) > 0; ch = s.find(key) {
		s.serve(ch.senders[0], outcome{panics: true})
	}
	return steps
}

// serve lets the goroutine of w continue; it then waits nowhere any more.
func (s *chanState) serve(w waiter, r outcome) {
	r.chosen = w.chosen
	same := func(o waiter) bool { return o.ticket == w.ticket }
	for i := range s.chans {
		ch := &s.chans[i]
		ch.senders, ch.receivers = slices.DeleteFunc(ch.senders, same), slices.DeleteFunc(ch.receivers, same)
	}
	s.served = append(s.served, served{w.ticket, r})
	slices.SortFunc(s.served, func(a, b served) int { return cmp.Compare(a.ticket, b.ticket) })
}

func (s *chanState) servedAt(ticket int64) int {
	return slices.IndexFunc(s.served, func(v served) bool { return v.ticket == ticket })
}

func (s *chanState) freeTicket() (ticket int64) {
	taken := func(w waiter) bool { return w.ticket == ticket }
	for ; ; ticket++ {
		if s.servedAt(ticket) < 0 && !slices.ContainsFunc(s.chans, func(c channel) bool {
			return slices.ContainsFunc(c.senders, taken) || slices.ContainsFunc(c.receivers, taken)
		}) {
			return ticket
		}
	}
}

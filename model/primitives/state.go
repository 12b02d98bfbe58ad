package primitives

import "slices"

// state has the contents of the channels of a group, and the threads that wait
// at them. It is the specification of channels: each method is a step.
type state struct {
	channels  []channel
	served    []served // threads that wait and may continue, by ticket
	selecting bool     // a thread has several cases ready, and chooses
}

type channel struct {
	capacity           int
	closed             bool
	buffer             []int64
	senders, receivers []waiter // in order of arrival
}

// waiter is a case of a thread that waits.
type waiter struct {
	ticket int64 // of the thread, the same for all cases of its Select
	chosen int64 // the index of the case
	value  int64 // to be sent
}

type served struct {
	ticket int64
	result result
}

type result struct {
	chosen   int64
	value    int64
	received bool // by a receive
	ok       bool // and there was a value
	panics   bool // a send on a closed channel
}

func (s *state) clone() *state {
	c := &state{slices.Clone(s.channels), slices.Clone(s.served), s.selecting}
	for i := range c.channels {
		ch := &c.channels[i]
		ch.buffer, ch.senders, ch.receivers = slices.Clone(ch.buffer), slices.Clone(ch.senders), slices.Clone(ch.receivers)
	}
	return c
}

func (s *state) ready(cases []Case) (ready []int) {
	for i, c := range cases {
		ch := &s.channels[c.c.number]
		if ch.closed || c.sends && (len(ch.receivers) > 0 || len(ch.buffer) < ch.capacity) ||
			!c.sends && (len(ch.senders) > 0 || len(ch.buffer) > 0) {
			ready = append(ready, i)
		}
	}
	return ready
}

// come is the first step of an operation: it does the ready case; if there are several,
// it keeps all other threads out until one is chosen; if there is none, it waits at all
// cases, or does nothing if there is a default.
func (s *state) come(cases []Case, hasDefault bool) {
	switch ready := s.ready(cases); {
	case len(ready) == 1:
		s.perform(cases[ready[0]])
	case len(ready) > 1:
		s.selecting = true
	case !hasDefault:
		ticket := s.freeTicket()
		for i, c := range cases {
			ch := &s.channels[c.c.number]
			queue := &ch.receivers
			if c.sends {
				queue = &ch.senders
			}
			*queue = append(*queue, waiter{ticket, int64(i), c.value})
		}
	}
}

func (s *state) perform(c Case) (r result) {
	ch := &s.channels[c.c.number]
	switch {
	case c.sends && ch.closed:
		r.panics = true
	case c.sends && len(ch.receivers) > 0:
		s.serve(ch.receivers[0], result{value: c.value, received: true, ok: true})
	case c.sends:
		ch.buffer = append(ch.buffer, c.value)
	case len(ch.buffer) > 0:
		r.value, r.received, r.ok = ch.buffer[0], true, true
		ch.buffer = ch.buffer[1:]
		if len(ch.senders) > 0 {
			ch.buffer = append(ch.buffer, ch.senders[0].value)
			s.serve(ch.senders[0], result{})
		}
	case len(ch.senders) > 0:
		r.value, r.received, r.ok = ch.senders[0].value, true, true
		s.serve(ch.senders[0], result{})
	default:
		r.received = true
	}
	return r
}

// close closes a channel; if it is already closed, nothing happens. As in Go, a thread that waits
// both to send and to receive receives.
func (s *state) close(number int) {
	ch := &s.channels[number]
	ch.closed = true
	for len(ch.receivers) > 0 {
		s.serve(ch.receivers[0], result{received: true})
	}
	for len(ch.senders) > 0 {
		s.serve(ch.senders[0], result{panics: true})
	}
}

// serve lets the thread of w continue, and removes it from all queues.
func (s *state) serve(w waiter, r result) {
	r.chosen = w.chosen
	others := func(o waiter) bool { return o.ticket == w.ticket }
	for i := range s.channels {
		ch := &s.channels[i]
		ch.senders, ch.receivers = slices.DeleteFunc(ch.senders, others), slices.DeleteFunc(ch.receivers, others)
	}
	at, _ := slices.BinarySearchFunc(s.served, w.ticket, func(v served, ticket int64) int { return int(v.ticket - ticket) })
	s.served = slices.Insert(s.served, at, served{w.ticket, r})
}

// servedAt returns the index in served of the thread with that ticket, or -1.
func (s *state) servedAt(ticket int64) int {
	return slices.IndexFunc(s.served, func(v served) bool { return v.ticket == ticket })
}

func (s *state) leave(ticket int64) {
	if at := s.servedAt(ticket); at >= 0 {
		s.served = slices.Delete(s.served, at, at+1)
	}
}

// freeTicket returns the smallest ticket that no thread has.
func (s *state) freeTicket() (ticket int64) {
	taken := func(w waiter) bool { return w.ticket == ticket }
	for ; ; ticket++ {
		if s.servedAt(ticket) < 0 && !slices.ContainsFunc(s.channels, func(c channel) bool {
			return slices.ContainsFunc(c.senders, taken) || slices.ContainsFunc(c.receivers, taken)
		}) {
			return ticket
		}
	}
}

package guarded

import (
	"cmp"
	"slices"
)

// Channels is the state of some channels and of the threads that wait at them. Channels that are as when they were made are left
// out. A state is immutable once it has a number.
type Channels struct {
	all       []channel    // by key
	completed []completion // by waiter
	choosing  bool         // a thread is choosing among several ready cases, and all others wait
}

type channel struct {
	key                int64
	closed             bool
	buffer             []int64
	senders, receivers []waiter // in the order of arrival
}

// waiter is a case of a thread that waits. All cases of its select have the same id.
type waiter struct{ id, chosen, value int64 }

// completion is the result of an operation that another thread has completed for a waiter.
type completion struct {
	waiter int64
	Result
}

// Case is a send to a channel, or a receive.
type Case struct {
	Key      int64 // of the channel, in its state
	Capacity int64 // of its buffer
	Value    int64 // to be sent
	Sends    bool
	Never    bool // the channel is nil: it is never ready
}

// Result is the result of an operation.
type Result struct {
	Chosen int64 // the index of the case; -1 for the default
	Value  int64 // that was received
	OK     bool  // a value was received, and not the end of a closed channel
	Panics bool  // a send on, or a close of, a closed channel
}

// Describe implements [State].
func (s *Channels) Describe() (all []int64) {
	s.all = slices.DeleteFunc(s.all, func(c channel) bool {
		return !c.closed && len(c.buffer)+len(c.senders)+len(c.receivers) == 0
	})
	if len(s.all)+len(s.completed) == 0 && !s.choosing {
		return nil
	}
	all = append(all, bit(s.choosing), int64(len(s.all)))
	for _, c := range s.all {
		all = append(all, c.key, bit(c.closed), int64(len(c.buffer)), int64(len(c.senders)), int64(len(c.receivers)))
		all = append(all, c.buffer...)
		for _, w := range slices.Concat(c.senders, c.receivers) {
			all = append(all, w.id, w.chosen, w.value)
		}
	}
	for _, c := range s.completed {
		all = append(all, c.waiter, c.Chosen, c.Value, bit(c.OK), bit(c.Panics))
	}
	return all
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (s *Channels) clone() *Channels {
	c := &Channels{slices.Clone(s.all), slices.Clone(s.completed), s.choosing}
	for i := range c.all {
		ch := &c.all[i]
		ch.buffer, ch.senders, ch.receivers = slices.Clone(ch.buffer), slices.Clone(ch.senders), slices.Clone(ch.receivers)
	}
	return c
}

// Add adds the channels of another state, which has no others in common with s.
func (s *Channels) Add(other *Channels) {
	for _, ch := range other.all {
		*s.find(ch.key) = ch
	}
}

// find returns the channel with that key, to be changed.
func (s *Channels) find(key int64) *channel {
	i, ok := slices.BinarySearchFunc(s.all, key, func(c channel, k int64) int { return cmp.Compare(c.key, k) })
	if !ok {
		s.all = slices.Insert(s.all, i, channel{key: key})
	}
	return &s.all[i]
}

// peek returns the channel with that key.
func (s *Channels) peek(key int64) channel {
	for _, c := range s.all {
		if c.key == key {
			return c
		}
	}
	return channel{key: key}
}

// Buffered returns the number of values in the buffer of the channel with that key.
func (s *Channels) Buffered(key int64) int { return len(s.peek(key).buffer) }

// Carried returns the values in the buffer of the channel with that key, and the values that threads wait to send to it.
func (s *Channels) Carried(key int64) []int64 {
	ch := s.peek(key)
	values := slices.Clone(ch.buffer)
	for _, w := range ch.senders {
		values = append(values, w.value)
	}
	return values
}

func (s *Channels) isReady(c Case) bool {
	if c.Never {
		return false
	}
	ch := s.peek(c.Key)
	if c.Sends {
		return ch.closed || len(ch.receivers) > 0 || int64(len(ch.buffer)) < c.Capacity
	}
	return ch.closed || len(ch.senders) > 0 || len(ch.buffer) > 0
}

func (s *Channels) ready(cases []Case) (ready []int) {
	for i, c := range cases {
		if s.isReady(c) {
			ready = append(ready, i)
		}
	}
	return ready
}

// wait adds a thread that waits at the channels of cases.
func (s *Channels) wait(cases []Case) (id int64) {
	id = s.freeWaiter()
	for i, c := range cases {
		if c.Never {
			continue
		}
		ch, w := s.find(c.Key), waiter{id, int64(i), c.Value}
		if c.Sends {
			ch.senders = append(ch.senders, w)
		} else {
			ch.receivers = append(ch.receivers, w)
		}
	}
	return id
}

// freeWaiter returns the smallest id that no waiter has.
func (s *Channels) freeWaiter() (id int64) {
	taken := func(w waiter) bool { return w.id == id }
	for ; ; id++ {
		if s.completionOf(id) < 0 && !slices.ContainsFunc(s.all, func(c channel) bool {
			return slices.ContainsFunc(c.senders, taken) || slices.ContainsFunc(c.receivers, taken)
		}) {
			return id
		}
	}
}

// completionOf returns the index of the result of a waiter, or -1.
func (s *Channels) completionOf(id int64) int {
	return slices.IndexFunc(s.completed, func(c completion) bool { return c.waiter == id })
}

// complete completes the operation of w, whose thread then waits at no channel.
func (s *Channels) complete(w waiter, r Result) {
	r.Chosen = w.chosen
	same := func(o waiter) bool { return o.id == w.id }
	for i := range s.all {
		ch := &s.all[i]
		ch.senders, ch.receivers = slices.DeleteFunc(ch.senders, same), slices.DeleteFunc(ch.receivers, same)
	}
	s.completed = append(s.completed, completion{w.id, r})
	slices.SortFunc(s.completed, func(a, b completion) int { return cmp.Compare(a.waiter, b.waiter) })
}

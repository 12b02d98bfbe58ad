package guarded

import "slices"

// Outcome is the result of a step at channels. Either the operation is over, or the thread waits, or it has several ready cases.
type Outcome struct {
	Result
	Ops    []SyncOp
	Mark   int32 // see [Steps]
	Waits  bool  // as Waiter
	Waiter int64
	Ready  []int // the cases among which to choose; empty unless there are several
}

// arrive is the first step of an operation. It performs the only ready case; if several are, it keeps all other threads out until
// one is chosen; if none is, the thread waits at all the channels, unless there is a default.
func (s *Channels) arrive(cases []Case, hasDefault bool) (o Outcome) {
	switch ready := s.ready(cases); {
	case len(ready) > 1:
		s.choosing, o.Ready = true, ready
	case len(ready) == 1:
		o.Result, o.Ops = s.perform(cases[ready[0]])
		o.Chosen = int64(ready[0])
	case hasDefault:
		o.Chosen = -1
	default:
		o.Waits, o.Waiter = true, s.wait(cases)
		o.Ops = []SyncOp{{Park, o.Waiter, 0}}
	}
	o.Ops = append(attempts(cases), o.Ops...)
	return o
}

// attempts are the actions that sends have whatever their result, also in a select: a case that is not chosen may have been tried before
// the one that is.
func attempts(cases []Case) (ops []SyncOp) {
	for _, c := range cases {
		if c.Sends && !c.Never {
			ops = append(ops, SyncOp{SendAttempt, c.Key, 0})
		}
	}
	return ops
}

// immediately performs a case at a channel at which waiting is invisible; with a default, the case need not be ready.
func (s *Channels) immediately(c Case) (o Outcome) {
	if o.Chosen = -1; s.isReady(c) {
		o.Result, o.Ops = s.perform(c)
	}
	o.Ops = append(attempts([]Case{c}), o.Ops...)
	return o
}

// resume is the last step of a thread whose operation another one has completed.
func (s *Channels) resume(id int64) (o Outcome) {
	at := s.completionOf(id)
	o.Result, o.Ops = s.completed[at].Result, []SyncOp{{Resume, id, 0}}
	s.completed = slices.Delete(s.completed, at, at+1)
	return o
}

// choose performs one of several ready cases.
func (s *Channels) choose(cases []Case, chosen int64) (o Outcome) {
	s.choosing = false
	o.Result, o.Ops = s.perform(cases[chosen])
	o.Chosen = chosen
	return o
}

// perform performs a case that is ready.
func (s *Channels) perform(c Case) (r Result, ops []SyncOp) {
	ch := s.find(c.Key)
	switch {
	case c.Sends && ch.closed:
		r.Panics = true
	case c.Sends && len(ch.receivers) > 0:
		w := ch.receivers[0]
		ops = handOver(Send, ReceiveFor, c, w)
		s.complete(w, Result{Value: c.Value, OK: true})
	case c.Sends:
		ops = []SyncOp{{Send, c.Key, c.Capacity}}
		ch.buffer = append(ch.buffer, c.Value)
	case len(ch.buffer) > 0:
		r.Value, r.OK = ch.buffer[0], true
		ops = []SyncOp{{Receive, c.Key, c.Capacity}}
		ch.buffer = ch.buffer[1:]
		if len(ch.senders) > 0 {
			w := ch.senders[0]
			ops = append(ops, SyncOp{SendFor, c.Key, w.id})
			ch.buffer = append(ch.buffer, w.value)
			s.complete(w, Result{})
		}
	case len(ch.senders) > 0:
		w := ch.senders[0]
		r.Value, r.OK = w.value, true
		ops = handOver(Receive, SendFor, c, w)
		s.complete(w, Result{})
	default: // it is closed
		ops = []SyncOp{Acquires(c.Key)}
	}
	return r, ops
}

// handOver returns the ops of c with a waiter: a channel that has a buffer passes on values as if through it.
func handOver(own, other SyncKind, c Case, w waiter) []SyncOp {
	if c.Capacity > 0 {
		return []SyncOp{{own, c.Key, c.Capacity}, {other, c.Key, w.id}}
	}
	return []SyncOp{{Rendezvous, w.id, 0}}
}

// close closes a channel. As in Go, a thread that waits both to send and to receive receives.
func (s *Channels) close(key int64) (o Outcome) {
	ch := s.find(key)
	if ch.closed {
		o.Panics = true
		return o
	}
	o.Ops = []SyncOp{{Close, key, 0}, Releases(key)}
	ch.closed = true
	for len(ch.receivers) > 0 {
		o.Ops = append(o.Ops, SyncOp{Ready, ch.receivers[0].id, 0})
		s.complete(ch.receivers[0], Result{})
	}
	for len(ch.senders) > 0 {
		s.complete(ch.senders[0], Result{Panics: true})
	}
	return o
}

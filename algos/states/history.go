package states

import (
	"fmt"
	"math/bits"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// Whether an execution is linearizable depends on the operations that its threads mark, and on which of them had ended when others began. All of this that matters is
// summarised (see [front.Histories]), and part of the state. An operation begins with its first event, and ends with its last one: at any other moments, more
// operations overlap.
//
// An event that begins an operation of a thread is dependent on events of other threads that end operations, so a persistent set with the former has all threads that
// have been seen to end operations below their local states. The reverse is not needed: where an event that ends an operation comes before others
// that begin one, operations overlap less, so whatever is not linearizable otherwise is not then, either. An operation without events takes place before the next event of its thread, or when it is known
// that this has ended, at a moment of its own: that event is one that begins an operation, and the event before one that ends an operation.
//
// A class of executions is not linearizable if one of its executions is not, so an execution is visited as such exactly if an algorithm that visits classes visits
// one of these. But here an execution is judged by its own order: with other findings, its class may have an order that is not linearizable.

// history returns the summary of E.
func (s *search) history() front.Summary { return s.past[s.Len()] }

// beginHistory makes the summary of an empty E.
func (s *search) beginHistory() (err error) {
	if s.histories == nil {
		return nil
	}
	s.past = append(s.past[:0], 0)
	for t := range event.ThreadID(s.program.NumThreads()) {
		if s.past[0], err = s.calls(s.past[0], t, behaviour.None); err != nil {
			return err
		}
	}
	return nil
}

// noteHistory makes the summary of E after its last event e, of thread t, which was at a Position before.
func (s *search) noteHistory(e event.Event, t event.ThreadID, before behaviour.Position) (err error) {
	if s.histories == nil {
		return nil
	}
	now := s.past[s.Len()-1]
	if e.Kind == event.Join {
		if now, err = s.histories.Joined(now, event.ThreadID(e.Object)); err != nil {
			return err
		}
	}
	if now, err = s.histories.Moves(now, t); err != nil {
		return err
	}
	if now, err = s.calls(now, t, before); err != nil {
		return err
	}
	if e.Kind == event.Spawn {
		if now, err = s.calls(now, event.ThreadID(e.Object), behaviour.None); err != nil {
			return err
		}
	}
	s.past = append(s.past[:s.Len()], now)
	return nil
}

// calls adds the calls that t has recorded since a Position.
func (s *search) calls(now front.Summary, t event.ThreadID, since behaviour.Position) (front.Summary, error) {
	for _, c := range s.callsSince(s.Position(t), since) {
		var err error
		if now, err = s.histories.Called(now, t, c); err != nil {
			return now, &Refused{err.Error()}
		}
	}
	return now, nil
}

// callsSince returns the calls recorded between a Position and an earlier one, in order.
func (s *search) callsSince(at, since behaviour.Position) (calls []*operation.Call) {
	from := 0
	if since != behaviour.None {
		from = s.Behaviour().LastCall(since).Len()
	}
	c := s.Behaviour().LastCall(at)
	if c.Len() <= from {
		return nil
	}
	calls = make([]*operation.Call, c.Len()-from)
	for i := len(calls) - 1; i >= 0; i-- {
		calls[i], c = c, c.Before
	}
	return calls
}

// endsOperation reports whether an operation ends between two Positions, so that the event there is one that ends an operation.
func (s *search) endsOperation(at, since behaviour.Position) bool {
	return s.histories != nil && slices.ContainsFunc(s.callsSince(at, since), func(c *operation.Call) bool { return c.Response })
}

// ending returns the threads that may end an operation, if the next event e of t begins one.
func (p *persistent) ending(s *search, t event.ThreadID, e event.Event) (set uint64) {
	if s.histories == nil {
		return 0
	}
	begins := s.histories.Begins(s.history(), t) || e.Kind == event.Join && s.histories.Awaits(s.history(), event.ThreadID(e.Object))
	for u, c := range p.classes {
		if begins && c >= 0 && event.ThreadID(u) != t && s.places.classes[c].accesses.Load().ends {
			set |= 1 << u
		}
	}
	return set
}

// appendHistory appends the summary of E, in which threads have the names that they have in the key.
func (s *search) appendHistory(key []byte) []byte {
	var rename func(event.ThreadID) event.ThreadID
	if s.symmetry.used {
		rename = func(t event.ThreadID) event.ThreadID { return event.ThreadID(bits.TrailingZeros64(s.rename(1 << t))) }
	}
	return s.histories.AppendKey(key, s.history(), rename)
}

// isViolated reports whether E is not linearizable, whatever follows.
func (s *search) isViolated() bool { return s.histories != nil && s.histories.Violated(s.history()) }

// withHistory returns how an execution with that outcome ends if its history counts, too.
func (s *search) withHistory(o model.Outcome, failure string) (model.Outcome, string, error) {
	if o == model.Failed || o == model.Raced || !s.isViolated() {
		return o, failure, nil
	}
	text, err := s.historic.Describe(s.Events())
	switch {
	case err != nil:
		return o, failure, err
	case text == "":
		return o, failure, fmt.Errorf("states: the history of an execution is not linearizable, but its class is: %v", s.Events())
	}
	return model.NotLinearizable, text, nil
}

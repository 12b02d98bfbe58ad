// Package preemption counts preemptions: switches from a thread that could have continued. Of the executions of a
// class it finds one with the fewest (Musuvathi, Qadeer, Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs, PLDI 2007).
package preemption

import (
	"encoding/binary"
	"math"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// Counter counts the preemptions of executions of one exploration of a program, under sequential consistency. It must
// be closed.
type Counter struct{ replay *machine.Replay }

// NewCounter returns a counter for executions of p.
func NewCounter(p *model.Program) (*Counter, error) {
	r, err := machine.NewReplay(p, behaviour.Limits{})
	return &Counter{r}, err
}

// Close frees what the counter holds.
func (c *Counter) Close() { c.replay.Close() }

// Fewest returns the events of an execution in an order of its class that has the fewest preemptions, and their number.
//
// It looks at all sets of events that are closed under happens-before: their number can
// be exponential in the number of threads. ok is false if there are more than a million.
func (c *Counter) Fewest(events []event.Event) (order []event.Event, preemptions int, ok bool, err error) {
	f, err := c.FewestUpTo(math.MaxInt, events)
	return f.Order, f.Preemptions, f.Found, err
}

// Fewest is what FewestUpTo finds.
type Fewest struct {
	Order       []event.Event // of the class, with the fewest preemptions
	Preemptions int
	Found       bool // the class has such an order
	TooLarge    bool // the class is too large to say
}

// FewestUpTo is Fewest where only up to most preemptions are of interest.
func (c *Counter) FewestUpTo(most int, events []event.Event) (f Fewest, err error) {
	s, err := newSwitches(c.replay, events)
	if err != nil {
		return f, err
	}
	last, preemptions, ok := s.search(most)
	if !ok {
		return Fewest{TooLarge: len(s.states) > mostStates}, s.err
	}
	return Fewest{Order: s.order(last), Preemptions: preemptions, Found: true}, s.err
}

const mostStates = 1 << 20

// switches are the orders of the events of a class.
type switches struct {
	threads [][]classEvent
	stuck   []bool // threads that have events left at the end
	states  []cutState
	seen    map[string]bool

	replay *machine.Replay
	err    error // of the replay
}

type classEvent struct {
	event event.Event
	needs []int32 // how many events of each thread are before it
	waits bool    // it may have to wait
}

// cutState is a set of events closed under happens-before, and the thread that did the
// last one.
type cutState struct {
	done []int32 // events of each thread
	last event.ThreadID
	from int // the state before
}

// newSwitches runs the events. The replay is to be used by the switches alone until they have been searched.
func newSwitches(r *machine.Replay, events []event.Event) (*switches, error) {
	if _, err := r.Run(events); err != nil {
		return nil, err
	}
	s := &switches{seen: map[string]bool{}, replay: r}
	before := make([][]int32, len(events))
	for i, e := range events {
		needs := []int32{}
		for j, f := range events[:i] {
			if event.Dependent(f, e) {
				for thread, n := range before[j] {
					join(&needs, int32(thread), n)
				}
				join(&needs, int32(f.Thread), f.Index)
			}
		}
		before[i] = needs
		of := stack.At(&s.threads, int(e.Thread))
		*of = append(*of, classEvent{e, needs, e.Kind == event.Lock || e.Kind == event.Join || r.GuardAt(i) != nil})
	}
	for t := range event.ThreadID(len(s.threads)) {
		left := false
		if n := r.NumberOf(t); n != event.NoThread { // otherwise only other executions start it
			_, left = r.Next(n)
		}
		s.stuck = append(s.stuck, left)
	}
	return s, nil
}

func join(a *[]int32, thread, n int32) {
	into := stack.At(a, int(thread))
	*into = max(*into, n)
}

// search visits the states in the order of their preemptions, up to so many, and returns the first
// one that has all events.
func (s *switches) search(most int) (last, preemptions int, ok bool) {
	s.states = []cutState{{done: make([]int32, len(s.threads)), last: event.NoThread, from: -1}}
	now, later := []int{0}, []int(nil)
	for {
		if len(now) == 0 {
			if len(later) == 0 || len(s.states) > mostStates || preemptions >= most {
				return 0, 0, false
			}
			now, later = later, nil
			preemptions++
		}
		at := now[len(now)-1]
		now = now[:len(now)-1]
		state := s.states[at]
		key := state.key()
		if s.seen[key] {
			continue
		}
		s.seen[key] = true
		if s.complete(state) {
			return at, preemptions, true
		}
		for t := range event.ThreadID(len(s.threads)) {
			if !s.available(state, t) {
				continue
			}
			done := slices.Clone(state.done)
			done[t]++
			s.states = append(s.states, cutState{done, t, at})
			if t != state.last && s.enabled(at, state.last) {
				later = append(later, len(s.states)-1)
			} else {
				now = append(now, len(s.states)-1)
			}
		}
	}
}

func (c cutState) key() string {
	key := binary.AppendVarint(nil, int64(c.last))
	for _, n := range c.done {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}

func (s *switches) complete(c cutState) bool {
	for t, events := range s.threads {
		if int(c.done[t]) < len(events) {
			return false
		}
	}
	return true
}

// next is the next event of t in the class.
func (s *switches) next(c cutState, t event.ThreadID) (e classEvent, ok bool) {
	if t == event.NoThread || int(c.done[t]) >= len(s.threads[t]) {
		return classEvent{}, false
	}
	return s.threads[t][c.done[t]], true
}

// available reports whether t can do its next event as in the class.
func (s *switches) available(c cutState, t event.ThreadID) bool {
	e, ok := s.next(c, t)
	if !ok {
		return false
	}
	for thread, n := range e.needs {
		if c.done[thread] < n {
			return false
		}
	}
	return true
}

// enabled reports whether t could do its next operation, even as a different event
// than in the class, or as one that the class does not have.
func (s *switches) enabled(at int, t event.ThreadID) bool {
	c := s.states[at]
	e, ok := s.next(c, t)
	switch {
	case t == event.NoThread:
		return false
	case s.available(c, t), ok && !e.waits:
		return true
	case !ok && !s.stuck[t]:
		return false
	}
	return s.enabledAfter(at, t)
}

// enabledAfter asks the replay whether t is enabled after the events of a state.
func (s *switches) enabledAfter(at int, t event.ThreadID) bool {
	if _, err := s.replay.Run(s.order(at)); err != nil {
		s.err = err
		return false
	}
	return s.replay.Enabled(s.replay.NumberOf(t))
}

// order is the events of a state, as they have been done.
func (s *switches) order(at int) (order []event.Event) {
	for ; at > 0; at = s.states[at].from {
		state := s.states[at]
		order = append(order, s.threads[state.last][state.done[state.last]-1].event)
	}
	slices.Reverse(order)
	return order
}

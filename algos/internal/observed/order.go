// Package observed computes the happens-before order of executions in which two writes of a variable are dependent only
// if the second is observed, that is, read from.
package observed

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/order"
	"dporbench/model/stack"
)

// Order is the order of an execution, with its races. Of two writes of a variable, the first happens before the second
// if either is an update, or if the second is read from. Positions are those in Events. Slices taken from an Order are
// valid until the next Compute.
type Order struct {
	Events []event.Event
	Races  []Race

	Previous []int32 // by position: the previous event of the same thread, or the thread's Spawn
	Source   []int32 // by position: the write that this event reads from
	LastOf   []int32 // by thread: its last event, or its Spawn

	clocks   []int32 // vector clocks, one after the other
	threads  int
	before   []int32 // by position: the previous access of the same variable
	observed []bool  // by position: whether an event reads from this one
	accesses []int32 // by variable: its last access so far
	mutexes  []int32 // by mutex: the last operation on it so far
	locks    []int32 // by mutex: the last Lock of it so far
	joins    int64
}

const none int32 = order.None

// Race is e ≲ e', by positions.
type Race struct {
	First, Second int32
	Observed      bool // both are writes, and depend on each other because an event reads from the second
}

// Compute makes h the order of these events, which belong to h until the next call.
func (h *Order) Compute(events []event.Event, threads int) {
	h.Events, h.threads = events, threads
	n := len(h.Events)
	h.clocks = resized(h.clocks, n*h.threads, 0)
	h.Previous, h.before = resized(h.Previous, n, none), resized(h.before, n, none)
	h.Source, h.observed = resized(h.Source, n, none), resized(h.observed, n, false)
	h.LastOf = resized(h.LastOf, h.threads, none)
	h.accesses, h.mutexes, h.locks = h.accesses[:0], h.mutexes[:0], h.locks[:0]
	h.Races = h.Races[:0]
	h.findObservers()
	for j := range h.Events {
		h.push(int32(j))
	}
}

func resized[T any](s []T, n int, to T) []T {
	s = slices.Grow(s[:0], n)[:n]
	for i := range s {
		s[i] = to
	}
	return s
}

// last returns the entry for object x in a list by object.
func last(list *[]int32, x int32) *int32 { return stack.AtOr(list, int(x), none) }

// findObservers finds which write each event reads from.
func (h *Order) findObservers() {
	for j, e := range h.Events {
		if !e.Kind.InMemory() {
			continue
		}
		write := last(&h.accesses, e.Object)
		if e.Kind != event.Write && *write != none {
			h.Source[j] = *write
			h.observed[*write] = true
		}
		if e.Kind != event.Read {
			*write = int32(j)
		}
	}
	h.accesses = h.accesses[:0]
}

func (h *Order) clock(j int32) []int32 { return h.clocks[int(j)*h.threads:][:h.threads] }

// IsBefore reports whether the event at i happens before the event at j, or is that event.
func (h *Order) IsBefore(i, j int32) bool { return h.has(h.clock(j), i) }

// IsBehind reports whether the event at j happens after an event at one of these positions, or is one of them.
func (h *Order) IsBehind(positions []int32, j int32) bool {
	return slices.ContainsFunc(positions, func(i int32) bool { return h.IsBefore(i, j) })
}

func (h *Order) has(clock []int32, i int32) bool {
	return clock[h.Events[i].Thread] >= h.Events[i].Index
}

func (h *Order) join(clock []int32, i int32) {
	if i == none {
		return
	}
	h.joins++
	for t, n := range h.clock(i) {
		clock[t] = max(clock[t], n)
	}
}

// push gives the event at j its clock, and finds the races in which it is the second event.
func (h *Order) push(j int32) {
	e, clock := h.Events[j], h.clock(j)
	h.Previous[j] = h.LastOf[e.Thread]
	h.join(clock, h.Previous[j])
	clock[e.Thread] = e.Index
	h.LastOf[e.Thread] = j
	switch {
	case e.Kind == event.Spawn:
		h.LastOf[e.Object] = j
	case e.Kind == event.Join:
		h.join(clock, h.LastOf[e.Object])
	case e.Kind.InMemory():
		h.access(j, clock)
	case e.Kind == event.Lock:
		h.race(j, clock, *last(&h.locks, e.Object), false)
		h.operate(j, clock)
		*last(&h.locks, e.Object) = j
	case e.Kind == event.Unlock:
		h.operate(j, clock)
	}
}

// race finds the race between the events at i and j, unless i happens before j anyway.
func (h *Order) race(j int32, clock []int32, i int32, observed bool) {
	if i != none && !h.has(clock, i) {
		h.Races = append(h.Races, Race{i, j, observed})
	}
}

func (h *Order) operate(j int32, clock []int32) {
	before := last(&h.mutexes, h.Events[j].Object)
	h.join(clock, *before)
	*before = j
}

// access finds the events that happen before an access of a variable, from the last access back. Everything before an
// update, or a write that is read from, happens before that write.
func (h *Order) access(j int32, clock []int32) {
	e := &h.Events[j]
	before := last(&h.accesses, e.Object)
	h.before[j] = *before
	*before = j
	for i := h.before[j]; i != none; i = h.before[i] {
		f := &h.Events[i]
		if h.dependent(f, e, j) {
			h.race(j, clock, i, f.Kind == event.Write && e.Kind == event.Write)
			h.join(clock, i)
		}
		if f.Kind == event.Update || f.Kind == event.Write && h.observed[i] {
			return
		}
	}
}

// dependent reports whether an access f and a later one of the same variable, e at position j, are dependent in E.
func (h *Order) dependent(f, e *event.Event, j int32) bool {
	if f.Kind == event.Write && e.Kind == event.Write {
		return h.observed[j]
	}
	return f.Kind != event.Read || e.Kind != event.Read
}

// LastLock is the position of the last Lock of a mutex, or order.None.
func (h *Order) LastLock(mutex int32) int32 { return *last(&h.locks, mutex) }

// Holds reports whether a mutex is held at the end.
func (h *Order) Holds(mutex int32) bool {
	at := *last(&h.mutexes, mutex)
	return at != none && h.Events[at].Kind == event.Lock
}

// Threads is the number of threads.
func (h *Order) Threads() int { return h.threads }

// Joins is the number of clocks joined so far.
func (h *Order) Joins() int64 { return h.joins }

package observers

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/order"
)

// happensBefore is the happens-before order of a maximal E, with its races. Of two writes of a variable the
// first happens before the second if it is an update, or if the second is one or is read from.
type happensBefore struct {
	machine *machine.Machine
	events  []event.Event
	clocks  []int32 // vector clocks, one after the other
	threads int
	races   []race

	before   []int32 // by position: that of the event of the same variable or mutex before it
	source   []int32 // by position: that of the write that this event reads from
	observer []int32 // by position: that of the first event that reads from this one
	lastOf   []int32 // by thread: its last event so far, or its Spawn
	accesses []int32 // by variable: its last access so far
	mutexes  []int32 // by mutex: the last operation on it so far
	locks    []int32 // by mutex: the last Lock of it so far
	joins    int64
}

// race is e ≲ e', by positions in E.
type race struct {
	first, second int32
	observer      int32 // of two writes, the event that observes them; otherwise order.None
}

// compute finds the order and the races of E.
func (h *happensBefore) compute() {
	h.events, h.threads = h.machine.Events(), h.machine.Threads()
	n := len(h.events)
	h.clocks = resized(h.clocks, n*h.threads, 0)
	h.before, h.source, h.observer = resized(h.before, n, order.None), resized(h.source, n, order.None), resized(h.observer, n, order.None)
	h.lastOf = resized(h.lastOf, h.threads, order.None)
	h.accesses, h.mutexes, h.locks = h.accesses[:0], h.mutexes[:0], h.locks[:0]
	h.races = h.races[:0]
	h.findObservers()
	for j := range h.events {
		h.push(int32(j))
	}
}

func resized(s []int32, n int, to int32) []int32 {
	s = slices.Grow(s[:0], n)[:n]
	for i := range s {
		s[i] = to
	}
	return s
}

// last returns the place of object x in a list by objects.
func last(list *[]int32, x int32) *int32 {
	for int(x) >= len(*list) {
		*list = append(*list, order.None)
	}
	return &(*list)[x]
}

// findObservers finds who first reads from each write.
func (h *happensBefore) findObservers() {
	for j, e := range h.events {
		if !e.Kind.InMemory() {
			continue
		}
		write := last(&h.accesses, e.Object)
		if e.Kind != event.Write && *write != order.None {
			h.source[j] = *write
			if h.observer[*write] == order.None {
				h.observer[*write] = int32(j)
			}
		}
		if e.Kind != event.Read {
			*write = int32(j)
		}
	}
	h.accesses = h.accesses[:0]
}

func (h *happensBefore) clock(j int32) []int32 { return h.clocks[int(j)*h.threads:][:h.threads] }

// isBefore reports whether the event at i happens before the one at j, or is it.
func (h *happensBefore) isBefore(i, j int32) bool { return h.has(h.clock(j), i) }

func (h *happensBefore) has(clock []int32, i int32) bool {
	return clock[h.events[i].Thread] >= h.events[i].Index
}

func (h *happensBefore) join(clock []int32, i int32) {
	if i == order.None {
		return
	}
	h.joins++
	for t, n := range h.clock(i) {
		clock[t] = max(clock[t], n)
	}
}

// push gives the event at j its clock, and finds the races of which it is the second event.
func (h *happensBefore) push(j int32) {
	e, clock := h.events[j], h.clock(j)
	h.join(clock, h.lastOf[e.Thread])
	clock[e.Thread] = e.Index
	h.lastOf[e.Thread] = j
	switch {
	case e.Kind == event.Spawn:
		h.lastOf[e.Object] = j
	case e.Kind == event.Join:
		h.join(clock, h.lastOf[e.Object])
	case e.Kind.InMemory():
		h.access(j, clock)
	case e.Kind == event.Lock:
		h.race(j, clock, *last(&h.locks, e.Object), order.None)
		h.operate(j, clock)
		*last(&h.locks, e.Object) = j
	case e.Kind == event.Unlock:
		h.operate(j, clock)
	}
}

// race finds the race between the events at i and j, unless i happens before j anyway.
func (h *happensBefore) race(j int32, clock []int32, i, observer int32) {
	if i != order.None && !h.has(clock, i) {
		h.races = append(h.races, race{i, j, observer})
	}
}

func (h *happensBefore) operate(j int32, clock []int32) {
	before := last(&h.mutexes, h.events[j].Object)
	h.join(clock, *before)
	*before = j
}

// access looks for what happens before an access of a variable, from the last access on. All that comes before
// a write that is read from, or is an update, happens before that.
func (h *happensBefore) access(j int32, clock []int32) {
	e := &h.events[j]
	before := last(&h.accesses, e.Object)
	h.before[j] = *before
	*before = j
	for i := h.before[j]; i != order.None; i = h.before[i] {
		f := &h.events[i]
		if h.dependent(f, e, j) {
			observer := int32(order.None)
			if f.Kind == event.Write && e.Kind == event.Write {
				observer = h.observer[j]
			}
			h.race(j, clock, i, observer)
			h.join(clock, i)
		}
		if f.Kind == event.Update || f.Kind == event.Write && h.observer[i] != order.None {
			return
		}
	}
}

// dependent reports whether an access f and a later one of the same variable, e at position j, are dependent in E.
func (h *happensBefore) dependent(f, e *event.Event, j int32) bool {
	if f.Kind == event.Write && e.Kind == event.Write {
		return h.observer[j] != order.None
	}
	return f.Kind != event.Read || e.Kind != event.Read
}

// written is what the write at position i has written.
func (h *happensBefore) written(i int32) int64 {
	x := h.events[i].Object
	for k := int(i) + 1; k < len(h.events); k++ {
		if e := &h.events[k]; e.Object == x && e.Kind.InMemory() && e.Kind.Writes() {
			return h.machine.Overwritten(k)
		}
	}
	return h.machine.Value(x)
}

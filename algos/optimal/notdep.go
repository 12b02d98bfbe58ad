package optimal

import (
	"slices"

	"dporbench/algos/internal/wakeup"
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/order"
)

// notdep is v = notdep(e, E)·e' for a race of E: all events after e in E that do not happen after e, and then e'. Each
// has the same effect in v as in E.
//
// Most sequences turn out to be in the tree already, so v is not written out. Whether
// an event may come first in the rest of v follows from its direct predecessors in
// E in constant time; a search through v would make insertion quadratic.
type notdep struct {
	sequence.Reader // of E

	first   int         // the position of e
	second  event.Event // e' as it is in v
	pending bool        // e' is pending, or e with another value, and still in v

	after []int32 // by position in E, once of has visited it: the next event of the same thread, or order.None
	next  []next  // by thread
	race  uint32
	rest  []event.Event // scratch of Rest

	counters
}

// counters count the work done for v.
type counters struct {
	races, sleepers int64 // the numbers that v has been made for, and compared with
	listed          int64 // the number of events of E that Rest has examined
}

func (c *counters) count() *counters { return c }

// next is where in E the next event of a thread in the rest of v would be: order.None
// if the thread has no more events in E.
type next struct {
	race uint32 // the race that at is for; if that is an earlier one, at means nothing
	at   int32
}

// grow makes room for n threads.
func (v *notdep) grow(n int) {
	for len(v.next) < n {
		v.next = append(v.next, next{})
	}
}

// begin makes v the sequence for the race between the event at position first and e'. There must be room for all
// threads.
func (v *notdep) begin(first int, second event.Event) {
	v.first, v.second = first, second
	v.race++
	v.races++
	if len(v.after) < v.Len() {
		v.after = slices.Grow(v.after, v.Len()-len(v.after))
		v.after = v.after[:cap(v.after)]
	}
	last := v.LastOf(second.Thread)
	v.pending = last == order.None || v.At(last).Thread != second.Thread || v.At(last).Index < second.Index ||
		v.At(first).Thread == second.Thread // e' is e with another value
}

// of returns next of thread t, and determines it on the first call for a race.
func (v *notdep) of(t event.ThreadID) *next {
	n := &v.next[t]
	if n.race != v.race {
		*n = next{v.race, order.None}
		for i := int32(v.LastOf(t)); i > int32(v.first) && v.At(int(i)).Thread == t; i = v.Links(int(i)).Thread {
			v.after[i] = n.at
			n.at = i
		}
	}
	return n
}

// in reports whether e, the event of E at a position i after first, is in v.
func (v *notdep) in(i int32, e *event.Event) bool {
	return !v.Before(v.first, int(i)) || e.Thread == v.second.Thread && e.Index == v.second.Index
}

// has reports whether the event at position i of E is in the rest of v.
func (v *notdep) has(i int32) bool {
	if int(i) <= v.first {
		return false
	}
	e := v.At(int(i))
	n := &v.next[e.Thread]
	return (n.race != v.race || uint32(i) >= uint32(n.at)) && v.in(i, e)
}

// following is the position of the next event of thread t in the rest of v; ok is
// false if there is none, or none but a pending e'.
func (v *notdep) following(t event.ThreadID) (i int32, ok bool) {
	i = v.of(t).at
	return i, i != order.None && v.in(i, v.At(int(i)))
}

// Descend implements [wakeup.Sequence].
func (v *notdep) Descend(chain []wakeup.Event) int {
	for i, e := range chain {
		if at, ok := v.following(e.Thread); ok {
			if value, choice := e.Choice(); choice && v.At(int(at)).Value() != value || !v.initial(at) {
				return i
			}
			v.next[e.Thread].at = v.after[at]
		} else if e := e.Event(); !v.weakInitial(&e) {
			return i
		} else if e.Thread == v.second.Thread {
			v.pending = false
		}
	}
	return len(chain)
}

// weakInitial reports whether e.th ∈ WI[E'](v), for the rest of v.
func (v *notdep) weakInitial(e *event.Event) bool {
	if at, ok := v.following(e.Thread); ok {
		return (e.Kind != event.Choice || v.At(int(at)).Value() == e.Value()) && v.initial(at)
	}
	switch {
	case !v.pending || e.Thread != v.second.Thread:
		return !v.dependent(e)
	case e.Kind == event.Choice:
		return e.Object == v.second.Object
	}
	return !v.dependent(&v.second)
}

// initial reports whether the event at position i of E, the next one of its thread in
// v, may come first in the rest of v: none of its direct predecessors is there.
func (v *notdep) initial(i int32) bool {
	links, e := v.Links(int(i)), v.At(int(i))
	if v.has(links.Write) || e.Index == 1 && v.has(links.Thread) {
		return false
	}
	if e.Kind == event.Write || e.Kind == event.Update {
		for r := links.Read; r > int32(v.first); r = v.Links(int(r)).Read {
			if v.has(r) {
				return false
			}
		}
	}
	return true
}

// dependent reports whether e, whose thread has no event left in v but perhaps e itself,
// is dependent on an event that is left.
func (v *notdep) dependent(e *event.Event) bool {
	if v.pending && v.second.Thread != e.Thread && event.Dependent(v.second, *e) {
		return true
	}
	switch {
	case e.Kind.OnVariable():
		last := v.LastAccesses(e.Object)
		for {
			for r := last.Read; r > int32(v.first) && e.Kind != event.Read; r = v.Links(int(r)).Read {
				if v.has(r) {
					return true
				}
			}
			w := last.Write
			if w <= int32(v.first) {
				return false
			}
			if v.has(w) && (e.Kind != event.Read || v.at(w).Kind != event.Read) {
				return true
			}
			last = v.Links(int(w))
		}
	case e.Kind.OnMutex():
		for i := v.LastOperation(e.Object); i > int32(v.first); i = v.Links(int(i)).Write {
			if v.has(i) {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(v.Rest(), func(f event.Event) bool { return event.Dependent(*e, f) })
}

// at is the event at position i of E, as it is in v.
func (v *notdep) at(i int32) event.Event {
	e := v.Event(int(i))
	if e.Thread == v.second.Thread && e.Index == v.second.Index {
		return v.second
	}
	return e
}

// Rest lists the rest of v, with e' last. The slice is valid until the next call.
func (v *notdep) Rest() []event.Event {
	v.listed += int64(v.Len() - v.first)
	rest := v.rest[:0]
	second := v.pending
	for i := int32(v.first) + 1; int(i) < v.Len(); i++ {
		switch e := v.At(int(i)); {
		case !v.has(i):
		case e.Thread == v.second.Thread && e.Index == v.second.Index:
			second = true
		default:
			rest = append(rest, *e)
		}
	}
	if second {
		rest = append(rest, v.second)
	}
	v.rest = rest
	return rest
}

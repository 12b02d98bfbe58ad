package observers

import (
	"slices"

	"dporbench/algos/internal/wakeup"
	"dporbench/model/event"
	"dporbench/model/order"
)

// ending is v if E'·v is maximal and leaves threads waiting for values (rule R54). Whether it is maximal depends on which
// of the unobserved writes of a variable is last, so it may be only in some orders of its class. Here, v may begin with
// whatever such orders begin with.
type ending struct {
	x     *exploration
	waits []*await
	order []int32 // the positions in the part of E', of the events removed from v, and of the rest of v
	fixed int     // how many of these are not in the rest of v

	tried   []int32       // scratch of try
	settled []int32       // the variables whose last write is known: scratch of arrange
	last    []int32       // the rest of v, the last event first: scratch of arrange
	rest    []event.Event // scratch of Rest
}

// reverseEnding makes sure that executions of the part that leave threads waiting are explored, if none of them
// begins with e.
func (x *exploration) reverseEnding() {
	v, first := &x.ending, x.part.First
	if v.begin(x) && !v.weakInitial(sleeper{Event: x.order.Events[first], from: first}) && v.arrange(v.order, v.fixed) {
		x.reverse(first, v, v.waits[0].Event)
	}
}

// begin makes v all of the part from e on. ok is false if nothing waits for a value after that, or if a thread can
// continue whatever the values are.
func (v *ending) begin(x *exploration) (ok bool) {
	v.x, v.waits, v.order, v.fixed = x, v.waits[:0], v.order[:0], int(x.part.First)
	for i := range x.awaits {
		if a := &x.awaits[i]; !x.part.Has(a.at) && x.part.Has(a.previous) {
			v.waits = append(v.waits, a)
		}
	}
	for k := range x.part.Events {
		v.order = append(v.order, int32(k))
	}
	for t := range event.ThreadID(x.order.Threads()) {
		if v.goesOn(t) {
			return false
		}
	}
	return len(v.waits) > 0
}

// goesOn reports whether thread t can continue after the part, unless it waits for a value.
func (v *ending) goesOn(t event.ThreadID) bool {
	p, m := &v.x.part, v.x.run.Machine
	at := p.Ends[t]
	if at == order.None {
		mutex, waits := m.WaitsForLock(t)
		return waits && !p.Holds(mutex)
	}
	switch e := v.x.order.Events[at]; {
	case !p.Has(v.x.order.Previous[at]) || m.GuardAt(int(at)) != nil:
		return false
	case e.Kind == event.Lock:
		return !p.Holds(e.Object)
	case e.Kind == event.Join:
		return p.Ends[e.Object] == order.None
	}
	return true
}

// arrange looks for an order of these events, of which the first ones are fixed, after which every waiting thread has to
// wait. It goes backwards, and takes every event it can: once the last write of a variable leaves all waiting, the
// others do not matter.
func (v *ending) arrange(events []int32, fixed int) (ok bool) {
	v.settled = v.settled[:0]
	if v.last, ok = v.x.part.Backwards(v.last[:0], events[fixed:], v.mayBeLast); !ok {
		return false
	}
	for _, k := range slices.Backward(events[:fixed]) {
		if !v.mayBeLast(k) {
			return false
		}
	}
	return !slices.ContainsFunc(v.waits, func(a *await) bool {
		return !slices.Contains(v.settled, a.Object) && a.guard.Holds(v.x.valueAfter(order.None, a.Object))
	})
}

// mayBeLast reports whether the event at position k of the part may come after all others that are left. If so, and if it
// is a write, its variable is settled.
func (v *ending) mayBeLast(k int32) bool {
	e := &v.x.part.Events[k]
	if !writes(e) || slices.Contains(v.settled, e.Object) {
		return true
	}
	for _, a := range v.waits {
		if a.Object == e.Object && a.guard.Holds(v.x.valueAfter(v.x.part.From[k], e.Object)) {
			return false
		}
	}
	v.settled = append(v.settled, e.Object)
	return true
}

// try looks for an order of all events but the first ones in which e comes first, if it is the next event of its thread.
func (v *ending) try(e event.Event, from int) bool {
	p := &v.x.part
	left := v.order[from:]
	at := slices.IndexFunc(left, func(k int32) bool { return p.Events[k].Thread == e.Thread })
	if at < 0 {
		return false
	}
	k := left[at]
	if f := p.Events[k]; f.Kind != e.Kind || f.Object != e.Object || p.IsBehind(left[:at], k) {
		return false
	}
	v.tried = append(append(v.tried[:0], v.order[:from]...), k)
	v.tried = append(append(v.tried, left[:at]...), left[at+1:]...)
	return v.arrange(v.tried, from+1)
}

// weakInitial reports whether such an execution can have q next where q fell asleep.
func (v *ending) weakInitial(q sleeper) bool { return v.try(q.Event, int(q.from)) }

// Descend implements [wakeup.Sequence].
func (v *ending) Descend(chain []wakeup.Event) int {
	for i, e := range chain {
		if !v.try(e.Event(), v.fixed) {
			return i
		}
		v.order, v.tried = v.tried, v.order
		v.fixed++
	}
	return len(chain)
}

// Rest implements [wakeup.Sequence].
func (v *ending) Rest() []event.Event {
	v.arrange(v.order, v.fixed)
	v.rest = v.rest[:0]
	for _, k := range slices.Backward(v.last) {
		v.rest = append(v.rest, v.x.part.Events[k])
	}
	return v.rest
}

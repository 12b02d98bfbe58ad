package observers

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/internal/wakeup"
	"dporbench/model/event"
	"dporbench/model/order"
)

// reverseRaces reverses, at a maximal E, all its races, those of the Locks that E leaves pending, and its choices,
// each as if it raced with its other values.
func (x *exploration) reverseRaces() {
	for _, r := range x.order.races {
		x.begin(r)
		x.reverse(r.first)
	}
	m := x.run.Machine
	for t := range event.ThreadID(m.Threads()) {
		if mutex, waits := m.WaitsForLock(t); waits {
			x.reversePending(t, x.order.locks[mutex])
		}
	}
	if m.HasChoices() {
		x.reverseChoices()
	}
}

// reversePending reverses the race of a Lock that waits with the one that holds the mutex.
func (x *exploration) reversePending(t event.ThreadID, first int32) {
	if last := x.order.lastOf[t]; last != order.None && x.order.isBefore(first, last) {
		return
	}
	second, _ := x.run.Machine.Next(t)
	x.v.beginWithout(&x.order, first)
	x.v.add(second)
	x.reverse(first)
}

func (x *exploration) reverseChoices() {
	for i := range x.run.Machine.Len() {
		c := x.order.events[i]
		if c.Kind != event.Choice {
			continue
		}
		for value := range x.run.Machine.ValuesAt(i) {
			if value != x.order.events[i].Object {
				c.Object = value
				x.v.beginWithout(&x.order, int32(i))
				x.v.add(c)
				x.reverse(int32(i))
			}
		}
	}
}

// begin makes v the wakeup sequence of a race. Of two writes it is notdep(e, E)·e'·e·w·o: o is the observer, and
// now observes e; w is what happens after e, and not after an event that reads from e'.
func (x *exploration) begin(r race) {
	h, v := &x.order, &x.v
	v.beginWithout(h, r.first)
	if r.observer == order.None {
		second := h.events[r.second]
		if h.events[r.first].Kind.Writes() {
			second = x.seeing(r.second, x.run.Machine.Overwritten(int(r.first)))
		}
		v.add(second)
		return
	}
	v.add(h.events[r.second])
	v.add(h.events[r.first])
	v.observers = v.observers[:0]
	for k := r.first + 1; int(k) < len(h.events); k++ {
		switch {
		case k == r.second || !h.isBefore(r.first, k) || v.observed(h, k):
		case h.source[k] == r.second:
			v.observers = append(v.observers, k)
		default:
			v.add(h.events[k])
		}
	}
	v.add(x.seeing(r.observer, h.written(r.first)))
}

// seeing is the event at position i as it is where it finds that value: a CompareAndSwap may succeed there, or fail.
func (x *exploration) seeing(i int32, value int64) event.Event {
	e := x.order.events[i]
	if expected, ok := x.run.Machine.CompareAndSwapAt(int(i)); ok {
		e.Kind = event.Read
		if value == expected {
			e.Kind = event.Update
		}
	}
	return e
}

// reverse makes sure that v is explored from E' = pre(E, e) on, for e at position first: it inserts v into
// wut(E') if sleep(E') ∩ WI[E'](v) = ∅.
func (x *exploration) reverse(first int32) {
	x.races++
	for _, q := range x.sleep.of(int(first)) {
		x.sleep.looked++
		if x.v.weakInitial(q) {
			x.run.NotifyAsleepAfter(int(first), q.Thread)
			return
		}
	}
	if x.run.Observer == nil {
		x.nodes.Insert(&x.trees[first], &x.v, nil)
		return
	}
	e, path, second := x.run.Machine.Events(), []event.Event{}, x.v.events[len(x.v.events)-1]
	if branch := x.nodes.Insert(&x.trees[first], &x.v, &path); branch != nil {
		prefix := wakeup.WithIndexes(slices.Concat(e[:first], path), int(first))
		x.run.Observer.Found(algos.Reversal{E: e, First: e[first], Second: second, Prefix: prefix, Schedule: branch})
	}
}

package observers

import (
	"slices"

	"dporbench/algos/internal/observed"
	"dporbench/algos/internal/wakeup"
	"dporbench/model/event"
	"dporbench/model/order"
)

// reverseRaces reverses, at a maximal E, all its races, the races of the Locks and awaits that E leaves pending, and
// its choices, each as if it raced with its other values.
func (x *exploration) reverseRaces() {
	m := x.run.Machine
	for _, r := range x.order.Races {
		if second, ok := x.begin(r); ok {
			x.reverse(r.First, &x.v, second)
		}
	}
	if m.Guarded() {
		x.reverseAwaits()
	}
	for t := range event.ThreadID(m.Threads()) {
		if mutex, waits := m.WaitsForLock(t); waits {
			x.reversePending(t, x.order.LastLock(mutex))
		}
	}
	if m.HasChoices() {
		x.reverseChoices()
	}
}

// reversePending reverses the race of a Lock that waits with the one that holds the mutex.
func (x *exploration) reversePending(t event.ThreadID, first int32) {
	if last := x.order.LastOf[t]; last != order.None && x.order.IsBefore(first, last) {
		return
	}
	second, _ := x.run.Machine.Next(t)
	x.v.beginWithout(&x.order, first)
	x.v.add(second)
	x.reverse(first, &x.v, second)
}

func (x *exploration) reverseChoices() {
	for i := range x.run.Machine.Len() {
		c := x.order.Events[i]
		if c.Kind != event.Choice {
			continue
		}
		for value := range x.run.Machine.ValuesAt(i) {
			if value != x.order.Events[i].Object {
				c.Object = value
				x.v.beginWithout(&x.order, int32(i))
				x.v.add(c)
				x.reverse(int32(i), &x.v, c)
			}
		}
	}
}

// begin makes v the wakeup sequence of a race. Of two writes it is notdep(e, E)·e'·e·w·o: o is the observer, and now
// observes e; w has the events that happen after e, and not after an event that reads from e'. These races do not move
// events that wait for a value, nor take them for an observer (rule R52); ok is false if there is nothing else.
func (x *exploration) begin(r observed.Race) (last event.Event, ok bool) {
	h, v := &x.order, &x.v
	v.beginWithout(h, r.First)
	if !r.Observed {
		last, ok = h.Events[r.Second], true
		if h.Events[r.First].Kind.Writes() {
			last, ok = x.seeing(r.Second, x.run.Machine.Overwritten(int(r.First))), !x.waited(r.Second)
		}
		v.add(last)
		return last, ok
	}
	v.add(h.Events[r.Second])
	v.add(h.Events[r.First])
	v.observers = v.observers[:0]
	for k := r.First + 1; int(k) < len(h.Events); k++ {
		switch {
		case k == r.Second || !h.IsBefore(r.First, k) || h.IsBehind(v.observers, k):
		case h.Source[k] == r.Second:
			v.observers = append(v.observers, k)
		default:
			v.add(h.Events[k])
		}
	}
	o := slices.IndexFunc(v.observers, func(o int32) bool { return !x.waited(o) })
	if o < 0 {
		return last, false
	}
	last = x.seeing(v.observers[o], x.valueAfter(r.First, h.Events[r.First].Object))
	v.add(last)
	return last, true
}

// waited reports whether the event at position i has waited for a value.
func (x *exploration) waited(i int32) bool { return x.run.Machine.GuardAt(int(i)) != nil }

// seeing is the event at position i if it finds that value: a CompareAndSwap may then succeed, or fail.
func (x *exploration) seeing(i int32, value int64) event.Event {
	e := x.order.Events[i]
	if expected, ok := x.run.Machine.CompareAndSwapAt(int(i)); ok {
		e.Kind = event.Read
		if value == expected {
			e.Kind = event.Update
		}
	}
	return e
}

// reversed is v, the wakeup sequence of a race.
type reversed interface {
	wakeup.Sequence
	weakInitial(q sleeper) bool
}

// reverse makes sure that v is explored from E' = pre(E, e) on, for e at position first: it inserts v into
// wut(E') if sleep(E') ∩ WI[E'](v) = ∅.
func (x *exploration) reverse(first int32, v reversed, second event.Event) {
	x.races++
	for _, q := range x.sleep.of(int(first)) {
		x.sleep.looked++
		if v.weakInitial(q) {
			x.run.NotifyAsleepAfter(int(first), q.Thread)
			return
		}
	}
	x.trees.InsertAt(int(first), v, second)
}

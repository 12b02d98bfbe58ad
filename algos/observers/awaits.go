package observers

import (
	"dporbench/model/event"
	"dporbench/model/operation"
)

// An Await or a When is enabled, or not, after each write of its variable. As long as these writes are unobserved, their
// order is open, so it might have waited for another write than in E. Its races are found in a part of E, without what
// reads the variable after one of the writes, e.

// await is an Await or a When, executed in E or waiting after it.
type await struct {
	event.Event
	guard        *operation.Guard
	at, previous int32 // the positions in E of its event, |E| if it waits, and of the event before it in its thread
}

func (x *exploration) findAwaits() {
	m, h := x.run.Machine, &x.order
	x.awaits = x.awaits[:0]
	for j, e := range h.Events {
		if guard := m.GuardAt(j); guard != nil {
			x.awaits = append(x.awaits, await{e, guard, int32(j), h.Previous[j]})
		}
	}
	for t := m.NextActive(event.NoThread); t != event.NoThread; t = m.NextActive(t) {
		if guard := m.NextGuard(t); guard != nil {
			e, _ := m.Next(t)
			x.awaits = append(x.awaits, await{e, guard, int32(m.Len()), h.LastOf[t]})
		}
	}
}

// reverseAwaits reverses the races of awaits with the writes before them.
func (x *exploration) reverseAwaits() {
	x.findAwaits()
	for i := range x.order.Events {
		if !writes(&x.order.Events[i]) {
			continue
		}
		made := false
		for k := range x.awaits {
			a := &x.awaits[k]
			if a.Object != x.order.Events[i].Object || a.at <= int32(i) {
				continue
			}
			if !made {
				x.part.Make(&x.order, int32(i))
				made = true
			}
			x.reverseAwait(a)
		}
		if made {
			x.reverseEnding()
		}
	}
}

func writes(e *event.Event) bool { return e.Kind.InMemory() && e.Kind.Writes() }

// reverseAwait (rule R51) moves a before e and all later writes, before e but after the writes that do not happen after
// e, and after e and each set of those (rule R53).
func (x *exploration) reverseAwait(a *await) {
	p := &x.part
	x.move(a, p.Writes, false)
	x.move(a, nil, false)
	x.without = x.without[:0]
	for _, w := range p.Writes {
		if p.IsBefore(p.First, w) {
			x.without = append(x.without, w)
		}
	}
	x.moveBehind(a, p.Writes)
}

// moveBehind moves a after e, and then also without each set of these writes.
func (x *exploration) moveBehind(a *await, writes []int32) {
	if !x.move(a, x.without, true) {
		return
	}
	for i, w := range writes {
		if !x.part.IsBehind(x.without, w) {
			x.without = append(x.without, w)
			x.moveBehind(a, writes[i+1:])
			x.without = x.without[:len(x.without)-1]
		}
	}
}

// move moves a to where the writes in without, and the events that happen after them, are missing, and e is present
// or not, if its guard holds there. It returns false if a's thread does not reach it.
func (x *exploration) move(a *await, without []int32, behind bool) (comes bool) {
	p, v := &x.part, &x.v
	value := x.run.Machine.Overwritten(int(p.First))
	comes = a.previous < p.First
	v.events = v.events[:0]
	add := func(after bool) {
		for k := p.First + 1; int(k) < len(p.Events); k++ {
			if p.IsBefore(p.First, k) != after || p.IsBehind(without, k) {
				continue
			}
			v.add(p.Events[k])
			comes = comes || p.From[k] == a.previous
			if e := &p.Events[k]; e.Object == a.Object && writes(e) {
				value = x.valueAfter(p.From[k], a.Object)
			}
		}
	}
	add(false)
	if behind {
		v.add(p.Events[p.First])
		comes = comes || a.previous == p.First
		value = x.valueAfter(p.First, a.Object)
		add(true)
	}
	if comes && a.guard.Holds(value) {
		v.add(a.Event)
		if !v.weakInitial(sleeper{Event: p.Events[p.First]}) {
			x.reverse(p.First, v, a.Event)
		}
	}
	return comes
}

// valueAfter is the value of a variable right after the event at position i of E, or at the beginning for order.None, which is -1.
func (x *exploration) valueAfter(i, object int32) int64 {
	for k := int(i) + 1; k < len(x.order.Events); k++ {
		if e := &x.order.Events[k]; e.Object == object && writes(e) {
			return x.run.Machine.Overwritten(k)
		}
	}
	return x.run.Machine.Value(object)
}

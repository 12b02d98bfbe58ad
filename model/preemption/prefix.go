package preemption

import (
	"math"

	"dporbench/model/event"
)

// Prefix finds a lower bound on the preemptions of the executions that extend a prefix, for algorithms that leave out
// those beyond a bound. The zero value is ready for use; it belongs to one exploration.
//
// In a prefix E, it counts a switch from a thread t only if t could continue and does so later in E. The minimum over
// the linearisations of E's trace never exceeds the preemptions of a class that extends E. Take an execution L of such a
// class with the fewest, and leave out the events that are not in E, which is a down-set. Where the rest switches from
// t, after a, and t has a later event in E, the event after a in L is not one of t either, since it would then be before
// an event of E in po, and so in E. So L switches there as well. And t could continue there as well: the events that
// decide this conflict with the next event of t, which is in E; so the ones that come before it in L are in E. For
// the same reason the number does not fall as E grows.
//
// Counting a switch even if t has no later event in E, as is done for bounds of single executions (Coons, Musuvathi,
// McKinley, Bounded Partial-Order Reduction, OOPSLA 2013), is too high by up to the number of threads less one.
type Prefix struct {
	cuts
	waits []bool // by event: it is an Await or a When
}

// Exceeds reports whether the trace of E takes more than k preemptions. waits reports whether an event is that
// of an Await or a When; such an event is assumed unable to happen next unless it is available in the trace.
func (p *Prefix) Exceeds(k int, e []event.Event, waits func(i int) bool) bool {
	p.keep(e)
	p.waits = p.waits[:len(p.events)]
	for i := len(p.events); i < len(e); i++ {
		p.push(e[i])
		p.waits = append(p.waits, waits(i))
	}
	_, _, within := p.search(k, math.MaxInt, p.goesOn)
	return !within
}

// goesOn reports whether the last thread of a cut has a later event in E, and could do an event there.
func (p *Prefix) goesOn(at int32) bool {
	t := p.all[at].last
	i, later := p.next(at, t)
	if !later {
		return false
	}
	switch e := p.events[i]; {
	case p.isAvailable(at, t):
		return true
	case e.Kind == event.Lock:
		return p.isFree(at, e.Object)
	case e.Kind == event.Join:
		return false
	}
	return !p.waits[i]
}

// isFree reports whether a mutex is free after a cut.
func (p *Prefix) isFree(at, mutex int32) bool {
	held := 0
	for t, n := range p.of(at) {
		for _, i := range p.threads[t][:n] {
			switch e := p.events[i]; {
			case e.Object != mutex:
			case e.Kind == event.Lock:
				held++
			case e.Kind == event.Unlock:
				held--
			}
		}
	}
	return held == 0
}

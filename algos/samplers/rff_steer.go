package samplers

import (
	"dporbench/model/event"
	"dporbench/model/machine"
)

// execution is the state of RFF in the execution that it runs: like POS, except for events that a constraint is about.
type execution struct {
	pos      POS
	last     map[object]access // which write each object has its value from
	executed map[access]bool
	possible possible // by all executions so far
	pairs    []pair   // each of them once, in the order in which they occurred
	isPair   map[pair]bool
}

// done records an event.
func (x *execution) done(m *machine.Machine, e event.Event) {
	x.pos.Done(m, e)
	o, here := accessed(e, m.PlaceAt(m.Len()-1))
	x.executed[here] = true
	x.possible.see(e, o, here)
	if reads(e) {
		if p := (pair{x.last[o], here, o}); !x.isPair[p] {
			x.isPair[p] = true
			x.pairs = append(x.pairs, p)
		}
	}
	if writes(e) {
		x.last[o] = here
	}
}

// steer is 1 for an event that is to come now, -1 for one that is to wait, or 0.
//
// A read that is to read from a write waits for it; once that has come, the read comes, and other writes wait. A read that
// is not to read from a write comes as long as it would read from another one, and otherwise waits; and the write waits
// until there has been such a read.
func (x *execution) steer(constraints []constraint, e event.Event, place string) float64 {
	o, here := accessed(e, place)
	come, wait := false, false
	for _, c := range constraints {
		if c.object != o {
			continue
		}
		now := x.last[o] == c.write
		switch {
		case c.not && here == c.read:
			come, wait = come || !now, wait || now
		case c.not && here == c.write:
			wait = wait || !x.executed[c.read]
		case c.not || x.isPair[c.pair]: // it is satisfied
		case here == c.read:
			come, wait = come || now, wait || !now && !x.executed[c.write]
		case now && writes(e):
			wait = true
		}
	}
	switch {
	case come && !wait:
		return 1
	case wait && !come:
		return -1
	}
	return 0
}

// accessed is the object of an event, and the event as an access.
func accessed(e event.Event, place string) (object, access) {
	here := access{thread: e.Thread, index: e.Index}
	if place != "" {
		here = access{kind: e.Kind, place: place}
	}
	switch {
	case e.Kind.InMemory():
		return object{variable, uint64(e.Object)}, here
	case e.Kind.OnMutex():
		return object{mutex, uint64(e.Object)}, here
	}
	return object{}, here
}

func reads(e event.Event) bool {
	return e.Kind.InMemory() && e.Kind != event.Write || e.Kind == event.Lock
}

func writes(e event.Event) bool {
	return e.Kind.InMemory() && e.Kind.Writes() || e.Kind == event.Unlock
}

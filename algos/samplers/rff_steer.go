package samplers

import (
	"dporbench/model/event"
	"dporbench/model/machine"
)

// execution is what RFF knows of the one that it runs: it is run as POS does it, but for events that a constraint is
// about.
type execution struct {
	pos      POS
	last     map[object]access // which write each object has its value from
	executed map[access]bool
	pairs    []pair
}

// done takes note of an event.
func (x *execution) done(m *machine.Machine, e event.Event) {
	x.pos.Done(m, e)
	o, here := accessed(e)
	x.executed[here] = true
	if reads(e) {
		x.pairs = append(x.pairs, pair{x.last[o], here, o})
	}
	if writes(e) {
		x.last[o] = here
	}
}

// steer is 1 for an event that is to come now, -1 for one that is to wait, or 0. A read that should read from a write
// waits for it; once that has been, the read comes, and other writes wait. A read waits as long as it would read
// from what it should not.
func (x *execution) steer(constraints []constraint, e event.Event) float64 {
	o, here := accessed(e)
	come, wait := false, false
	for _, c := range constraints {
		if c.object != o || x.executed[c.read] {
			continue
		}
		now := x.last[o] == c.write
		switch {
		case here == c.read && c.not:
			wait = wait || now
		case here == c.read:
			come = come || now
			wait = wait || !now && !x.executed[c.write]
		case !c.not && now && writes(e):
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
func accessed(e event.Event) (object, access) {
	here := access{e.Thread, e.Index}
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

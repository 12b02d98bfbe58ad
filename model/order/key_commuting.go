package order

import (
	"slices"

	"dporbench/model/event"
)

// phase holds the kind of the last accesses of a variable, which commute, and the number of
// writes before the first of them.
type phase struct {
	kind   event.Kind
	writes uint64
}

// encodeCommuting is encode if there are Applies.
func (k *Keyer) encodeCommuting(events []event.Event) {
	k.phases = slices.Grow(k.phases[:0], len(k.writes))[:len(k.writes)]
	clear(k.phases)
	for i, e := range events {
		if !e.Kind.OnVariable() {
			k.encode(events[i : i+1])
			continue
		}
		writes, p := &k.writes[e.Object], &k.phases[e.Object]
		if p.kind != e.Kind || !e.Kind.Commutes() {
			*p = phase{e.Kind, *writes}
		}
		all := *writes
		*writes = p.writes
		k.encode(events[i : i+1])
		if *writes = all; e.Kind != event.Read {
			*writes++
		}
	}
}

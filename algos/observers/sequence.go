package observers

import (
	"slices"

	"dporbench/algos/internal/observed"
	"dporbench/algos/internal/wakeup"
	"dporbench/model/event"
)

// sequence is v, the wakeup sequence of a race. Its events have the kinds that they have in it.
type sequence struct {
	events    []event.Event
	observers []int32 // by position in E: scratch
	looked    int64
}

// beginWithout makes v notdep(e, E), for e at position first: what does not happen after e.
func (v *sequence) beginWithout(h *observed.Order, first int32) {
	v.events = v.events[:0]
	for k := first + 1; int(k) < len(h.Events); k++ {
		if !h.IsBefore(first, k) {
			v.events = append(v.events, h.Events[k])
		}
	}
}

func (v *sequence) add(e event.Event) { v.events = append(v.events, e) }

// weakInitial reports whether q may come first in v, as q.th ∈ WI[E'](v).
func (v *sequence) weakInitial(q sleeper) bool {
	for _, e := range v.events {
		v.looked++
		switch q.pass(e) {
		case awake:
			return false
		case redundant:
			return true
		}
	}
	return true
}

// Descend implements [wakeup.Sequence].
func (v *sequence) Descend(chain []wakeup.Event) int {
	for i, inTree := range chain {
		e := inTree.Event()
		if !v.weakInitial(sleeper{Event: e}) {
			return i
		}
		if at := slices.IndexFunc(v.events, func(f event.Event) bool { return f.Thread == e.Thread }); at >= 0 {
			v.events = slices.Delete(v.events, at, at+1)
		}
	}
	return len(chain)
}

// Rest implements [wakeup.Sequence].
func (v *sequence) Rest() []event.Event { return v.events }

package optimal

import (
	"slices"

	"dporbench/algos"
	"dporbench/algos/internal/wakeup"
	"dporbench/model"
)

// race is e ≲ e', by the positions of the two in E.
type race struct{ first, second int32 }

// collectRaces notes the races of the last event of E.
func (x *exploration) collectRaces() {
	second := int32(x.Len() - 1)
	for _, first := range x.Races() {
		x.races = append(x.races, race{first, second})
	}
}

// dropRaces forgets the races whose second event is no longer in E.
func (x *exploration) dropRaces() {
	n := len(x.races)
	for n > 0 && int(x.races[n-1].second) >= x.Len() {
		n--
	}
	x.races = x.races[:n]
}

// reverseRaces reverses, at a maximal E, all its races, and those of the Locks that E
// leaves pending, each of which might have come first.
func (x *exploration) reverseRaces() {
	for _, r := range x.races {
		x.reverse(int(r.first), x.moved(r))
	}
	for t := range model.ThreadID(x.Run.Machine.Threads()) {
		if first, _, ok := x.PendingLock(t); ok {
			lock, _ := x.Run.Machine.Next(t)
			x.reverse(first, lock)
		}
	}
}

// reverse makes sure that the race between the event e at position first and second is
// explored in the other order too: it inserts v into wut(E') if
// sleep(E') ∩ WI[E'](v) = ∅, for E' = pre(E, e).
func (x *exploration) reverse(first int, second model.Event) {
	v := x.wakeupSequence(first, second)
	for _, q := range x.sleep.Of(first) {
		if _, ok := wakeup.WeakInitial(q, v); ok {
			x.Run.NotifyAsleepAfter(first, q.Thread)
			return
		}
	}
	if branch := x.nodes.Insert(&x.trees[first], v); branch != nil {
		x.found(first, second, branch)
	}
}

// wakeupSequence returns v = notdep(e, E)·e' for the event e at position first: all
// events after e in E that do not happen after e, and then second. Each does in v what
// it did in E.
func (x *exploration) wakeupSequence(first int, second model.Event) []model.Event {
	v := x.v[:0]
	for i := first + 1; i < x.Len(); i++ {
		if !x.Before(first, i) {
			v = append(v, x.Event(i))
		}
	}
	x.v = append(v, second)
	return x.v
}

// moved returns the second event e' of r with the kind it has after
// pre(E, e)·notdep(e, E). A CompareAndSwap that failed in E may succeed there, or the
// reverse: its variable has the value from before e, because every later write of the
// variable happens after e.
func (x *exploration) moved(r race) model.Event {
	second := x.Event(int(r.second))
	if expected, ok := x.Run.Machine.CompareAndSwapAt(int(r.second)); ok {
		second.Kind = model.Read
		if x.values[r.first] == expected {
			second.Kind = model.Update
		}
	}
	return second
}

// found tells the Observer, if there is one, that a branch has been added to wut(E'),
// E' = pre(E, e), for a race.
func (x *exploration) found(first int, second model.Event, branch []model.Event) {
	if x.Run.Observer == nil {
		return
	}
	e := x.Run.Machine.Events()
	x.Run.Observer.Found(algos.Reversal{
		E: e, First: e[first], Second: second,
		Prefix: slices.Concat(e[:first], x.nodes.Path()), Schedule: branch,
	})
}

// begun tells the Observer, if there is one, that the leftmost branch of wut(E) comes
// next.
func (x *exploration) begun() {
	if x.Run.Observer != nil {
		x.Run.Observer.Begun(x.Run.Machine.Events(), x.nodes.AppendFirst(nil, x.trees[x.Len()]))
	}
}

package optimal

import (
	"dporbench/model/event"
	"dporbench/model/order"
)

// race is e ≲ e', by their positions in E.
type race struct {
	first, second int32
	kind          event.Kind // of e' after pre(E, e)·notdep(e, E)
}

func (x *exploration) collectRaces() {
	races := x.Races()
	if len(races) == 0 {
		return
	}
	for _, first := range races {
		x.collect(first)
	}
	if x.Buffered() {
		if first := x.hiddenRace(); first != order.None { // besides that with the Load; rule R22
			x.collect(first)
		}
	}
}

// collect adds the race of the event at position first with the last one.
func (x *exploration) collect(first int32) {
	second := x.Len() - 1
	x.races = append(x.races, race{first, int32(second), x.kindAfter(int(first), second)})
}

func (x *exploration) dropRaces() {
	n := len(x.races)
	for n > 0 && int(x.races[n-1].second) >= x.Len() {
		n--
	}
	x.races = x.races[:n]
}

// reverseRaces reverses, at a maximal E, all its races, and the races of the events at which
// threads wait after E, each of which might have come first.
func (x *exploration) reverseRaces() {
	x.v.grow(x.Run.Machine.Threads())
	for _, r := range x.races {
		second := x.Event(int(r.second))
		second.Kind = r.kind
		x.reverse(int(r.first), second)
	}
	x.pending = x.AppendPendingRaces(x.pending[:0])
	for _, r := range x.pending {
		x.reverse(r.First, x.RaceEndEvent(r.Second))
	}
	if x.Run.Machine.HasChoices() {
		x.reverseChoices()
	}
	if x.Run.Machine.Expecting() {
		x.reverseDrained()
	}
}

// reverseDrained reverses the races of CompareAndSwaps that failed in E, and write once the race is reversed (rule
// R49).
func (x *exploration) reverseDrained() {
	for i := range x.Len() {
		if r, ok := x.DrainedRace(i); ok {
			second := x.Event(i)
			second.Kind = x.kindAfter(r.First, i)
			x.reverse(r.First, second)
		}
	}
}

// reverseChoices reverses each choice of E with its other values, as if it raced with them (rule R8). Exploring them
// where a choice is reached is not enough: a wakeup sequence may begin with one value of a choice, which then sleeps
// where the others have never been explored.
func (x *exploration) reverseChoices() {
	for i := range x.Len() {
		if x.At(i).Kind == event.Choice {
			x.reverseChoice(i)
		}
	}
}

// reverseChoice reverses the choice at position i. A choice depends on nothing, so another thread that is asleep is a weak
// initial of v whatever the value.
func (x *exploration) reverseChoice(i int) {
	asleep := event.NoThread
	for value := range x.Run.Machine.ValuesAt(i) {
		switch c := x.Event(i); {
		case c.Object == value:
		case asleep != event.NoThread && asleep != c.Thread:
			x.Run.NotifyAsleepAfter(i, asleep)
		default:
			c.Object = value
			asleep = x.reverse(i, c)
		}
	}
}

// reverse makes sure that the race between the event e at position first and second is
// explored in the other order too: it inserts v into wut(E') if
// sleep(E') ∩ WI[E'](v) = ∅, for E' = pre(E, e). second is e' as it is in v. It returns a thread of that
// set, or event.NoThread.
func (x *exploration) reverse(first int, second event.Event) (asleep event.ThreadID) {
	x.v.begin(first, second)
	sleepers := x.sleep.Of(first)
	for i := range sleepers {
		if q := &sleepers[i]; x.v.weakInitial(q) {
			x.v.count().sleepers += int64(i + 1)
			x.Run.NotifyAsleepAfter(first, q.Thread)
			return q.Thread
		}
	}
	x.v.count().sleepers += int64(len(sleepers))
	x.trees.InsertAt(first, x.v, second)
	return event.NoThread
}

// kindAfter is the kind that the second event e' of a race has after pre(E, e)·notdep(e, E). A CompareAndSwap that
// failed in E may succeed there, or vice versa: its variable has the value from before e, because every later write
// of the variable happens after e. That is so if e writes; if it reads, the kind stays the same, even if e is a Load
// of a store that was flushed after it (rule R28).
func (x *exploration) kindAfter(first, second int) event.Kind {
	expected, ok := x.Run.Machine.CompareAndSwapAt(second)
	switch {
	case !ok || !x.At(first).Kind.Writes():
		return x.At(second).Kind
	case x.ValueReversed(first, second) == expected:
		return event.Update
	}
	return event.Read
}

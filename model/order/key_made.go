package order

import (
	"cmp"
	"slices"

	"dporbench/model/event"
)

// renumber returns the events with new numbers for the variables that threads make: in the order of a walk from
// thread to thread, as the key lists them, and then through the flushes. The numbers that the exploration gave them
// then make no difference.
//
// No two traces are merged this way. In two executions with one key, take the first event of one, in its order, that
// accesses a different variable in the other. All events that happen before it are the same in both, and return the
// same. So its thread has reached the same operation, on the same variable.
func (k *Keyer) renumber(events []event.Event) []event.Event {
	if k.program == nil || k.program.Made() == 0 {
		return events
	}
	numbers := map[int32]int32{} // new ones, by the old ones
	for _, t := range k.order {
		for _, e := range events {
			if e.Thread == t && !e.IsFlush() {
				k.number(e, numbers)
			}
		}
	}
	for _, e := range k.flushesInOrder(events) {
		k.number(e, numbers)
	}
	k.renumbered = k.renumbered[:0]
	for _, e := range events {
		if k.isMade(e) {
			e.Object = numbers[e.Object]
		}
		k.renumbered = append(k.renumbered, e)
	}
	return k.renumbered
}

// number gives the variable of e the next number if it was made by a thread and has none yet.
func (k *Keyer) number(e event.Event, numbers map[int32]int32) {
	if !k.isMade(e) {
		return
	}
	if _, known := numbers[e.Object]; !known {
		numbers[e.Object] = k.firstMade() + int32(len(numbers))
	}
}

// flushesInOrder returns the flushes in an order that is the same in all sequences with the trace.
func (k *Keyer) flushesInOrder(events []event.Event) []event.Event {
	var flushes []event.Event
	for _, e := range events {
		if e.IsFlush() {
			flushes = append(flushes, e)
		}
	}
	slices.SortStableFunc(flushes, func(e, f event.Event) int {
		return cmp.Or(cmp.Compare(k.threads[e.Issuer()].label, k.threads[f.Issuer()].label), cmp.Compare(e.Ref, f.Ref),
			cmp.Compare(e.Index, f.Index), k.program.CompareVars(e.Object, f.Object))
	})
	return flushes
}

// firstMade returns the number of the first variable made by a thread.
func (k *Keyer) firstMade() int32 { return int32(k.program.NumVars() + k.program.NumMutexes()) }

// isMade reports whether the object of e is a variable made by a thread.
func (k *Keyer) isMade(e event.Event) bool { return e.Kind.OnVariable() && e.Object >= k.firstMade() }
